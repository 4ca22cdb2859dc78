import Amounts

// Terms (BT, BG) are those of EN 16931-1.

extension Invoice {
  /// An item (BG-25).
  package struct Line: Sendable {
    /// BT-126.
    package var id: String
    package var note: String?
    package var object: Identifier?
    /// BT-129.
    package var quantity: ExactDecimal
    /// BT-130.
    package var unitCode: String
    package var orderLine: String?
    package var buyerAccount: String?
    package var period: Period?
    package var adjustments: [Adjustment] = []
    /// BT-146.
    package var price: ExactDecimal
    /// BT-148.
    package var listPrice: ExactDecimal?
    /// BT-149; nil for 1.
    package var pricePer: ExactDecimal?
    /// Index in `taxes`; nil if the payload names no taxes, or takes each on the whole sum.
    package var tax: Int?
    package var sellerID: String?
    package var buyerID: String?
    package var standardID: Identifier?
    package var classifications: [Classification] = []
    package var origin: String?
    package var attributes: [Attribute] = []
    /// BT-131.
    package var amount: ExactDecimal
    /// The members as the payload states them, for the page.
    package var printed: Printed

    package struct Printed: Sendable {
      package var description: String
      package var detail: [String]
      package var quantity: ExactDecimal?
      package var unit: String?
      package var unitPrice: ExactDecimal?
    }

    /// BT-153.
    package var name: String { printed.description.split(whereSeparator: \.isNewline).first.map(String.init) ?? "" }

    /// BT-154.
    package var description: String? {
      let lines = printed.description.split(whereSeparator: \.isNewline).dropFirst().map(String.init) + printed.detail
      return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }
  }

  /// BT-158.
  package struct Classification: Hashable, Sendable {
    package var code: String
    package var scheme: String
    package var version: String?
  }

  /// BG-32.
  package struct Attribute: Hashable, Sendable {
    package var name: String
    package var value: String
  }
}
