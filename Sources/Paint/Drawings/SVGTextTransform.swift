import Layout

/// `text-transform` (css-text-4 §2.1).
enum SVGTextTransform {
  case none, uppercase, lowercase, capitalize

  init(_ value: SVGValue) {
    switch value {
    case "uppercase": self = .uppercase
    case "lowercase": self = .lowercase
    case "capitalize": self = .capitalize
    default: self = .none
    }
  }

  func applied(to text: String) -> String {
    switch self {
    case .none: text
    case .uppercase: text.uppercased()
    case .lowercase: text.lowercased()
    case .capitalize: Self.capitalized(text)
    }
  }

  private static func capitalized(_ text: String) -> String {
    var (result, isInWord) = ("", false)
    for character in text {
      let isPart = character.isLetter || character.isNumber || character == "'" || character == "\u{2019}"
      result += isPart && !isInWord ? character.uppercased() : String(character)
      isInWord = isPart
    }
    return result
  }
}
