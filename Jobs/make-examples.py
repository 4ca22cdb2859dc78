#!/usr/bin/env python3
"""Generates examples/: python3 Jobs/make-examples.py. Needs Pillow for the two pictures, and for the archive the program that
PRESSRUN names, by default that of the debug build."""

import base64
import io
import json
import os
import random
import subprocess
import tempfile

from PIL import Image, ImageDraw, ImageFilter, ImageFont

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "examples")
PROGRAM = os.environ.get("PRESSRUN", os.path.join(HERE, "..", "..", ".build", "debug", "pressrun"))
SANS = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def write(name, kind, payload, destination, tenant="northgate"):
    job = {"kind": kind, "tenant": tenant, "destination": destination, "payload": payload}
    with open(os.path.join(HERE, name), "w", encoding="utf-8") as file:
        json.dump(job, file, ensure_ascii=False, indent=2)
        file.write("\n")


def data_url(media_type, data):
    return f"data:{media_type};base64,{base64.b64encode(data).decode()}"


# Pictures


def chart():
    """Order intake and deliveries by quarter, as a PNG of few colours."""
    scale = 2
    image = Image.new("RGB", (760 * scale, 300 * scale), "white")
    draw = ImageDraw.Draw(image)
    small = ImageFont.truetype(SANS, 12 * scale)
    intake = [212, 236, 241, 258, 274, 291, 318, 342]
    deliveries = [205, 214, 226, 231, 238, 243, 247, 251]
    names = ["Q4 24", "Q1 25", "Q2 25", "Q3 25", "Q4 25", "Q1 26", "Q2 26", "Q3 26"]
    left, top, bottom, right = 50 * scale, 36 * scale, 264 * scale, 750 * scale

    def y(value):
        return bottom - value * (bottom - top) // 400

    for value in range(0, 401, 100):
        draw.line([(left, y(value)), (right, y(value))], fill="#dfe5ea", width=scale)
        draw.text((left - 8 * scale, y(value)), str(value), font=small, fill="#6b7785", anchor="rm")
    step = (right - left) // len(names)
    for index, name in enumerate(names):
        x = left + index * step + 14 * scale
        width = 27 * scale
        draw.rectangle([x, y(intake[index]), x + width, bottom], fill="#1c3d5f")
        draw.rectangle([x + width + 3 * scale, y(deliveries[index]), x + 2 * width + 3 * scale, bottom], fill="#8fb3d1")
        draw.text((x + width, bottom + 8 * scale), name, font=small, fill="#6b7785", anchor="ma")
    for index, (color, name) in enumerate([("#1c3d5f", "Order intake"), ("#8fb3d1", "Deliveries")]):
        x = left + index * 130 * scale
        draw.rectangle([x, 8 * scale, x + 12 * scale, 20 * scale], fill=color)
        draw.text((x + 18 * scale, 14 * scale), name, font=small, fill="#3c4854", anchor="lm")
    out = io.BytesIO()
    image.quantize(16).save(out, "PNG", optimize=True)
    return out.getvalue()


def photograph():
    """A yard at dusk, as a JPEG."""
    width, height = 900, 420
    image = Image.new("RGB", (width, height))
    draw = ImageDraw.Draw(image)
    for row in range(height):
        t = row / height
        draw.line([(0, row), (width, row)], fill=(int(36 + 190 * t), int(62 + 96 * t), int(98 + 30 * t)))
    noise = random.Random(7)
    for layer, color in enumerate([(70, 84, 104), (48, 60, 78), (28, 36, 48)]):
        x = -20
        while x < width:
            w = noise.randint(40, 120)
            h = noise.randint(30, 90) + layer * 14
            draw.rectangle([x, 330 - h + layer * 24, x + w, height], fill=color)
            if layer == 2:
                for window in range(x + 8, x + w - 8, 14):
                    if noise.random() < 0.6:
                        draw.rectangle([window, 350 - h + 30, window + 6, 350 - h + 38], fill=(240, 196, 120))
            x += w + noise.randint(0, 24)
    for x in (230, 560, 720):
        draw.line([(x, 380), (x, 120)], fill=(22, 28, 38), width=7)
        draw.line([(x - 90, 140), (x + 150, 120)], fill=(22, 28, 38), width=5)
        draw.line([(x + 120, 122), (x + 120, 220)], fill=(22, 28, 38), width=2)
    draw.rectangle([0, 384, width, height], fill=(40, 52, 66))
    for _ in range(300):
        x, y = noise.randint(0, width), noise.randint(388, height)
        draw.line([(x, y), (x + noise.randint(6, 30), y)], fill=(96, 104, 112))
    image = image.filter(ImageFilter.GaussianBlur(0.8))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=72)
    return out.getvalue()


def logo():
    """The invoice template's own logo."""
    scale = 4
    image = Image.new("RGBA", (210 * scale, 48 * scale), (255, 255, 255, 0))
    draw = ImageDraw.Draw(image)
    for index, color in enumerate(["#b4451f", "#d9743f", "#eda977"]):
        x = index * 11 * scale
        draw.polygon(
            [(x, 42 * scale), (x + 14 * scale, 6 * scale), (x + 22 * scale, 6 * scale), (x + 8 * scale, 42 * scale)],
            fill=color)
    font = ImageFont.truetype(SANS.replace("Sans.ttf", "Sans-Bold.ttf"), 24 * scale)
    draw.text((54 * scale, 24 * scale), "Pressrun", font=font, fill="#2b2f33", anchor="lm")
    out = io.BytesIO()
    image.quantize(64).save(out, "PNG", optimize=True)
    return out.getvalue()


# Notes

NOTE = """
<p>Management sounded more confident than at the half-year, and for the first time in two years the discussion was about
<strong>capacity rather than demand</strong>. Order intake rose 8% on the quarter to €342m; deliveries, held back by the
second shift in Ålesund, rose 2%. We raise our estimate for next year's operating profit by 6% and keep our <em>Buy</em>.</p>

<h2>What changed</h2>
<ul>
  <li>Lead times for the large thrusters have gone from 11 to 14 months.
    <ul>
      <li>Customers now reserve slots with a deposit of 15%, up from 10%.</li>
      <li>Two yards asked for framework contracts through 2029:
        <ul><li>the first covers <b>12 vessels</b> with options for 6 more;</li><li>the second is not signed.</li></ul>
      </li>
    </ul>
  </li>
  <li>Service revenue passed 40% of sales; its margin is about twice that of new equipment.</li>
  <li>The finance director confirmed that net cash will be returned above €120m, “in whatever form the board prefers”.</li>
</ul>

<figure>
  <img src="{chart}" alt="Bar chart of order intake and deliveries, Q4 2024 to Q3 2026" width="560">
  <figcaption>Order intake and deliveries, €m per quarter. Source: company reports.</figcaption>
</figure>

<h2>Numbers</h2>
<table>
  <thead>
    <tr><th>€m</th><th align="right">Q3 25</th><th align="right">Q2 26</th><th align="right">Q3 26</th><th align="right">Our estimate</th><th>Comment</th></tr>
  </thead>
  <tbody>
    <tr><td>Order intake</td><td align="right">258</td><td align="right">318</td><td align="right">342</td><td align="right">325</td><td>Offshore wind vessels</td></tr>
    <tr><td>Revenue</td><td align="right">231</td><td align="right">247</td><td align="right">251</td><td align="right">256</td><td>Second shift late by six weeks</td></tr>
    <tr><td>Gross margin</td><td align="right">31.2%</td><td align="right">32.8%</td><td align="right">33.9%</td><td align="right">33.0%</td><td>Mix: more service</td></tr>
    <tr><td>Operating profit</td><td align="right">28.4</td><td align="right">33.1</td><td align="right">35.6</td><td align="right">34.2</td><td></td></tr>
    <tr><td>Net cash</td><td align="right">61</td><td align="right">88</td><td align="right">104</td><td align="right">97</td><td>Deposits from customers €41m</td></tr>
  </tbody>
</table>

<h3>How we get to the new estimate</h3>
<p>The second shift adds about 9% to capacity from January. We let prices rise with the backlog's mix and hold the cost of
castings flat, as the supplier contract runs to the end of 2027:</p>
<pre><code>revenue_2027   = 251 * 4 * (1 + 0.09) * (1 + 0.025)     # run rate, capacity, price
gross_margin   = 0.339 + 0.4 * (0.42 - 0.40)            # service share from 40% to 42%
operating      = revenue_2027 * gross_margin - 236      # overheads as guided
</code></pre>

<blockquote><p>“A year ago I was asked whether the orders would come. Now I am asked whether I can build them. I know
which question I would rather answer.”</p><p>— Ingrid Halvorsen, on the call</p></blockquote>

<h2>Risks, and what to do next</h2>
<p>The main risk is execution in Ålesund; a slip of one more quarter would cost about €7m of operating profit. Steel is hedged
for nine months. See the <a href="https://halvorsen.example/reports/2026-q3">company's report</a> and our
<a href="https://research.northgate.example/notes/2026-118">site visit in May</a>.</p>
<ul>
  <li><input type="checkbox" checked> Ask for the deposit schedule by customer</li>
  <li><input type="checkbox" checked> Update the model with the new tax rate</li>
  <li><input type="checkbox"> Call two shipyards about slot prices</li>
  <li><input type="checkbox"> Visit Ålesund once the second shift runs</li>
</ul>
<figure>
  <img src="{photo}" alt="The yard at Ålesund at dusk, three cranes over low buildings" width="520">
  <figcaption>The yard at Ålesund, May 2026.</figcaption>
</figure>
"""

COMPANIES = [
    ("Varmekraft", "Norway", 412, 6.1, 11.8, "long municipal concessions", "waste heat from two smelters"),
    ("Fjernvarme Nord", "Denmark", 655, 4.2, 10.1, "a cooperative's cost of capital", "a large sea-water heat pump"),
    ("Stadtwärme", "Germany", 1240, 3.4, 9.2, "gas-linked tariffs", "three geothermal wells"),
    ("Ciepło Polska", "Poland", 980, 8.7, 12.9, "coal to be replaced by 2030", "biomass and electric boilers"),
    ("Calore Lombardia", "Italy", 530, 5.5, 10.6, "dense networks in four cities", "a waste-to-energy line"),
    ("Réseau Chaleur", "France", 1410, 7.3, 11.0, "a reduced VAT rate", "biomass, and a geothermal doublet"),
    ("Teplo Praha", "Czechia", 610, 2.9, 9.9, "a single large transmission pipe", "a move from coal to gas and heat pumps"),
    ("Lämpö", "Finland", 720, 3.8, 10.4, "free pricing under supervision", "data-centre heat"),
    ("Värmebolaget", "Sweden", 890, 2.6, 9.7, "the oldest network in our group", "bioenergy with carbon capture"),
    ("Warmtenet Holland", "Netherlands", 350, 9.4, 8.1, "a law that hands networks to cities", "residual heat from the port"),
]


def long_note():
    noise = random.Random(11)
    parts = [
        """
<p>District heating is a dull business with an interesting decade ahead. Ten listed companies heat eleven million European
homes; most of them must replace the larger part of their heat sources before 2035, under regulators who let them earn a
return on what they replace. This note explains how the tariffs work, ranks the ten on what decides their returns, and says
which three we would own.</p>
<h2>Summary</h2>
<ol>
  <li><strong>Returns follow the tariff formula, not the weather.</strong> Seven of the ten are reset at least every two years.</li>
  <li><strong>Growth follows the source.</strong> Who has cheap waste heat within pipe distance can lower prices and still earn
  more; who has none must build, and needs the regulator's patience.</li>
  <li><strong>Balance sheets differ more than valuations do.</strong>
    <ol type="a">
      <li>Net debt runs from 1.1 to 5.2 times EBITDA.</li>
      <li>The dearest share has the second highest debt.</li>
    </ol>
  </li>
</ol>
<h2>How a tariff is made</h2>
<p>Every country says it differently, but the sum is the same. The company is allowed its cost of fuel and power, usually with a
delay; its cost of running the network, set for a period and lowered a little each year; the depreciation of what it has
built; and a return on what is left to depreciate. Four questions decide who gains.</p>
<dl>
  <dt>Who bears the price of fuel?</dt>
  <dd>Where it is passed on at once, volumes suffer in a dear winter; where it is passed on late, working capital does.</dd>
  <dt>Does a saving stay with the company?</dt>
  <dd>In four countries it does until the next reset, which is why their heads talk about maintenance and not about sales.</dd>
  <dt>When does new plant enter the base?</dt>
  <dd>As it is built, in the Nordic countries; when it runs, elsewhere. Over a six-year programme that is worth a fifth of the
  return.</dd>
  <dt>May customers leave?</dt>
  <dd>They may in most places, and with cheap heat pumps some will. A tariff above the cost of a heat pump is not a tariff; it is a
  wish.</dd>
</dl>
""",
        "<h2>The ten side by side</h2><table><caption>Estimates for 2027; market data of 18 November 2026</caption><thead><tr>"
        + "".join(
            f'<th{"" if i < 2 else " align=right"}>{name}</th>'
            for i, name in enumerate(
                ["Company", "Country", "Sales €m", "Growth", "EBITDA margin", "Net debt / EBITDA", "Base €m", "Return",
                 "P/E", "Yield"]))
        + "</tr></thead><tbody>",
    ]
    for name, country, sales, growth, ret, _, _ in COMPANIES:
        margin, debt = noise.uniform(22, 38), noise.uniform(1.1, 5.2)
        parts.append(
            f"<tr><td>{name}</td><td>{country}</td>"
            + "".join(
                f"<td align=right>{value}</td>"
                for value in [
                    f"{sales:,}", f"{growth}%", f"{margin:.1f}%", f"{debt:.1f}×", f"{int(sales * noise.uniform(1.6, 2.9)):,}",
                    f"{ret}%", f"{noise.uniform(9.5, 17.5):.1f}", f"{noise.uniform(2.1, 6.4):.1f}%"])
            + "</tr>")
    parts.append("</tbody></table><h2>Company by company</h2>")
    openings = [
        "{name} lives on {basis}.", "What matters at {name} is {basis}.", "Few things explain {name} better than {basis}.",
        "The case for or against {name} starts with {basis}.",
    ]
    middles = [
        "Sales of €{sales}m should grow by {growth}% a year to 2030, nearly all of it from new connections; prices we hold flat "
        "in real terms, which is what the last two resets gave.",
        "We expect {growth}% a year from a base of €{sales}m. Half of that is already contracted, and the order in which the "
        "districts are dug up is fixed until 2029.",
        "On sales of €{sales}m the company plans for growth of {growth}% a year; it has met its plan in four years of five.",
    ]
    ends = [
        "The next heat source is {source}. If it comes in on budget, the return on the base settles at about {ret}%; a year's delay "
        "costs roughly half a point.",
        "Its programme rests on {source}, permitted since the spring. Management guides to a return of {ret}%, and we see no reason "
        "to differ.",
        "For new heat it relies on {source}. That is cheap, but it is one source, and the {ret}% that we put in the model has a wider "
        "range around it than elsewhere.",
    ]
    for index, (name, country, sales, growth, ret, basis, source) in enumerate(COMPANIES):
        values = dict(name=name, sales=f"{sales:,}", growth=growth, ret=ret, basis=basis, source=source)
        parts.append(f"<h3>{name} ({country})</h3><p>")
        parts.append(" ".join(choice[index % len(choice)].format(**values) for choice in (openings, middles, ends)))
        parts.append("</p>")
        if index % 3 == 0:
            parts.append(
                f"<ul><li>What would make us wrong: the regulator of {country} shortens the period.</li><li>What to watch: the "
                f"number of new connections, published each quarter.<ul><li>Last: {noise.randint(2, 19) * 100} homes.</li>"
                f"<li>Needed for our estimate: {noise.randint(9, 15) * 100}.</li></ul></li></ul>")
        if index == 4:
            parts.append(
                f'<figure><img src="{data_url("image/png", chart())}" alt="Bar chart of new connections and disconnections" '
                'width="600"><figcaption>Connections contracted and built, hundreds of homes per quarter, all ten companies.'
                "</figcaption></figure>")
    parts.append("""
<h2>What a heat pump does to the sum</h2>
<p>A detached house that leaves the network loses the fixed charge and buys power instead. At today's prices that pays in three
of the ten areas, all with tariffs above €105 per MWh. Flats cannot leave one by one, so the risk is in the suburbs; we count
the share of revenue from detached houses, and the price at which they would go:</p>
<pre><code>break_even = (fixed_charge + heat_price * demand) / demand        # what the customer pays per MWh
           - (power_price / seasonal_efficiency + capital_cost)   # what a pump would cost per MWh, ten years, 5%

for area in areas:
    at_risk[area] = revenue[area] * share_detached[area] if break_even[area] > 0 else 0</code></pre>
<p>The sum at risk is 4% of revenue for the group and 13% for the most exposed company. It is a slow risk, as boilers are replaced
every eighteen years, but it is the reason why we would rather own those who can cut prices.</p>
<h2>What we would own</h2>
<p>Our three are those whose next source is cheap, permitted and close: <b>Fjernvarme Nord</b>, <b>Lämpö</b> and
<b>Réseau Chaleur</b>. The first two trade below the value of their base. The third does not, but it is the only one whose growth
needs no new law.</p>
<table><thead><tr><th>Share</th><th align=right>Price €</th><th align=right>Value €</th><th>Why now</th></tr></thead><tbody>
<tr><td>Fjernvarme Nord</td><td align=right>18.40</td><td align=right>24.00</td><td>The sea-water pump starts in March, and the tariff already pays for it.</td></tr>
<tr><td>Lämpö</td><td align=right>31.15</td><td align=right>39.50</td><td>Two more data centres have signed; each replaces a boiler that needs renewal anyway.</td></tr>
<tr><td>Réseau Chaleur</td><td align=right>52.80</td><td align=right>60.00</td><td>Eleven tenders close before summer; it has won six of the last ten.</td></tr>
</tbody></table>
<p>We have no position in the others. The full model is on the <a href="https://research.northgate.example/models/heat-2026">research
server</a>; questions to the author.</p>
""")
    return "\n".join(parts)


def notes():
    write(
        "note.json", "note",
        {
            "title": "Halvorsen Marine: capacity, not demand, is now the constraint",
            "author": "Miriam Adeyemi",
            "created": "2026-11-19T17:42:00+01:00",
            "tags": ["earnings call", "marine", "europe", "buy"],
            "shared": "2026-11-20T08:05:00+01:00",
            "locale": "en-GB",
            "body": NOTE.format(
                chart=data_url("image/png", chart()), photo=data_url("image/jpeg", photograph())).strip(),
        }, "email:pm@northgate.example")
    write(
        "note-long.json", "note",
        {
            "title": "District heating in Europe: ten companies, one formula, and the sources that decide between them",
            "author": "Jonas Lindqvist",
            "created": "2026-11-18T11:20:00+01:00",
            "tags": ["utilities", "initiation", "europe", "regulation", "heat"],
            "shared": "2026-11-20",
            "locale": "en-GB",
            "body": long_note().strip(),
        }, "folder")


# Invoices

SENDER = ["Northgate Print & Paper Ltd", "14 Foundry Lane", "Sheffield S3 8EN", "United Kingdom", "VAT GB 214 6638 05"]
SENDER_DE = ["Morgenrot Werkstatt GmbH", "Lindenallee 7", "04109 Leipzig", "USt-IdNr. DE 312 456 789"]


def invoices():
    write(
        "invoice-1.json", "invoice",
        {
            "number": "2026-0147", "date": "2026-11-20", "due": "2026-12-20", "sender": SENDER,
            "recipient": ["Hartwell & Osei LLP", "22 Castle Street", "Bristol BS1 3AF", "United Kingdom"],
            "payment_method": "Bank transfer\nIBAN GB33 BUKB 2020 1555 5555 55",
            "items": [{"description": "Annual report 2026, design and typesetting", "price": "4850.00"}],
            "currency": "GBP", "locale": "en-GB", "total": "4850.00",
        }, "email:accounts@hartwell.example", "paper")
    lines = [
        ("Annual report, 96 pages, printed in four colours", 500, "8.4350", "copies, thread-sewn"),
        ("Proofs on the final paper", 3, "42.00", None),
        ("Envelopes C4 with window", 2000, "0.1185", None),
        ("Franking and posting, inland", 412, "1.90", None),
        ("Franking and posting, abroad", 61, "4.75", None),
        ("Storage of remaining copies, per month", 2, "18.00", None),
        ("Typesetting, author's corrections", "6.5", "68.00", "hours of 14 and 15 November"),
        ("Discount for the returning customer", 1, "-150.00", None),
    ]
    write(
        "invoice-8.json", "invoice",
        {
            "number": "2026-0148", "date": "2026-11-20", "due": "2026-12-20", "sender": SENDER,
            "recipient": ["Northgate Asset Management", "Accounts payable", "1 Canal Walk", "Leeds LS1 4DT"],
            "payment_method": "Bank transfer\nIBAN GB33 BUKB 2020 1555 5555 55",
            "items": [
                {"description": text, "quantity": quantity, "unit_price": price, **({"detail": detail} if detail else {})}
                for text, quantity, price, detail in lines
            ],
            "taxes": [{"name": "VAT", "rate": "20"}], "currency": "GBP", "locale": "en-GB",
            "remark": "Thank you for printing with us again.",
        }, "print", "paper")
    noise = random.Random(3)
    goods = ["Bracket", "Flange", "Bearing", "Gasket", "Shaft seal", "Cable gland", "Relay", "Terminal block", "Valve", "Filter"]
    sizes = ["M6", "M8", "M10", "DN 25", "DN 40", "DN 65", "24 V", "230 V", "60 × 40", "80 × 80"]
    write(
        "invoice-300.json", "invoice",
        {
            "number": "A-77120", "date": "2026-11-20", "due": "2027-01-04",
            "sender": ["Delaware Marine Supply Inc.", "300 Harbor Road", "Wilmington, DE 19801"],
            "recipient": ["Halvorsen Marine Services", "Attn. Purchasing", "1180 Pier Avenue", "Norfolk, VA 23510"],
            "payment_method": ["Wire transfer, 45 days", "Account 004 118 2207"],
            "items": [
                {
                    "description": f"{goods[noise.randrange(10)]} {sizes[noise.randrange(10)]}, part {noise.randrange(10000, 99999)}",
                    "quantity": noise.randrange(1, 60),
                    "unit_price": f"{noise.randrange(35, 48000) / 100:.2f}",
                } for _ in range(300)
            ],
            "taxes": [{"name": "Sales tax", "rate": "6.25"}], "currency": "USD", "locale": "en-US",
        }, "folder", "marine")
    write(
        "invoice-de.json", "invoice",
        {
            "number": "RE-2026-0912", "date": "2026-11-20", "due": "2026-12-04", "sender": SENDER_DE,
            "recipient": ["Stadtbibliothek Jena", "Ernst-Abbe-Platz 11", "07743 Jena"],
            "payment_method": ["Überweisung", "DE89 3704 0044 0532 0130 00"],
            "items": [
                {"description": "Regale aus Esche, geölt", "quantity": "4", "unit": "Stück", "unit_price": "1289.50"},
                {"description": "Lesepult nach Zeichnung", "quantity": "1", "unit": "Stück", "unit_price": "2140.00"},
                {"description": "Aufbau vor Ort", "quantity": "11.5", "unit": "Std.", "unit_price": "64.00", "detail": "zwei Personen"},
                {"description": "Anfahrt", "price": "95.00"},
            ],
            "taxes": [{"name": "USt.", "rate": "19"}], "currency": "EUR", "locale": "de-DE", "total": "9673.51",
        }, "email:buchhaltung@stadtbibliothek.example", "werkstatt")


# A statement: a kind that is nothing but Jobs/statement.yaml and Templates/statement.


def statement():
    holdings = [
        ("Fjernvarme Nord", "DK0061804770", "12000", "18.40", "220800.00", "17.61", "3.2"),
        ("Lämpö", "FI4000552500", "6500", "31.15", "202475.00", "16.15", "5.9"),
        ("Réseau Chaleur", "FR0014003TT8", "3900", "52.80", "205920.00", "16.42", "-0.8"),
        ("Halvorsen Marine", "NO0012885252", "8800", "27.35", "240680.00", "19.19", "11.4"),
        ("Federal Republic 2.1% 2034", "DE000BU2Z031", "250000", "0.9812", "245300.00", "19.56", "0.4"),
        ("Cash", "—", "138725.5", "1", "138725.50", "11.06", None),
    ]
    write(
        "statement.json", "statement",
        {
            "client": {"name": "Orchard Foundation", "address": ["c/o Hartwell & Osei LLP", "22 Castle Street", "Bristol BS1 3AF"]},
            "account": "NG-4471-02", "period": {"from": "2026-07-01", "to": "2026-09-30"}, "locale": "en-GB", "currency": "EUR",
            "commentary": "<p>The portfolio rose by <b>4.3%</b> over the quarter, 1.1 points more than its benchmark. Most of the "
                          "difference came from Halvorsen Marine after its results in August.</p><p>We took profits in bonds and "
                          "added to <i>Lämpö</i>, whose second data-centre contract was signed in September.</p>",
            "holdings": [
                dict(name=n, isin=i, quantity=q, price=p, value=v, weight=w, **({"change": c} if c else {}))
                for n, i, q, p, v, w, c in holdings
            ],
            "totals": {"opening": "1187214.20", "flows": "15000.00", "result": "51686.30", "closing": "1253900.50"},
        }, "folder")


# An archive: a document of two pages that conforms to PDF/A-2a and PDF/UA-1, and two incremental updates, each with one annotation.

BRIEFING = """<!doctype html><html lang="en"><title>Briefing: winter supply</title><style>
@page { size: A4; margin: 60pt 72pt }
body { margin: 0; font: 11pt/18pt "DejaVu Sans", sans-serif }
h1 { margin: 0 0 18pt; font-size: 20pt; line-height: 26pt }
p { margin: 0 }
section + section { break-before: page }
</style>
<section><h1>Briefing: winter supply</h1>
<p>Storage stands at 87 percent, four points above the average of five years.</p>
<p>The northern interconnector is back in service after repairs in October.</p>
<p>Three generators have asked to extend their licences beyond March.</p>
<p>A cold spell of ten days would use about a fifth of what is stored.</p></section>
<section><h1>Questions for the committee</h1>
<p>Should the reserve be held until the end of January, or released by stages?</p>
<p>Who decides, and on what figures, when two districts compete for the same supply?</p>
<p>What is published, and how soon?</p></section>
"""

# Under the first lines of the pages.
HIGHLIGHT = """<highlight page="0" name="9f0c-1" rect="70,721,484,737" coords="72,736,482,736,72,722,482,722" color="#FFE64D"
title="R. Okafor" date="D:20261120091400Z"><contents>Compare with last year's report.</contents></highlight>"""
INK = """<ink page="1" name="9f0c-2" color="#1A33B3" width="2" title="R. Okafor" date="D:20261120093000Z">
<inklist><gesture>72,720;150,722;240,719;330,723;484,720</gesture></inklist></ink>"""


def pressrun(*arguments):
    subprocess.run([PROGRAM, *arguments], check=True)


def archive():
    with tempfile.TemporaryDirectory() as folder:
        def path(name):
            return os.path.join(folder, name)

        def read(name):
            with open(path(name), "rb") as file:
                return file.read()

        with open(path("briefing.html"), "w", encoding="utf-8") as file:
            file.write(BRIEFING)
        pressrun("render", path("briefing.html"), "-o", path("0.pdf"), "--conformance", "pdf/a-2a,pdf/ua-1")
        files = [read("0.pdf")]
        for number, annotation in enumerate((HIGHLIGHT, INK), 1):
            with open(path("annotation.xfdf"), "w", encoding="utf-8") as file:
                file.write(f'<xfdf xmlns="http://ns.adobe.com/xfdf/"><annots>{annotation}</annots></xfdf>')
            pressrun(
                "archive", "append", path(f"{number - 1}.pdf"), "--xfdf", path("annotation.xfdf"), "-o", path(f"{number}.pdf"))
            files.append(read(f"{number}.pdf"))

    def encoded(data):
        return "data:application/pdf;base64," + base64.b64encode(data).decode()

    base, first, second = files
    write(
        "archive.json", "archive",
        {
            "title": "Briefing: winter supply",
            "base": encoded(base),
            "segments": [
                {"data": encoded(first[len(base):]), "author": "R. Okafor", "created": "2026-11-20T09:14:00Z"},
                {"data": encoded(second[len(first):]), "author": "R. Okafor", "created": "2026-11-20T09:30:00Z"},
            ],
        }, "folder", "records")


# ---------------------------------------------------------------------------
# Binders


def part(name):
    """The job in another example as a part."""
    with open(os.path.join(HERE, name), encoding="utf-8") as file:
        job = json.load(file)
    return {"kind": job["kind"], "payload": job["payload"]}


def binder():
    write(
        "binder.json", "binder",
        {
            "title": "Winter supply 2026",
            "subtitle": "Notes, invoice and briefing",
            "author": "R. Okafor",
            "created": "2026-11-20",
            "separators": True,
            "parts": [
                part("note.json"),
                part("note-long.json"),
                {"title": "Printing of the annual report", **part("invoice-8.json")},
                {"title": "Briefing with annotations", **part("archive.json")},
            ],
        }, "folder", "records")


if __name__ == "__main__":
    notes()
    invoices()
    statement()
    archive()
    binder()
    with open(os.path.join(HERE, "..", "..", "Templates", "invoice", "logo.png"), "wb") as file:
        file.write(logo())
