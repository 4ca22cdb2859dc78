/// A VAT category (UNTDID 5305; BT-118, BT-151, BT-95, BT-102).
package enum VATCategory: String, CaseIterable, Sendable {
  case standard = "S"
  case zeroRated = "Z"
  case exempt = "E"
  case reverseCharge = "AE"
  case intraCommunity = "K"
  case export = "G"
  case notSubject = "O"
  case canaryIslands = "L"
  case ceutaMelilla = "M"
  case splitPayment = "B"

  /// The part of the category's name in rules: `S` in BR-S-05, `IC` in BR-IC-05.
  package var rule: String {
    switch self {
    case .intraCommunity: "IC"
    case .canaryIslands: "AF"
    case .ceutaMelilla: "AG"
    default: rawValue
    }
  }

  /// Whether the reason why no tax is charged must be stated (BR-E-10, BR-AE-10 …).
  package var needsReason: Bool {
    switch self {
    case .exempt, .reverseCharge, .intraCommunity, .export, .notSubject: true
    default: false
    }
  }

  /// Whether the rate may differ from 0.
  package var hasRate: Bool {
    switch self {
    case .standard, .canaryIslands, .ceutaMelilla, .splitPayment: true
    default: false
    }
  }

  /// BT-121 where the payload states no reason.
  package var standardReasonCode: String? {
    switch self {
    case .reverseCharge: "VATEX-EU-AE"
    case .intraCommunity: "VATEX-EU-IC"
    case .export: "VATEX-EU-G"
    case .notSubject: "VATEX-EU-O"
    default: nil
    }
  }
}
