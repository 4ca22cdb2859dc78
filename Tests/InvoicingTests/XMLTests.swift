import JSON
import TestTraits
import Testing

@testable import Invoicing

@Suite(.hangLimit) struct XMLTests {
  /// A payload with every member that EN 16931 has a term for.
  private func full() throws -> TestPayload {
    try TestPayload.complete()
      .with("references.project", #""P1""#).with("references.contract", #""C1""#).with(
        "references.sales_order", #""S1""#
      )
      .with("references.receipt", #""R1""#).with("references.despatch", #""D1""#).with("references.tender", #""T1""#)
      .with("references.object", #"{"id": "O1", "scheme": "ABZ"}"#).with("references.buyer_account", #""4400""#)
      .with("references.preceding", #"[{"number": "RE-1", "date": "2026-01-02"}]"#)
      .with("notes", #"[{"text": "A & <b> \"c\"\nd", "code": "AAI"}]"#).with("tax_point", #""delivery""#)
      .with("tax_currency", #"{"code": "CHF", "tax_total": "850.00"}"#)
      .with("period", #"{"start": "2026-11-01", "end": "2026-11-30"}"#)
      .with("sender.trade_name", #""Morgenrot""#).with("sender.ids", #"[{"id": "1"}, {"id": "2", "scheme": "0088"}]"#)
      .with("sender.legal_id", #"{"id": "HRB 1", "scheme": "0204"}"#).with("sender.tax_number", #""12/345""#)
      .with("sender.legal_info", #""Amtsgericht Leipzig""#).with("sender.address.line2", #""Hof""#)
      .with("sender.address.line3", #""Tor 3""#).with("sender.address.subdivision", #""Sachsen""#)
      .with("recipient.id", #"{"id": "K1", "scheme": "0088"}"#).with("recipient.vat_id", #""DE999999999""#)
      .with("recipient.contact", #"{"name": "N", "phone": "030 111", "email": "nn@aa.de"}"#)
      .with("payee", #"{"name": "Bank", "id": {"id": "7"}, "legal_id": {"id": "8"}}"#)
      .with("tax_representative", #"{"name": "V", "vat_id": "DE111111111", "address": {"country": "DE"}}"#)
      .with("delivery.name", #""Lager""#).with("delivery.location", #"{"id": "L", "scheme": "0088"}"#)
      .with("delivery.address", #"{"line1": "Weg 1", "post_code": "07743", "city": "Jena", "country": "DE"}"#)
      .with("payment.text", #""Überweisung""#).with("payment.reference", #""RE 912""#).with(
        "payment.bic", #""COBADEFFXXX""#
      )
      .with("payment.account_name", #""Morgenrot""#).with(
        "allowances", #"[{"reason": "Treue", "percent": "2.5", "tax": "normal"}]"#
      )
      .with(
        "attachments",
        #"[{"id": "A1", "description": "Plan", "data": "data:text/csv;base64,YSxiCg==", "filename": "a.csv"}, {"id": "A2", "url": "https://a.example/x"}]"#
      )
      .with("items.0.id", #""10""#).with("items.0.note", #""Hinweis""#).with(
        "items.0.object", #"{"id": "Z", "scheme": "ABZ"}"#
      )
      .with("items.0.order_line", #""1""#).with("items.0.buyer_account", #""4401""#)
      .with("items.0.period", #"{"start": "2026-11-02", "end": "2026-11-03"}"#).with("items.0.list_price", #""1300""#)
      .with("items.0.seller_id", #""S""#).with("items.0.buyer_id", #""B""#).with("items.0.origin", #""SE""#)
      .with("items.0.standard_id", #"{"id": "4006381333931", "scheme": "0160"}"#).with(
        "items.0.detail", #"["eins", "zwei"]"#
      )
      .with("items.0.classifications", #"[{"code": "1", "scheme": "IB", "version": "8"}]"#)
      .with("total", "").with("payable", "")
  }

  private func payload(_ xml: [UInt8], profile: InvoiceProfile) throws -> TestPayload {
    var read = try TestPayload("{}")
    read.value = try InvoiceXML.payload(xml)
    return try read.with("einvoice", "\"\(profile.rawValue)\"").with("locale", #""de-DE""#)
  }

  @Test(arguments: InvoiceProfile.Syntax.allCases, ["invoice", "credit-note"])
  func everythingThatIsWrittenIsRead(syntax: InvoiceProfile.Syntax, type: String) throws {
    let profile: InvoiceProfile = syntax == .cii ? .xrechnungCII : .xrechnungUBL
    let invoice = try full().with("type", "\"\(type)\"").read(profile)
    let xml = invoice.xml()
    let again = try payload(xml, profile: profile).read().xml()
    #expect(String(decoding: again, as: UTF8.self) == String(decoding: xml, as: UTF8.self))
  }

  @Test func bothSyntaxesCarryTheSameTerms() throws {
    let invoice = try full().read()
    let cii = try payload(invoice.xml(.cii), profile: .xrechnungUBL)
    let ubl = try payload(invoice.xml(.ubl), profile: .xrechnungUBL)
    // UBL has no legal identifier scheme for a trade name of the payee, CII none for the order of taxes: the payloads
    // agree.
    #expect(cii.value.text == ubl.value.text)
  }

  @Test func creditNoteIsACreditNote() throws {
    let xml = try String(decoding: TestPayload.complete().with("type", #""credit-note""#).read().xml(), as: UTF8.self)
    #expect(xml.contains("<CreditNote "))
    #expect(xml.contains("<cbc:CreditNoteTypeCode>381<"))
    #expect(xml.contains("<cbc:PaymentDueDate>2026-12-20<"))
    #expect(xml.contains("<cbc:CreditedQuantity unitCode=\"C62\">4<"))
  }

  /// BR-DE-18 asks for a line break after each discount; terms that were stated in that notation had none at their end.
  @Test(arguments: [
    (##"#SKONTO#TAGE=14#PROZENT=2.00#"##, "\n"),
    (##"Netto\n#SKONTO#TAGE=7#PROZENT=3.00#BASISBETRAG=100.00#\n"##, "\n"),
    (##"#SKONTO#TAGE=14#PROZENT=2.00#\nNetto"##, "Netto"),
  ])
  func statedDiscountsEndWithALineBreak(terms: String, end: String) throws {
    let payload = try TestPayload.complete().with("payment.discounts", "").with("payment.terms", "\"\(terms)\"")
    let note = String(decoding: try payload.read().xml(), as: UTF8.self).split(separator: "<cac:PaymentTerms>")[1]
      .split(separator: "</cbc:Note>")[0]
    #expect(note.hasSuffix(end) && !note.hasSuffix("\n\n"))
  }

  @Test func discountIsInTheNotationOfXRechnung() throws {
    let payload = try TestPayload.complete()
    #expect(String(decoding: try payload.read().xml(), as: UTF8.self).contains("#SKONTO#TAGE=14#PROZENT=2.00#\n<"))
    let other = try payload.read(.facturX)
    #expect(other.paymentTerms == "2.00 % Skonto bei Zahlung innerhalb von 14 Tagen.")
  }

  /// 10.5 % of 1,005 yen are 105.525: too far from 106 for a rule that tolerates 0.02.
  @Test func percentageBeyondTheToleranceIsNotStated() throws {
    let items =
      #"[{"description": "a", "quantity": 1, "unit_price": 1005, "tax": "normal", "allowances": [{"percent": "10.5", "reason": "r"}]}]"#
    let payload = try TestPayload.complete().with("currency", #""JPY""#).with("items", items)
      .with("charges", "").with("prepaid", "").with("total", "").with("payable", "")
    let invoice = try payload.read()
    #expect(invoice.lines[0].amount.description == "899")
    for syntax in InvoiceProfile.Syntax.allCases {
      let xml = String(decoding: invoice.xml(syntax), as: UTF8.self)
      #expect(!xml.contains("MultiplierFactorNumeric") && !xml.contains("CalculationPercent"))
    }
  }

  @Test func sameInvoiceGivesSameBytes() throws {
    #expect(try full().read().xml() == full().read().xml())
  }

  @Test func emptyGroupsAreLeftOut() throws {
    for syntax in InvoiceProfile.Syntax.allCases {
      let xml = String(decoding: try TestPayload.complete().read().xml(syntax), as: UTF8.self)
      #expect(!xml.contains("></"))
    }
  }

  @Test(arguments: [
    "", "<a>", "<a/>", "<!DOCTYPE a [<!ENTITY x 'y'>]><Invoice>&x;</Invoice>", "{}",
    String(repeating: "<a>", count: 100) + String(repeating: "</a>", count: 100),
  ])
  func otherFilesAreRefused(xml: String) {
    #expect(throws: InvoiceXMLError.self) { try InvoiceXML.payload(Array(xml.utf8)) }
  }

  @Test func tenThousandLinesAreWritten() throws {
    let item = #"{"description": "Schraube", "quantity": 3, "unit_price": "0.015", "tax": "normal"}"#
    let items = "[" + Array(repeating: item, count: 10_000).joined(separator: ",") + "]"
    let invoice = try TestPayload.complete().with("items", items).with("total", "").with("payable", "").read()
    #expect(invoice.totals.lines.description == "500.00")
    #expect(try payload(invoice.xml(), profile: .xrechnungUBL).read().lines.count == 10_000)
  }
}
