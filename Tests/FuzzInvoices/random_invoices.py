"""Writes random valid payloads of e-invoices, the same for the same seed.

Usage: random_invoices.py FOLDER [--count 500] [--seed 1]

Each file is a payload that the rules of EN 16931, XRechnung and Factur-X allow. The amounts are not stated: they are computed
by Pressrun, and an independent checker recomputes them.
"""

import argparse
import json
import os
import random
from decimal import Decimal

CURRENCIES = ["EUR"] * 6 + ["CHF", "USD", "JPY", "HUF", "SEK"]
UNITS = ["C62", "HUR", "KGM", "MTR", "LTR", "DAY", "MTK", "KWH"]
WORDS = ["Regal", "Ölfilter", "Café crème", "Schraube M8 × 40", "Wartung <jährlich>", "Naïve & Söhne", "棚", "Łódź", "Stunde"]
RATES = ["19", "7", "5.5", "20", "8.1", "2.6", "25", "0.5"]
ATTACHMENT = "data:text/csv;base64,YSxiCjEsMgo="


class Generator:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def maybe(self, chance=0.3):
        return self.random.random() < chance

    def decimal(self, low, high, digits):
        """A number as text, between two whole numbers."""
        return str(Decimal(self.random.randint(low * 10**digits, high * 10**digits)).scaleb(-digits))

    def text(self):
        return " ".join(self.random.choices(WORDS, k=self.random.randint(1, 4)))

    def address(self, country):
        value = {"line1": self.text() + " 7", "post_code": "04109", "city": "Leipzig", "country": country}
        for name in ["line2", "line3", "subdivision"]:
            if self.maybe(0.1):
                value[name] = self.text()
        return value

    def taxes(self, category):
        """The taxes of an invoice: several rates, or one category without VAT, alone or beside a rate."""
        free = {"id": "free", "name": "VAT", "rate": 0, "category": category}
        if category == "E":
            free["exemption_reason"] = self.text()
        taxes = [] if category == "O" else [
            {"id": f"t{index}", "name": "VAT", "rate": rate}
            for index, rate in enumerate(self.random.sample(RATES, self.random.randint(1, 3)))
        ]
        if category == "S":
            return taxes
        return [free] + (taxes if self.maybe(0.5) else [])

    def adjustment(self, digits, reasons, most):
        value = {}
        if self.maybe(0.6):
            value["reason"] = self.text()
        if not value or self.maybe(0.5):
            value["code"] = self.random.choice(reasons)
        if self.maybe(0.5):
            value["percent"] = self.decimal(0, 30, self.random.randint(0, 4))
            if self.maybe(0.3):
                value["base"] = self.decimal(1, most, digits)
        else:
            value["amount"] = self.decimal(0, most, digits)
        return value

    def adjustments(self, owner, digits, most, taxes=()):
        for name, codes in [("allowances", ["95", "100", "64"]), ("charges", ["FC", "ABL", "ADR"])]:
            if not self.maybe(0.3):
                continue
            owner[name] = [self.adjustment(digits, codes, most) for _ in range(self.random.randint(1, 3))]
            for value in owner[name]:
                if len(taxes) > 1 or (taxes and self.maybe()):
                    value["tax"] = self.random.choice(taxes)["id"]

    def item(self, digits, taxes):
        value = {"description": self.text(), "unit_code": self.random.choice(UNITS)}
        if len(taxes) > 1 or self.maybe():
            value["tax"] = self.random.choice(taxes)["id"]
        value["quantity"] = self.decimal(1, 400, self.random.choice([0, 0, 1, 3, 4]))
        value["unit_price"] = self.decimal(0, 900, self.random.choice([0, 2, 2, 4, 6]))
        if self.maybe(0.1):
            value["quantity"] = "-" + value["quantity"]
        if self.maybe(0.15):
            value["price_per"] = self.random.choice([3, 7, 100, 1000])
        if self.maybe(0.15):
            value["list_price"] = str(Decimal(value["unit_price"]) + Decimal(self.decimal(0, 20, 2)))
        if self.maybe(0.1):
            value["period"] = {"start": "2026-11-02", "end": "2026-11-15"}
        for name in ["detail", "note", "seller_id", "buyer_id", "buyer_account"]:
            if self.maybe(0.1):
                value[name] = self.text()
        if self.maybe(0.1):
            value["standard_id"] = {"scheme": "0160", "id": "4006381333931"}
        if self.maybe(0.1):
            value["origin"] = self.random.choice(["DE", "FR", "CN"])
        if self.maybe(0.1):
            value["classifications"] = [{"scheme": "STI", "code": "65434568"}]
        if self.maybe(0.2):
            value["attributes"] = [{"name": self.text(), "value": self.text()} for _ in range(self.random.randint(1, 3))]
        self.adjustments(value, digits, 20)
        return value

    def invoice(self, number):
        currency = self.random.choice(CURRENCIES)
        digits = 0 if currency == "JPY" else 2
        category = self.random.choice(["S"] * 6 + ["Z", "E", "AE", "K", "G", "O"])
        country = self.random.choice(["AT", "FR", "NL"]) if category in "AEKG" and category != "E" else "DE"
        taxes = self.taxes(category)
        value = {
            "number": f"R-{number}", "date": "2026-11-20", "due": "2026-12-20", "currency": currency,
            "locale": self.random.choice(["de-DE", "en-GB", "fr-FR"]),
            "references": {"buyer": "04011000-12345-03"},
            "sender": {
                "name": self.text(), "address": self.address("DE"), "electronic_address": "a@morgenrot.example",
                "contact": {"name": "Ines Vogt", "phone": "+49 341 5550", "email": "vogt@morgenrot.example"},
            },
            "recipient": {
                "name": self.text(), "address": self.address(country),
                "electronic_address": {"scheme": "0204", "id": "04011000-12345-03"},
            },
            "delivery": {"date": "2026-11-18"},
            "taxes": taxes,
        }
        if category == "O":
            value["sender"]["legal_id"] = {"id": "HRB 1234"}
            value["sender"]["ids"] = [{"id": "4711"}]
        else:
            value["sender"]["vat_id"] = "DE312456789"
            if category in ["AE", "K"]:
                value["recipient"]["vat_id"] = {"AT": "ATU12345678", "FR": "FR12345678901", "NL": "NL123456789B01"}[country]
        if category == "K":
            value["delivery"]["address"] = self.address(country)
        value["payment"] = self.payment(currency)
        self.options(value)
        value["items"] = [self.item(digits, taxes) for _ in range(self.random.randint(1, 8))]
        used = [tax for tax in taxes if len(taxes) == 1 or any(item.get("tax") == tax["id"] for item in value["items"])]
        value["taxes"] = used
        self.adjustments(value, digits, 50, used)
        if self.maybe(0.2):
            value["prepaid"] = self.decimal(0, 30, digits)
        return value

    def payment(self, currency):
        choice = self.random.choice(["transfer", "transfer", "debit", "card"])
        if choice == "transfer":
            value = {"iban": "DE89370400440532013000"}
            if self.maybe():
                value["bic"] = "COBADEFFXXX"
            if currency != "EUR":
                value["means"] = "transfer"
        elif choice == "debit":
            value = {"means": "sepa-debit", "debit": {"mandate": "M-1", "creditor": "DE98ZZZ09999999999", "iban": "DE89370400440532013000"}}
        else:
            value = {"means": "card", "card": {"number": "1234", "holder": self.text()}}
        if self.maybe():
            value["discounts"] = [{"days": 14, "percent": "2.00"}]
        if self.maybe(0.2):
            value["terms"] = self.text()
        return value

    def options(self, value):
        if self.maybe(0.2):
            value["type"] = self.random.choice(["credit-note", "corrected", "partial"])
            if value["type"] != "partial":
                value["references"]["preceding"] = [{"number": "R-0", "date": "2026-10-01"}]
        for name in ["order", "contract", "project", "despatch", "receipt"]:
            if self.maybe(0.15):
                value["references"][name] = self.text()
        if self.maybe(0.2):
            value["period"] = {"start": "2026-11-01", "end": "2026-11-30"}
        if self.maybe(0.2):
            value["notes"] = [{"text": self.text()}]
        if self.maybe(0.1):
            value["payee"] = {"name": self.text()}
        if self.maybe(0.1) and value["currency"] != "EUR":
            value["tax_currency"] = {"code": "EUR", "rate": "0.92"}
        if self.maybe(0.1):
            value["attachments"] = [{"id": "A1", "data": ATTACHMENT, "filename": "a.csv", "mime": "text/csv"}]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folder")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    os.makedirs(arguments.folder, exist_ok=True)
    for number in range(arguments.count):
        # A payload does not depend on those before it.
        payload = Generator(f"{arguments.seed}/{number}").invoice(number)
        with open(os.path.join(arguments.folder, f"{number:04}.json"), "w", encoding="utf-8") as file:
            json.dump(payload, file, ensure_ascii=False, indent=1)


if __name__ == "__main__":
    main()
