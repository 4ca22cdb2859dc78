import Amounts

/// The payment of an invoice (BG-16, BT-20).
package struct Payment: Hashable, Sendable {
  /// BT-81, UNTDID 4461; nil if only terms are stated.
  package var means: String?
  /// BT-82.
  package var text: String?
  /// BT-83.
  package var reference: String?
  /// BG-17.
  package var accounts: [Account] = []
  /// BG-18.
  package var card: Card?
  /// BG-19.
  package var debit: Debit?
  /// BT-20 without the discounts.
  package var terms: String?
  package var discounts: [Discount] = []

  package struct Account: Hashable, Sendable {
    /// BT-84.
    package var id: String
    package var isIBAN: Bool
    package var name: String?
    package var bic: String?
  }

  package struct Card: Hashable, Sendable {
    package var number: String
    package var holder: String?
  }

  package struct Debit: Hashable, Sendable {
    package var mandate: String?
    package var creditor: String?
    package var iban: String?
  }

  /// A discount for early payment.
  package struct Discount: Hashable, Sendable {
    package var days: Int
    /// The rate, with two digits after the point.
    package var percent: ExactDecimal
    /// The amount to which the rate applies, with two digits after the point.
    package var base: ExactDecimal?
  }

  package static let named = [
    "sepa-transfer": "58", "transfer": "30", "sepa-debit": "59", "card": "54", "debit-card": "55", "cash": "10",
    "clearing": "97",
  ]
  package static let transfers: Set = ["30", "58"]
  package static let cards: Set = ["48", "54", "55"]
  package static let debits: Set = ["49", "59"]

  /// Whether a line of the terms claims to be a discount in the notation of XRechnung.
  private static func isNotation(_ line: Substring) -> Bool { line.first { !$0.isWhitespace } == "#" }

  /// The first line of the terms that begins as the notation of XRechnung does and does not follow it (BR-DE-18).
  package var malformedDiscount: Substring? {
    terms?.split(whereSeparator: \.isNewline).first { line in
      let form = /\s*#SKONTO#TAGE=[0-9]+#PROZENT=[0-9]+\.[0-9]{2}(#BASISBETRAG=-?[0-9]+\.[0-9]{2})?#\s*/
      return Self.isNotation(line) && line.wholeMatch(of: form) == nil
    }
  }

  /// BT-20: the terms, and the discounts in the notation of XRechnung (BR-DE-18) or as sentences.
  package func termsText(_ profile: InvoiceProfile?, language: String) -> String? {
    let isXRechnung = profile?.isXRechnung == true
    guard !discounts.isEmpty else {
      // A line in that notation ends with a line break, also the last one.
      let endsInNotation = isXRechnung && terms?.split(whereSeparator: \.isNewline).last.map(Self.isNotation) == true
      return terms.map { endsInNotation && $0.last?.isNewline == false ? $0 + "\n" : $0 }
    }
    guard isXRechnung else {
      let sentences = discounts.map {
        DiscountSentences.sentence(percent: $0.percent.description, days: $0.days, language: language)
      }
      return ([terms].compactMap(\.self) + sentences).joined(separator: "\n")
    }
    let lines = discounts.map { discount in
      "#SKONTO#TAGE=\(discount.days)#PROZENT=\(discount.percent)#"
        + (discount.base.map { "BASISBETRAG=\($0)#" } ?? "") + "\n"
    }
    return (terms.map { $0 + "\n" } ?? "") + lines.joined()
  }
}
