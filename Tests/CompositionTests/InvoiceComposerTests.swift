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
    let fields = try Fields(.object(object))
    return try InvoiceBill(fields, currency: fields.currency()).total.description
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
    #expect(refusal?.description == "$.total: the total is stated as “12.00 USD”, but comes to “12.50 USD”")
    #expect(refusal?.isPermanent == true)
  }

  @Test func differingPriceIsRefusedWithBothAmounts() throws {
    let items = #"[{"description": "a", "quantity": 2, "unit_price": 6.25, "price": 12}]"#
    let refusal = try Project.refusal("invoice", invoice(items))
    #expect(refusal?.description == "$.items[0].price: the price is stated as “12 USD”, but comes to “12.50 USD”")
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
