import JSON
import TestTraits
import Testing

@testable import Invoicing

/// Each rule fires for the value that breaks it; the payload without the change is valid.
@Suite(.hangLimit) struct RuleTests {
  @Test(arguments: [
    // Path, value (empty: removed), rule, path of the violation.
    ("number", "", "BR-02", "$.number"),
    ("date", "", "BR-03", "$.date"),
    ("type", #""999""#, "BR-CL-01", "$.type"),
    ("type", #""393""#, "BR-DE-17", "$.type"),
    ("currency", #""EUX""#, "BR-CL-04", "$.currency"),
    ("currency", #""KWD""#, "BR-DEC", "$.currency"),
    ("sender.name", "", "BR-06", "$.sender.name"),
    ("recipient.name", "", "BR-07", "$.recipient.name"),
    ("sender.address", "", "BR-09", "$.sender.address"),
    ("sender.address.country", #""XY""#, "BR-CL-14", "$.sender.address.country"),
    ("recipient.address.country", "", "BR-11", "$.recipient.address.country"),
    ("references.buyer", "", "BR-DE-15", "$.references.buyer"),
    ("references.buyer", #""""#, "BR-DE-15", "$.references.buyer"),
    ("sender.electronic_address", #"{"scheme": "ZZ", "id": "1"}"#, "BR-CL-25", "$.sender.electronic_address.scheme"),
    ("references.preceding", "[{}]", "BR-55", "$.references.preceding[0].number"),
    ("total", #""5684.15""#, "BR-CO-15", "$.total"),
    ("payable", #""4684.15""#, "BR-CO-16", "$.payable"),
    ("taxes.0.amount", #""892.24""#, "BR-CO-17", "$.taxes[0].amount"),
    ("items.0.price", #""4642.21""#, "PEPPOL-EN16931-R120", "$.items[0].price"),
    ("prepaid", #""10.005""#, "BR-DEC-16", "$.prepaid"),
    ("taxes.0.category", #""X""#, "BR-CL-18", "$.taxes[0].category"),
    ("taxes.0.rate", "0", "BR-S-05", "$.taxes[0].category"),
    ("taxes.0.rate", "0.49", "BR-CO-17", "$.taxes[0].rate"),
    ("taxes.0.exemption_reason", #""why""#, "BR-S-10", "$.taxes[0].exemption_reason"),
    ("taxes.1.rate", "19", "BR-S-08", "$.taxes[1]"),
    ("items.2.tax", "", "BR-CO-04", "$.items[2].tax"),
    ("items.0.unit", #""Gebinde""#, "BR-CL-23", "$.items[0].unit"),
    ("items.1.unit_code", #""Stück""#, "BR-CL-23", "$.items[1].unit_code"),
    ("items.0.description", "", "BR-25", "$.items[0].description"),
    ("items.1.unit_price", #""-1""#, "BR-27", "$.items[1].unit_price"),
    ("items.1.unit_price", "", "BR-26", "$.items[1].price"),
    ("items.1.list_price", "1", "PEPPOL-EN16931-R046", "$.items[1].list_price"),
    ("items.1.price_per", "0", "PEPPOL-EN16931-R121", "$.items[1].price_per"),
    ("items.0.allowances.0.reason", "", "BR-42", "$.items[0].allowances[0].reason"),
    ("items.0.allowances.0.percent", "", "BR-41", "$.items[0].allowances[0].amount"),
    ("items.0.standard_id", #"{"id": "1"}"#, "BR-64", "$.items[0].standard_id.scheme"),
    ("items.0.classifications", #"[{"code": "1"}]"#, "BR-65", "$.items[0].classifications[0].scheme"),
    ("items.0.attributes.0.value", "", "BR-54", "$.items[0].attributes[0].value"),
    ("items.0.period", #"{"start": "2026-02-01", "end": "2026-01-01"}"#, "BR-30", "$.items[0].period"),
    ("items.0.origin", #""XY""#, "BR-CL-15", "$.items[0].origin"),
    ("period", #"{"start": "2026-02-01", "end": "2026-01-01"}"#, "BR-29", "$.period"),
    ("period", "{}", "BR-CO-19", "$.period"),
    ("charges.0.amount", "", "BR-36", "$.charges[0].amount"),
    ("charges.0.tax", "", "BR-37", "$.charges[0].tax"),
    ("charges.0.code", #""99""#, "BR-CL-20", "$.charges[0].code"),
    ("charges.0.base", "100", "PEPPOL-EN16931-R041", "$.charges[0].percent"),
    ("due", "", "", ""),
    ("payment.discounts", "", "", ""),
    ("sender.contact", "", "BR-DE-2", "$.sender.contact"),
    ("sender.contact.phone", "", "BR-DE-6", "$.sender.contact.phone"),
    ("sender.address.city", "", "BR-DE-3", "$.sender.address.city"),
    ("recipient.address.post_code", "", "BR-DE-9", "$.recipient.address.post_code"),
    ("sender.electronic_address", "", "PEPPOL-EN16931-R020", "$.sender.electronic_address"),
    ("recipient.electronic_address", "", "PEPPOL-EN16931-R010", "$.recipient.electronic_address"),
    ("recipient.electronic_address.scheme", #""ZZ""#, "BR-CL-25", "$.recipient.electronic_address.scheme"),
    ("sender.vat_id", #""312456789""#, "BR-CO-09", "$.sender.vat_id"),
    ("sender.vat_id", "", "BR-CO-26", "$.sender"),
    ("payment.iban", #""DE00123""#, "BR-DE-19", "$.payment.iban"),
    ("payment.terms", ##""Danke\n#SKONTO#TAGE=14#PROZENT=2#""##, "BR-DE-18", "$.payment.terms"),
    ("payment.iban", "", "BR-DE-1", "$.payment.means"),
    ("payment", #"{"means": "transfer"}"#, "BR-61", "$.payment.iban"),
    ("payment.means", #""sepa-debit""#, "BR-DE-25-b", "$.payment"),
    ("payment", #"{"means": "card"}"#, "BR-DE-24-a", "$.payment.card"),
    ("payment", #"{"means": "card", "card": {"number": "4111111111111111"}}"#, "BR-51", "$.payment.card.number"),
    ("payment", #"{"debit": {"mandate": "M"}}"#, "BR-DE-30", "$.payment.debit.creditor"),
    ("payment.means", #""gold""#, "BR-CL-16", "$.payment.means"),
    ("payee", "{}", "BR-17", "$.payee.name"),
    ("tax_representative", #"{"name": "R", "address": {"country": "DE"}}"#, "BR-56", "$.tax_representative.vat_id"),
    ("delivery.address", #"{"country": "DE", "city": "Jena"}"#, "BR-DE-11", "$.delivery.address.post_code"),
    ("tax_currency", #"{"code": "EUR", "rate": 1}"#, "PEPPOL-EN16931-R005", "$.tax_currency.code"),
    ("tax_currency", #"{"code": "CHF"}"#, "BR-53", "$.tax_currency.tax_total"),
    ("tax_point", #""never""#, "BR-CO-03", "$.tax_point"),
    ("notes", #"[{"text": "a", "code": "???"}]"#, "BR-CL-08", "$.notes[0].code"),
    ("attachments", #"[{"url": "https://x.example"}]"#, "BR-52", "$.attachments[0].id"),
    ("attachments", #"[{"id": "a", "url": "plan.pdf"}]"#, "BR-TMP-2", "$.attachments[0].url"),
    ("attachments", #"[{"data": "data:text/html;base64,AAAA", "filename": "a"}]"#, "BR-CL-24", "$.attachments[0].data"),
    ("einvoice", #""peppol""#, "PEPPOL-EN16931-CL008", "$.sender.electronic_address"),
    ("einvoice", #""zugferd""#, "BR-01", "$.einvoice"),
    ("items", "[]", "BR-16", "$.items"),
    ("taxes", "[]", "BR-CO-18", "$.taxes"),
    ("items.0.price", #""4642.201""#, "PEPPOL-EN16931-R120", "$.items[0].price"),
    ("rounding", #""half-even""#, "-", "$.rounding"),
    ("payment_method", #""Wire""#, "-", "$.payment_method"),
    ("items.0.tax", #""reduced""#, "-", "$.items[0].tax"),
    ("references.preceding", #"[{"number": "1"}, {"number": "2"}]"#, "", ""),
    ("einvoice", #"{"profile": "xrechnung-ubl", "attach_pdf": true}"#, "", ""),
    ("einvoice", #"{"profile": "factur-x", "attach_pdf": true}"#, "-", "$.einvoice.attach_pdf"),
    ("einvoice", #""xrechnung-cii""#, "", ""),
    ("payment", #"{"means": "sepa-transfer", "account": "4711"}"#, "BR-DE-19", "$.payment.means"),
  ])
  func ruleFires(path: String, value: String, rule: String, place: String) throws {
    #expect(try TestPayload.complete().violations.isEmpty)
    let violations = try TestPayload.complete().with(path, value).violations
    guard !rule.isEmpty else {
      #expect(violations.isEmpty, "\(path) breaks no rule: \(violations.map(\.description))")
      return
    }
    #expect(
      violations.contains { ($0.rule ?? "-") == rule && $0.path.description == place },
      "\(path): \(violations.map(\.description))")
  }

  @Test func amountDueNeedsATime() throws {
    let payload = try TestPayload.complete().with("due", "").with("payment.discounts", "")
    #expect(
      payload.violations.map(\.description) == [
        "$.due: missing; “4684.14 EUR” are to be paid: say when, here or in $.payment.terms (BR-CO-25)"
      ])
  }

  /// Validators refused credit notes in CII.
  @Test func creditNoteNeedsNoDueDateInUBL() throws {
    let payload = try TestPayload.complete().with("due", "").with("payment.discounts", "").with(
      "type", #""credit-note""#)
    #expect(payload.violations.isEmpty)
    for profile in ["factur-x", "xrechnung", "xrechnung-cii"] {
      let violations = try payload.with("einvoice", "\"\(profile)\"").violations
      #expect(violations.map(\.rule) == ["BR-CO-25"] && violations.map(\.path.description) == ["$.due"])
    }
  }

  @Test(arguments: [("factur-x", true), ("xrechnung-ubl", true), ("xrechnung", false), ("xrechnung-cii", false)])
  func severalPrecedingInvoicesDependOnTheSyntax(profile: String, isValid: Bool) throws {
    let payload = try TestPayload.complete().with("einvoice", "\"\(profile)\"")
      .with("references.preceding", #"[{"number": "1"}, {"number": "2"}]"#)
    #expect(payload.violations.isEmpty == isValid)
  }

  @Test func exemptionCodesIgnoreCase() throws {
    let tax = #"{"name": "USt.", "rate": 0, "category": "E", "exemption_code": "vatex-eu-132-1g"}"#
    #expect(try withTax(tax).violations.isEmpty)
  }

  // MARK: VAT categories

  private func withTax(_ tax: String) throws -> TestPayload {
    try TestPayload.complete().with("total", "").with("payable", "").with("prepaid", "").with("charges", "")
      .with("taxes", "[\(tax)]").with("items", #"[{"description": "a", "price": 100}]"#)
  }

  @Test(arguments: [
    (#"{"name": "USt.", "rate": 0, "category": "E"}"#, "BR-E-10"),
    (#"{"name": "USt.", "rate": 7, "category": "E", "exemption_reason": "x"}"#, "BR-E-05"),
    (#"{"name": "USt.", "rate": 0, "category": "AE"}"#, "BR-AE-02"),
    (#"{"name": "USt.", "rate": 0, "category": "K"}"#, "BR-IC-02"),
    (#"{"name": "USt.", "rate": 0, "category": "K"}"#, "BR-IC-12"),
    (#"{"name": "USt.", "category": "O"}"#, "BR-O-02"),
    (#"{"name": "USt.", "rate": 0, "category": "B"}"#, "BR-B-01"),
    (#"{"name": "USt.", "rate": 0}"#, "BR-S-05"),
    (#"{"name": "USt.", "rate": 101}"#, "-"),
    (#"{"name": "USt.", "rate": -5}"#, "-"),
  ])
  func categoryRuleFires(tax: String, rule: String) throws {
    #expect(try withTax(tax).violations.contains { ($0.rule ?? "-") == rule })
  }

  @Test func smallBusinessStatesItsReason() throws {
    let tax = #"{"name": "USt.", "rate": 0, "category": "E", "exemption_reason": "Kleinunternehmer gemäß § 19 UStG"}"#
    let invoice = try withTax(tax).with("sender.vat_id", "").with("sender.tax_number", #""12/345""#)
      .with("sender.ids", #"[{"id": "4711"}]"#).read()
    #expect(invoice.totals.gross.description == "100.00")
    #expect(invoice.taxes[0].reasonCode == nil)
  }

  @Test func reverseChargeHasItsReason() throws {
    let tax = #"{"name": "USt.", "rate": 0, "category": "AE"}"#
    let invoice = try withTax(tax).with("recipient.vat_id", #""ATU12345678""#).read()
    #expect(invoice.taxes[0].reasonCode == "VATEX-EU-AE")
    #expect(invoice.totals.tax.description == "0.00")
  }

  @Test func notSubjectStandsAlone() throws {
    let violations = try TestPayload.complete().with("taxes.1", #"{"id": "ermäßigt", "name": "-", "category": "O"}"#)
      .violations
    #expect(violations.contains { $0.rule == "BR-O-11" && $0.path.description == "$.taxes[1]" })
  }

  // MARK: Warnings

  @Test(arguments: [
    ("references.buyer", #""04011000-12345-04""#, "BR-DE-15"),
    ("delivery", "", "BR-DE-TMP-32"),
    ("type", #""corrected""#, "BR-DE-26"),
    ("sender.contact.phone", #""12""#, "BR-DE-27"),
    ("items.0.standard_id", #"{"id": "4006381333932", "scheme": "0160"}"#, ""),
    ("sender.contact.email", #""vogt""#, "BR-DE-28"),
  ])
  func recommendationIsAWarning(path: String, value: String, rule: String) throws {
    let invoice = try TestPayload.complete().with(path, value).read()
    #expect(invoice.warnings.map { $0.rule ?? "" } == [rule])
  }

  /// In currencies without minor units the amount of an item may differ too much from quantity × price for Peppol.
  @Test(arguments: [
    ("JPY", "peppol", "10.5", "", 1), ("JPY", "peppol", "10", "", 0), ("JPY", "xrechnung-ubl", "10.5", "", 0),
    ("EUR", "peppol", "10.555", "", 0), ("JPY", "peppol", "7", "3", 1), ("JPY", "peppol", "7", "7", 0),
  ])
  func peppolLimitsTheRoundingOfItems(
    currency: String, profile: String, price: String, per: String, count: Int
  ) throws {
    let item = #"{"description": "a", "unit_price": "\#(price)"\#(per.isEmpty ? "" : #", "price_per": \#(per)"#)}"#
    let payload = try TestPayload.complete().with("currency", "\"\(currency)\"").with("einvoice", "\"\(profile)\"")
      .with("sender.electronic_address", #"{"scheme": "0204", "id": "04011000-12345-03"}"#)
      .with("taxes", #"[{"name": "VAT", "rate": 19}]"#).with("items", "[\(item)]").with("charges", "")
      .with("prepaid", "").with("total", "").with("payable", "").with("payment.discounts", "")
    let found = payload.violations.filter { $0.rule == "PEPPOL-EN16931-R120" }.map(\.path.description)
    #expect(found == Array(repeating: "$.items[0].unit_price", count: count))
  }
}
