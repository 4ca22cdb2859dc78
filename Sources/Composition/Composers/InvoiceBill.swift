import Diagnostics
import JSON

/// Items, taxes and total of an invoice in exact amounts of one currency.
struct InvoiceBill {
  struct Item {
    var description: String
    var detail: [String]
    var quantity: ExactDecimal?
    var unit: String?
    var unitPrice: ExactDecimal?
    /// Rounded to the currency's minor unit.
    var amount: ExactDecimal
  }

  struct Tax {
    var name: String
    /// Percent.
    var rate: ExactDecimal
    var amount: ExactDecimal
  }

  private(set) var items: [Item] = []
  private(set) var taxes: [Tax] = []
  private(set) var subtotal: ExactDecimal
  private(set) var total: ExactDecimal

  private let currency: Currency
  private let rounding: ExactDecimal.Rounding

  /// Rounds each item to the currency's minor unit, then each tax computed from their sum.
  ///
  /// - Throws: `totalMismatch` if a stated price or total differs from the computed one.
  init(_ fields: Fields, currency: Currency) throws(CompositionError) {
    self.currency = currency
    rounding = try Self.rounding(fields)
    subtotal = ExactDecimal(mantissa: 0, scale: currency.minorDigits)
    total = subtotal

    for item in try fields.objects("items") { items.append(try readItem(item)) }
    guard !items.isEmpty else {
      throw CompositionError(.invalidValue, "must not be empty", at: fields.path(of: "items").description)
    }
    for item in items { subtotal = try sum(subtotal, item.amount, at: fields.path(of: "items")) }
    total = subtotal
    for tax in try fields.optionalObjects("taxes") {
      let line = try readTax(tax)
      taxes.append(line)
      total = try sum(total, line.amount, at: tax.path)
    }
    if let stated = try fields.optionalDecimal("total") {
      try check(stated, against: total, "the total", at: fields.path(of: "total"))
    }
  }

  private static func rounding(_ fields: Fields) throws(CompositionError) -> ExactDecimal.Rounding {
    guard let name = try fields.optionalString("rounding") else { return .halfUp }
    guard let rule = ExactDecimal.Rounding(rawValue: name) else {
      let known = ExactDecimal.Rounding.allCases.map(\.rawValue).joined(separator: " or ")
      throw CompositionError(.invalidValue, "expected \(known)", at: fields.path(of: "rounding").description)
    }
    return rule
  }

  private func readItem(_ item: Fields) throws(CompositionError) -> Item {
    let description = try item.filledString("description")
    let quantity = try item.optionalDecimal("quantity")
    let unitPrice = try item.optionalDecimal("unit_price")
    let stated = try item.optionalDecimal("price")
    let amount: ExactDecimal
    switch (unitPrice, stated) {
    case (let unitPrice?, _):
      let path = item.path(of: "unit_price")
      amount = try round((quantity ?? ExactDecimal(mantissa: 1, scale: 0)).multiplied(by: unitPrice), at: path)
      if let stated { try check(stated, against: amount, "the price", at: item.path(of: "price")) }
    case (nil, let stated?):
      guard stated.fits(fractionDigits: currency.minorDigits) else {
        throw CompositionError(
          .invalidValue,
          "\(Quotation.of(stated.description)) has more digits after the point than the \(currency.minorDigits) of \(currency.code)",
          at: item.path(of: "price").description)
      }
      amount = try round(stated, at: item.path(of: "price"))
    case (nil, nil):
      _ = try item.decimal("price")
      amount = .zero
    }
    return Item(
      description: description, detail: try item.lines("detail"), quantity: quantity,
      unit: try item.optionalString("unit"),
      unitPrice: unitPrice.map { padded($0) }, amount: amount)
  }

  private func readTax(_ tax: Fields) throws(CompositionError) -> Tax {
    let rate = try tax.decimal("rate")
    let hundredth = ExactDecimal(mantissa: rate.mantissa, scale: rate.scale + 2)
    let amount = try round(subtotal.multiplied(by: hundredth), at: tax.path(of: "rate"))
    return Tax(name: try tax.filledString("name"), rate: rate, amount: amount)
  }

  /// The price with at least the number of digits of an amount.
  private func padded(_ price: ExactDecimal) -> ExactDecimal {
    price.scale >= currency.minorDigits ? price : price.rounded(to: currency.minorDigits, rounding) ?? price
  }

  private func round(_ amount: ExactDecimal?, at path: JSONPath) throws(CompositionError) -> ExactDecimal {
    guard let rounded = amount?.rounded(to: currency.minorDigits, rounding) else { throw tooLarge(at: path) }
    return rounded
  }

  private func sum(_ a: ExactDecimal, _ b: ExactDecimal, at path: JSONPath) throws(CompositionError) -> ExactDecimal {
    guard let sum = a.adding(b) else { throw tooLarge(at: path) }
    return sum
  }

  private func check(
    _ stated: ExactDecimal, against computed: ExactDecimal, _ what: String, at path: JSONPath
  ) throws(CompositionError) {
    guard stated != computed else { return }
    throw CompositionError(
      .totalMismatch,
      "\(what) is stated as \(Quotation.of("\(stated) \(currency.code)")), "
        + "but comes to \(Quotation.of("\(computed) \(currency.code)"))",
      at: path.description)
  }

  private func tooLarge(at path: JSONPath) -> CompositionError {
    CompositionError(.invalidValue, "the amount is too large to be computed exactly", at: path.description)
  }
}
