import Foundation
import Invoicing
import OperatingSystem
import PDF
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct InvoiceComposerTests {
  private func invoice(_ items: String, _ more: String = "") -> String {
    #"{"number": "2026-1", "date": "2026-11-20", "items": \#(items)\#(more.isEmpty ? "" : ", " + more)}"#
  }

  private func total(_ items: String, _ more: String = "") throws -> String {
    let kinds = try Project.kinds()
    guard case .object(var object) = try Payload.parse(Array(invoice(items, more).utf8)) else { throw Unexpected() }
    object.members += try kinds.kind(named: "invoice").defaults.members.filter { object[$0.name] == nil }
    return try InvoiceReader.read(.object(object)).totals.gross.description
  }

  // MARK: amounts

  @Test func totalIsSumOfItems() throws {
    #expect(try total(#"[{"description": "a", "price": 0.10}, {"description": "b", "price": "0.20"}]"#) == "0.30")
  }

  @Test func itemIsRoundedToMinorUnit() throws {
    let items = #"[{"description": "a", "quantity": 3, "unit_price": 0.335}]"#
    #expect(try total(items) == "1.01")
    let half = #"[{"description": "a", "quantity": 1, "unit_price": 0.125}]"#
    #expect(try total(half) == "0.13")
    #expect(try total(half, #""rounding": "half-even""#) == "0.12")
    #expect(try total(half, #""currency": "JPY""#) == "0")
    #expect(try total(half, #""currency": "KWD""#) == "0.125")
  }

  @Test func eachTaxIsRounded() throws {
    let items = #"[{"description": "a", "price": 10.05}]"#
    #expect(try total(items, #""taxes": [{"name": "GST", "rate": 5}, {"name": "QST", "rate": "9.975"}]"#) == "11.55")
  }

  @Test func creditsReduceTotal() throws {
    #expect(try total(#"[{"description": "a", "price": 100}, {"description": "Discount", "price": -12.5}]"#) == "87.50")
  }

  @Test func amountsBeyondDoublePrecisionAreExact() throws {
    let items = #"[{"description": "a", "quantity": 3, "unit_price": "1234567890123456.01"}]"#
    #expect(try total(items) == "3703703670370368.03")
  }

  @Test func differingTotalIsRefusedWithBothAmounts() throws {
    let items = #"[{"description": "a", "quantity": 2, "unit_price": 6.25}]"#
    #expect(try total(items, #""total": 12.5"#) == "12.50")
    let refusal = try Project.refusal("invoice", invoice(items, #""total": "12.00""#))
    #expect(refusal?.code == .totalMismatch)
    #expect(
      refusal?.description == "$.total: the total is stated as “12.00 USD”, but the computed amount is “12.50 USD”")
    #expect(refusal?.isPermanent == true)
  }

  @Test func differingPriceIsRefusedWithBothAmounts() throws {
    let items = #"[{"description": "a", "quantity": 2, "unit_price": 6.25, "price": 12}]"#
    let refusal = try Project.refusal("invoice", invoice(items))
    #expect(
      refusal?.description
        == "$.items[0].price: the price is stated as “12 USD”, but the computed amount is “12.50 USD”")
  }

  @Test func allFaultsAreInTheMessage() throws {
    let refusal = try Project.refusal("invoice", #"{"number": "1", "items": [{"description": "a"}]}"#)
    #expect(
      refusal?.description
        == "$.date: missing; expected a date\n$.items[0].price: missing; expected a decimal number")
  }

  // MARK: e-invoices

  private static let electronic = """
    {"number": "7", "date": "2026-11-20", "due": "2026-12-20", "currency": "EUR", "locale": "de-DE", "einvoice": "xrechnung-ubl",
     "references": {"buyer": "04011000-12345-03"}, "delivery": {"date": "2026-11-18"},
     "sender": {"name": "Morgenrot GmbH", "vat_id": "DE312456789", "electronic_address": "r@morgenrot.example",
       "address": {"line1": "Lindenallee 7", "post_code": "04109", "city": "Leipzig", "country": "DE"},
       "contact": {"name": "Ines Vogt", "phone": "+49 341 5550", "email": "vogt@morgenrot.example"}},
     "recipient": {"name": "Stadtbibliothek", "electronic_address": {"scheme": "0204", "id": "04011000-12345-03"},
       "address": {"line1": "Platz 11", "post_code": "07743", "city": "Jena", "country": "DE"}},
     "payment": {"iban": "DE89370400440532013000"},
     "taxes": [{"id": "n", "name": "USt.", "rate": 19}, {"id": "e", "name": "USt.", "rate": 7}],
     "items": [{"description": "Regal", "quantity": 2, "unit_price": "100", "tax": "n",
         "allowances": [{"reason": "Rabatt", "percent": 10}]},
       {"description": "Buch", "price": "50", "tax": "e"}],
     "charges": [{"reason": "Fracht", "amount": "20", "tax": "n"}], "prepaid": "100"}
    """

  @Test func einvoiceIsASecondFileOfTheJob() throws {
    let outputs = try DocumentComposer(kinds: Project.kinds()).outputs(
      kind: "invoice", payload: Array(Self.electronic.utf8), job: Project.job)
    #expect(outputs.outputs.map(\.format) == [.pdf, .einvoice])
    guard case .html(let document) = outputs.document else { throw Unexpected() }
    let xml = String(decoding: try #require(document.einvoice).xml(), as: UTF8.self)
    // 200 − 20 + 20 at 19 %, 50 at 7 %.
    #expect(xml.contains("<cbc:TaxInclusiveAmount currencyID=\"EUR\">291.50<"))
    #expect(xml.contains("<cbc:PayableAmount currencyID=\"EUR\">191.50<"))
    for text in ["291,50", "191,50", "Fracht", "Rabatt 10", "19\u{A0}%", "7\u{A0}%", "Zahlbetrag", "pressrun-barcode"] {
      #expect(document.text.contains(text), "\(text)")
    }
    #expect(document.metadata.title == "Rechnung 7")
  }

  @Test func kindAsksForEinvoice() throws {
    func kinds(_ line: String) throws -> JobKinds {
      let folder = try TemporaryFolder([
        "Templates/t/template.html": "<p>#INVOICE_NUMBER#",
        "Jobs/k.yaml": "name: k\ncomposer: invoice\ntemplate: t\n\(line)\n",
      ])
      return try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
    }
    #expect(try kinds("einvoice: peppol").kind(named: "k").einvoice == .peppol)
    #expect(try kinds("einvoice: factur-x").kind(named: "k").einvoice == .facturX)
    for (line, message) in [
      ("einvoice: zugferd", "unknown profile"),
      ("outputs: [e-invoice]", "unknown output"),
    ] {
      let error = #expect(throws: CompositionError.self) { try kinds(line) }
      #expect(error?.code == .kindFile)
      #expect(error?.message.contains(message) == true)
    }
  }

  @Test func brokenRuleIsRefusedBeforeRendering() throws {
    let payload = Self.electronic.replacingOccurrences(of: "\"number\": \"7\", ", with: "")
      .replacingOccurrences(of: "\"city\": \"Jena\", ", with: "")
    let refusal = try Project.refusal("invoice", payload)
    #expect(
      refusal?.description
        == "$.number: missing; expected a string (BR-02)\n$.recipient.address.city: missing; expected a string (BR-DE-8)"
    )
  }

  @Test(arguments: [("factur-x", "factur-x.xml", "EN 16931"), ("xrechnung", "xrechnung.xml", "XRECHNUNG")])
  func hybridInvoiceContainsItsXML(profile: String, file: String, level: String) throws {
    let payload = Self.electronic.replacingOccurrences(of: "xrechnung-ubl", with: profile)
    let document = try Project.compose("invoice", payload)
    #expect(document.einvoice == nil)
    #expect(document.conformance?.profiles.archive == .pdfA3b)
    #expect(document.attachments.map(\.name) == [file])
    #expect(document.schemas.first?.properties.last?.value == level)
    let rendered = try withLargeStack { Result { try Typesetter().render(.html(document)) } }.get()
    let claim = try PDFFile(bytes: rendered.pdf).pdfAClaim()
    #expect(claim?.description == "PDF/A-3b")
    let invoice = try ReceivedInvoice.xml(in: rendered.pdf)
    #expect(invoice == document.attachments.first?.data)
    #expect(try ReceivedInvoice.xml(in: invoice) == invoice)
  }

  @Test func pdfWithoutInvoiceIsRefused() throws {
    let document = try Project.compose("invoice", invoice(#"[{"description": "a", "price": 1}]"#))
    let rendered = try withLargeStack { Result { try Typesetter().render(.html(document)) } }.get()
    let error = #expect(throws: InvoiceXMLError.self) { try ReceivedInvoice.xml(in: rendered.pdf) }
    #expect(error?.code == .notFound)
    #expect(
      error?.message
        == "the PDF contains no e-invoice: expected factur-x.xml, xrechnung.xml, zugferd-invoice.xml, found no files")
  }

  @Test(arguments: [true, false])
  func pdfIsAttachedToTheXML(alsoAFile: Bool) throws {
    let payload = Self.electronic.replacingOccurrences(
      of: #""xrechnung-ubl""#, with: #"{"profile": "xrechnung-ubl", "attach_pdf": true}"#)
    var outputs = try DocumentComposer(kinds: Project.kinds()).outputs(
      kind: "invoice", payload: Array(payload.utf8), job: Project.job)
    outputs.name = "Rechnung 7"
    if !alsoAFile { outputs.outputs.removeAll { $0.format == .pdf } }
    let made = outputs
    let files = try withLargeStack { Result { try made.files(by: Typesetter()).files } }.get()
    #expect(files.map(\.name) == (alsoAFile ? ["Rechnung 7.pdf"] : []) + ["Rechnung 7.xml"])
    guard case .bytes(let xml)? = files.last?.content else { throw Unexpected() }
    let reading = try InvoiceXML.payload(xml)
    guard case .object(let read) = reading, case .array(let attachments)? = read["attachments"],
      case .object(let attachment)? = attachments.first, case .string(let data)? = attachment["data"]
    else { throw Unexpected() }
    #expect(attachment["filename"] == .string("Rechnung 7.pdf"))
    let prefix = "data:application/pdf;base64,"
    let pdf = Data(base64Encoded: String(data.dropFirst(prefix.count))).map { [UInt8]($0) }
    #expect(data.hasPrefix(prefix) && pdf?.starts(with: Array("%PDF-".utf8)) == true)
    if alsoAFile, case .bytes(let file)? = files.first?.content { #expect(pdf == file) }
  }

  @Test func attachmentWithTheNameOfThePDFIsRefused() throws {
    let payload = Self.electronic.replacingOccurrences(
      of: #""xrechnung-ubl","#,
      with: #"""
        {"profile": "xrechnung-ubl", "attach_pdf": true},
        "attachments": [{"data": "data:application/pdf;base64,JVBERi0=", "filename": "invoice.pdf"}],
        """#)
    let outputs = try DocumentComposer(kinds: Project.kinds()).outputs(
      kind: "invoice", payload: Array(payload.utf8), job: Project.job)
    let error = #expect(throws: CompositionError.self) {
      try withLargeStack { Result { try outputs.files(by: Typesetter()) } }.get()
    }
    #expect(error?.description == "$.attachments: an attachment has the name of the PDF, “invoice.pdf”")
  }

  @Test(arguments: [("invoice", "Rechnung"), ("credit-note", "Gutschrift"), ("corrected", "Rechnungskorrektur")])
  func titleIsThatOfTheType(type: String, title: String) throws {
    let more = #""type": "\#(type)", "locale": "de-DE""#
    let document = try Project.compose("invoice", invoice(#"[{"description": "a", "price": 1}]"#, more))
    #expect(document.metadata.title == "\(title) 2026-1")
    #expect(document.pageSheet.contains("content: \"\(title)\""))
  }

  // MARK: the document

  @Test func amountsAndDatesUseLocale() throws {
    let items = #"[{"description": "a", "quantity": 1.5, "unit_price": 1000}]"#
    let text = try Project.compose(
      "invoice", invoice(items, #""locale": "de-DE", "currency": "EUR", "due": "2026-12-20""#)
    ).text
    #expect(text.contains("1.500,00\u{A0}€"))
    #expect(text.contains("1,5"))
    #expect(text.contains("20. Dezember 2026"))
    #expect(text.contains("Gesamtbetrag"))
  }

  @Test func headerAndFooterAreNotInBody() throws {
    let document = try Project.compose("invoice", invoice(#"[{"description": "a", "price": 1}]"#))
    #expect(document.pageSheet.contains("content: \"Invoice\""))
    #expect(document.pageSheet.contains("content: \"Thank you\\21 \""))
    #expect(!document.text.contains("Thank you"))
  }

  @Test func lastRowIsMarked() throws {
    let items = "[" + ["a", "b", "c"].map { #"{"description": "\#($0)", "price": 1}"# }.joined(separator: ", ") + "]"
    let text = try Project.compose("invoice", invoice(items)).text
    #expect(text.components(separatedBy: "<tr class=\"item\">").count == 3)
    #expect(text.components(separatedBy: "<tr class=\"item last\">").count == 2)
  }

  @Test func addressesAreLines() throws {
    let more = #""sender": ["A & B", "<Street>"], "recipient": "C\nD\r\nE""#
    let text = try Project.compose("invoice", invoice(#"[{"description": "a", "price": 1}]"#, more)).text
    #expect(text.contains("A &amp; B<br>&lt;Street&gt;"))
    #expect(text.contains("C<br>D<br>E"))
  }

  /// A page, a row and a last row with `#PLACEHOLDER#` marks, and colours that look like such marks.
  @Test func placeholderTemplateWorks() throws {
    let folder = try TemporaryFolder([
      "Templates/plain/invoice-page.txt": "not a template",
      "Templates/plain/plain.html": """
      <html><head><style>.heading td{background:#eee;border-bottom:1px solid #DDD;}</style></head><body>
      <img src="#LOGO_IMAGE#"> Invoice #: #INVOICE_NUMBER#<br>Created: #INVOICE_DATE#<br>Due: #DUE_DATE#
      <td>#SENDER_INFO#</td><td>#RECIPIENT_INFO#</td><td>#PAYMENT_METHOD#</td>
      <table>#ITEMS#<tr class="total"><td>Total: #TOTAL_AMOUNT#</td></tr></table></body></html>
      """,
      "Templates/plain/single_item.html": "<tr class=\"item\"><td>#ITEM_DESC#</td><td>#PRICE#</td></tr>",
      "Templates/plain/last_item.html": "<tr class=\"item last\"><td>#ITEM_DESC#</td><td>#PRICE#</td></tr>",
      "Jobs/plain.yaml": "name: plain\ncomposer: invoice\ntemplate: plain\ndefaults: {currency: USD}\n",
    ])
    let kinds = try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
    let payload = """
      {"number": "7", "date": "2026-11-20", "due": "2026-12-20", "sender": "S", "recipient": "R", "logo": "l.png",
       "payment_method": "Wire", "items": [{"description": "a", "price": 1}, {"description": "b", "price": 2.5}]}
      """
    guard
      case .html(let document) = try DocumentComposer(kinds: kinds).compose(
        kind: "plain", payload: Array(payload.utf8), job: Project.job)
    else { throw Unexpected() }
    #expect(
      document.text == """
        <html><head><style>.heading td{background:#eee;border-bottom:1px solid #DDD;}</style></head><body>
        <img src="l.png"> Invoice #: 7<br>Created: November 20, 2026<br>Due: December 20, 2026
        <td>S</td><td>R</td><td>Wire</td>
        <table><tr class="item"><td>a</td><td>$1.00</td></tr><tr class="item last"><td>b</td><td>$2.50</td></tr>\
        <tr class="total"><td>Total: $3.50</td></tr></table></body></html>
        """)
  }
}
