import Amounts
import Diagnostics
import JSON

/// The items of an invoice.
extension InvoiceReader {
  func line(_ item: PayloadObject, position: Int, _ taxes: [Invoice.Tax], isPerLine: Bool) -> Invoice.Line {
    let description = item.filledText("description", rule: profile.map { _ in "BR-25" })
    let stated = Quantities(
      quantity: item.number("quantity"), unitPrice: item.number("unit_price"), pricePer: pricePer(item),
      price: item.has("unit_price") || !item.has("price") ? item.number("price") : item.amount("price", currency))
    let billed = billed(stated, item)
    let unit = item.text("unit")
    var line = Invoice.Line(
      id: item.text("id") ?? String(position), quantity: billed.quantity, unitCode: unitCode(item, unit),
      price: billed.price, pricePer: billed.pricePer,
      tax: taxIndex(item, taxes, isPerLine: isPerLine, rule: "BR-CO-04"), amount: billed.gross,
      printed: .init(
        description: description, detail: item.lines("detail"), quantity: stated.quantity, unit: unit,
        unitPrice: stated.unitPrice.map(padded)))
    let adjustments = item.objects("allowances").map { ($0, false) } + item.objects("charges").map { ($0, true) }
    if !adjustments.isEmpty, !item.has("unit_price") {
      log.error(
        .missingField, "missing; an item with allowances or charges needs it", at: item.path(of: "unit_price"))
    }
    for (object, isCharge) in adjustments {
      line.adjustments.append(adjustment(object, isCharge, base: billed.gross, isLine: true))
      object.reportUnknown(refuses: true)
    }
    line.amount = sum(
      [billed.gross] + line.adjustments.map { $0.isCharge ? $0.amount : $0.amount.negated }, at: item.path)
    if let price = stated.price, item.has("unit_price"), stated.unitPrice != nil, price != line.amount {
      mismatch(
        "the price", price, line.amount, rule: "PEPPOL-EN16931-R120", term: "BT-131", at: item.path(of: "price"))
      if usesStatedAmounts { line.amount = roundedToMinorUnit(price, at: item.path(of: "price")) }
    }
    line.listPrice = listPrice(item, line)
    readReferences(item, &line)
    item.reportUnknown(refuses: true)
    return line
  }

  private struct Quantities {
    var quantity: ExactDecimal?
    var unitPrice: ExactDecimal?
    var pricePer: ExactDecimal?
    var price: ExactDecimal?
  }

  /// Quantity, price and their product, as the XML states them.
  private struct Billed {
    var quantity: ExactDecimal
    var price: ExactDecimal
    var pricePer: ExactDecimal?
    var gross: ExactDecimal
  }

  private func billed(_ stated: Quantities, _ item: PayloadObject) -> Billed {
    let one = ExactDecimal(mantissa: 1, scale: 0)
    if let price = stated.unitPrice {
      if profile != nil, price < .zero {
        log.error(
          .invalidValue,
          "\(Quotation.of(price.description)) is negative; use a negative quantity, or $.allowances", rule: "BR-27",
          term: "BT-146", at: item.path(of: "unit_price"))
      }
      let quantity = stated.quantity ?? one
      let product = quantity.multiplied(by: price)
      let quotient = stated.pricePer.map { per in product.flatMap { $0.divided(by: per, to: currency.minorDigits) } }
      let gross = roundedToMinorUnit(quotient ?? product, at: item.path(of: "unit_price"))
      if let product { checkRounding(of: product, per: stated.pricePer, gross, item) }
      return Billed(quantity: quantity, price: price, pricePer: stated.pricePer, gross: gross)
    }
    guard let price = stated.price else {
      if !item.has("price"), !item.has("unit_price") {
        log.error(
          .missingField, "missing; expected a decimal number", rule: profile.map { _ in "BR-26" },
          at: item.path(of: "price"))
      }
      return Billed(quantity: one, price: .zero, gross: roundedToMinorUnit(.zero, at: item.path))
    }
    guard let quantity = stated.quantity else {
      return Billed(
        quantity: price < .zero ? one.negated : one, price: price < .zero ? price.negated : price, gross: price)
    }
    // The price of the whole quantity: `price` per `quantity`.
    let unit = quantity < .zero ? price.negated : price
    if profile != nil, quantity == .zero || unit < .zero {
      log.error(
        .invalidValue,
        "\(Quotation.of(price.description)) for this quantity gives no price of 0 or more; state unit_price",
        rule: "BR-27", term: "BT-146", at: item.path(of: "price"))
    }
    return Billed(
      quantity: quantity, price: unit, pricePer: quantity < .zero ? quantity.negated : quantity, gross: price)
  }

  /// Peppol allows that the amount of an item differs by 0.02 from quantity × price, in every currency. Amounts in a
  /// currency without minor units can be rounded by more.
  private func checkRounding(
    of product: ExactDecimal, per: ExactDecimal?, _ gross: ExactDecimal, _ item: PayloadObject
  ) {
    guard profile == .peppol, currency.minorDigits < 2,
      let precise = per.map({ product.divided(by: $0, to: 6) }) ?? product,
      let difference = precise.subtracting(gross),
      max(difference, difference.negated) > ExactDecimal(mantissa: 2, scale: 2)
    else { return }
    log.error(
      .invalidValue,
      "quantity × price is \(precise), but amounts in \(currency.code) are whole numbers; state a price for which it is one",
      rule: "PEPPOL-EN16931-R120", term: "BT-131", at: item.path(of: "unit_price"))
  }

  private func pricePer(_ item: PayloadObject) -> ExactDecimal? {
    guard let per = item.number("price_per") else { return nil }
    guard per > .zero else {
      log.error(
        .invalidValue, "expected a number above 0", rule: "PEPPOL-EN16931-R121", at: item.path(of: "price_per"))
      return nil
    }
    return per
  }

  private func listPrice(_ item: PayloadObject, _ line: Invoice.Line) -> ExactDecimal? {
    guard let price = item.number("list_price") else { return nil }
    if price < .zero || price < line.price {
      reportInvalid(
        "\(Quotation.of(price.description)) is negative or below the unit price",
        rule: price < .zero ? "BR-28" : "PEPPOL-EN16931-R046", at: item.path(of: "list_price"))
    }
    return price
  }

  private func unitCode(_ item: PayloadObject, _ unit: String?) -> String {
    if let code = item.code("unit_code", .units, rule: "BR-CL-23") { return code }
    guard let unit, !item.has("unit_code") else { return "C62" }
    if let code = UnitNames.code(unit) { return code }
    if profile != nil {
      log.error(
        .invalidValue, "\(Quotation.of(unit)) has no UN/ECE code here; state unit_code", rule: "BR-CL-23",
        at: item.path(of: "unit"))
    }
    return "C62"
  }

  private func readReferences(_ item: PayloadObject, _ line: inout Invoice.Line) {
    line.note = item.text("note")
    line.object = item.identifier("object", .objectSchemes, rule: "BR-CL-07")
    line.orderLine = item.text("order_line")
    line.buyerAccount = item.text("buyer_account")
    line.period = period(item)
    line.sellerID = item.text("seller_id")
    line.buyerID = item.text("buyer_id")
    line.origin = item.code("origin", .countries, rule: "BR-CL-15")
    line.standardID = item.identifier("standard_id", .identifierSchemes, rule: "BR-CL-21")
    if let id = line.standardID {
      let path = item.path(of: "standard_id")
      if id.scheme == nil {
        log.error(.missingField, "missing; expected a code of ISO 6523", rule: "BR-64", at: path.member("scheme"))
      } else if id.scheme == "0160", !CheckDigits.isGTIN(id.id) {
        log.warning(
          "\(Quotation.of(id.id)) is not a GTIN: its check digit or its length is wrong", term: "BT-157",
          at: path.member("id"))
      }
    }
    for entry in item.objects("classifications") {
      if !entry.has("scheme") {
        log.error(.missingField, "missing; expected a code of UNTDID 7143", rule: "BR-65", at: entry.path(of: "scheme"))
      }
      line.classifications.append(
        .init(
          code: entry.filledText("code"), scheme: entry.code("scheme", .itemClassifications, rule: "BR-CL-13") ?? "",
          version: entry.text("version")))
      entry.reportUnknown()
    }
    for entry in item.objects("attributes") {
      line.attributes.append(
        .init(name: entry.filledText("name", rule: "BR-54"), value: entry.filledText("value", rule: "BR-54")))
      entry.reportUnknown()
    }
  }

  /// The price with at least the number of digits of an amount.
  private func padded(_ price: ExactDecimal) -> ExactDecimal {
    price.scale >= currency.minorDigits ? price : price.rounded(to: currency.minorDigits, rounding) ?? price
  }
}
