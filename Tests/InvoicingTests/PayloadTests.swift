import Amounts
import JSON
import TestTraits
import Testing

@testable import Invoicing

@Suite(.hangLimit) struct PayloadTests {
  private func simple(_ items: String, _ more: String = "") throws -> TestPayload {
    try TestPayload(
      #"{"number": "1", "date": "2026-11-20", "currency": "EUR", "items": \#(items)\#(more.isEmpty ? "" : ", " + more)}"#
    )
  }

  @Test func exampleComesToItsTotals() throws {
    let invoice = try TestPayload.complete().read()
    #expect(invoice.lines.map(\.amount.description) == ["4642.20", "8.73", "89.70"])
    #expect(invoice.taxes.map(\.taxable.description) == ["4695.93", "89.70"])
    #expect(invoice.taxes.map(\.amount.description) == ["892.23", "6.28"])
    #expect(invoice.totals.gross.description == "5684.14")
    #expect(invoice.totals.payable.description == "4684.14")
    #expect(invoice.warnings.isEmpty)
  }

  // MARK: Amounts

  @Test func ratesApplyToTheirItems() throws {
    let taxes = #""taxes": [{"id": "a", "name": "MwSt.", "rate": 7}, {"id": "b", "name": "MwSt.", "rate": 19}]"#
    let items = #"[{"description": "x", "price": 100, "tax": "a"}, {"description": "y", "price": 100, "tax": "b"}]"#
    #expect(try simple(items, taxes).read().totals.gross.description == "226.00")
  }

  @Test func taxesWithoutNamesApplyToTheWholeSumOfPrintedInvoices() throws {
    let taxes = #""taxes": [{"name": "GST", "rate": 5}, {"name": "QST", "rate": "9.975"}]"#
    #expect(try simple(#"[{"description": "a", "price": 10.05}]"#, taxes).read().totals.gross.description == "11.55")
  }

  @Test func taxIsOfTheSumNotTheSumOfTaxes() throws {
    let item = #"{"description": "a", "price": 0.02}"#
    let items = "[" + Array(repeating: item, count: 3).joined(separator: ",") + "]"
    // Rounded for each item, the tax would be 0.00.
    #expect(try simple(items, #""taxes": [{"name": "t", "rate": 19}]"#).read().totals.tax.description == "0.01")
  }

  @Test(arguments: [
    (#"{"description": "a", "quantity": 250, "unit_price": "3.49", "price_per": 100}"#, "8.73"),
    (#"{"description": "a", "quantity": 1, "unit_price": "1", "price_per": 3}"#, "0.33"),
    (#"{"description": "a", "quantity": 2, "unit_price": "1", "price_per": 3}"#, "0.67"),
    (#"{"description": "a", "quantity": -1, "unit_price": "0.005"}"#, "-0.01"),
    (
      #"{"description": "a", "quantity": 3, "unit_price": "10", "allowances": [{"percent": 10, "reason": "r"}]}"#,
      "27.00"
    ),
    (#"{"description": "a", "unit_price": "10", "charges": [{"amount": "2.50", "reason": "r"}]}"#, "12.50"),
    (#"{"description": "a", "quantity": 4, "price": "10"}"#, "10.00"),
  ])
  func itemsAreComputedExactly(item: String, amount: String) throws {
    #expect(try simple("[\(item)]").read().lines[0].amount.description == amount)
  }

  /// Quantity, price and base quantity of the XML for items without a unit price.
  @Test(arguments: [
    (#"{"description": "a", "price": "10"}"#, "1", "10.00", ""),
    (#"{"description": "a", "price": "-10"}"#, "-1", "10.00", ""),
    (#"{"description": "a", "quantity": 4, "price": "10"}"#, "4", "10.00", "4"),
    (#"{"description": "a", "quantity": -4, "price": "-10"}"#, "-4", "10.00", "4"),
    (#"{"description": "a", "unit_price": "10"}"#, "1", "10", ""),
  ])
  func simpleItemsHaveQuantityAndPrice(item: String, quantity: String, price: String, per: String) throws {
    let line = try simple("[\(item)]").read().lines[0]
    #expect(line.quantity.description == quantity)
    #expect(line.price.description == price)
    #expect(line.pricePer?.description ?? "" == per)
  }

  @Test func documentAllowanceIsOfTheItemsOfItsTax() throws {
    let payload = try TestPayload.complete().with("total", "").with("payable", "")
      .with("allowances", #"[{"reason": "Treue", "percent": 10, "tax": "ermäßigt"}]"#)
    let invoice = try payload.read()
    let allowance = try #require(invoice.adjustments.first)
    #expect(allowance.base?.description == "89.70")
    #expect(allowance.amount.description == "8.97")
    #expect(invoice.taxes[1].taxable.description == "80.73")
    #expect(invoice.totals.allowances?.description == "8.97")
  }

  @Test func amountsTooLargeAreRefused() throws {
    let huge = #"{"description": "a", "quantity": "999999999999999999", "unit_price": "999999999999999999"}"#
    let items = "[" + Array(repeating: huge, count: 200).joined(separator: ",") + "]"
    let violations = try simple(items, #""taxes": [{"name": "t", "rate": "19.9999"}]"#).violations
    #expect(violations.contains { $0.message.contains("too large") })
  }

  @Test func statedAmountsArePrintedWithWarnings() throws {
    let payload = try simple(
      #"[{"description": "a", "quantity": 3, "unit_price": "0.335", "price": "1.00"}]"#,
      #""amounts": "stated", "total": "1.00""#)
    let invoice = try payload.read()
    #expect(invoice.totals.gross.description == "1.00")
    #expect(invoice.warnings.map(\.path.description) == ["$.items[0].price"])
    #expect(invoice.warnings.first?.computed == "1.01")
    #expect(try payload.with("amounts", "").violations.map(\.code) == [.totalMismatch, .totalMismatch])
  }

  /// Invoices of others are printed, whatever they state.
  @Test func faultsOfPrintedInvoicesAreWarnings() throws {
    let more = #""amounts": "stated", "prepaid": "-5.00", "payment": {"debit": {"iban": "DK1212341234123412"}}"#
    let payload = try simple(
      #"[{"description": "a", "price": "1.00", "unit_price": "1.00", "list_price": "0.50"}]"#, more)
    #expect(
      Set(try payload.read().warnings.map(\.path.description))
        == ["$.prepaid", "$.payment.debit.iban", "$.items[0].list_price"])
    #expect(
      Set(try payload.with("amounts", "").violations.map(\.path.description))
        == ["$.prepaid", "$.payment.debit.iban", "$.items[0].list_price"])
  }

  // MARK: Faults

  @Test func allFaultsAreReportedAtOnce() throws {
    let payload = try TestPayload.complete().with("number", "").with("date", #""tomorrow""#).with("currency", #""EUX""#)
      .with("items.1.unit_price", #""-1""#).with("items.2.quantiy", "3").with("sender.address.country", #""XY""#)
    #expect(
      Set(payload.violations.map(\.path.description)) == [
        "$.number", "$.date", "$.currency", "$.items[1].unit_price", "$.items[2].quantiy", "$.sender.address.country",
      ])
  }

  @Test func atMostFiftyFaultsAreReported() throws {
    let items = "[" + Array(repeating: #"{"descripton": 1}"#, count: 1000).joined(separator: ",") + "]"
    #expect(try TestPayload.complete().with("items", items).violations.count == 50)
  }

  @Test func misspeltMembersAreRefusedWithAdvice() throws {
    let strict = try TestPayload.complete().with("refernces", "{}").violations
    #expect(strict.map(\.description) == ["$.refernces: unknown member; did you mean “references”?"])
    // Without XML, where it would have changed the amounts.
    let items = try simple(#"[{"description": "a", "quantiy": 2, "unit_price": 3}]"#).violations
    #expect(items.map(\.description) == ["$.items[0].quantiy: unknown member; did you mean “quantity”?"])
    let other = try simple(#"[{"description": "a", "price": 3, "colour": "red"}]"#).read()
    #expect(other.warnings.map(\.description) == ["$.items[0].colour: unknown field, not used"])
  }

  @Test func charactersThatXMLLacksAreRefused() throws {
    let violations = try TestPayload.complete().with("remark", #""a\u0007b""#).violations
    #expect(violations.map(\.description) == ["$.remark: holds the character U+0007, which XML cannot carry"])
    #expect(try simple(#"[{"description": "a\u0007", "price": 1}]"#).violations.isEmpty)
  }

  @Test func dayIsTakenAsWritten() throws {
    let payload = try TestPayload.complete().with("date", #""2026-11-20T23:30:00-08:00""#)
    #expect(try payload.read().date.text == "2026-11-20")
  }

  @Test func emptyTextsCountAsAbsentWithXML() throws {
    let violations = try TestPayload.complete().with("references.buyer", #"" ""#).violations
    #expect(violations.map(\.rule) == ["BR-DE-15"])
  }

  @Test func hostileValuesAreRefusedWithoutCrash() throws {
    for value in ["null", "1", "true", "[]", "{}", #""x""#, "[[]]", "[1, null]", #"{"a": {}}"#, "1e400", "-1"] {
      for path in [
        "einvoice", "sender", "recipient", "items", "items.0", "items.0.quantity", "items.0.allowances", "taxes",
        "taxes.0", "taxes.0.rate", "payment", "payment.accounts", "delivery", "period", "references.preceding",
        "attachments", "notes", "tax_currency", "charges", "prepaid", "total", "type", "tax_point", "locale",
      ] {
        _ = try TestPayload.complete().with(path, value).violations
      }
    }
    for value in ["null", "[]", "1", "{}"] { #expect(!(try TestPayload(value).violations.isEmpty)) }
  }
}
