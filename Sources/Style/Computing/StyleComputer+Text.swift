/// Computed values of text, lists and quotes.
extension StyleComputer {
  mutating func setTextAlign(_ value: Value) {
    style.text.blockAlign = nil
    style.text.justifiesLast = value == .keyword(.justifyAll)
    guard case .identifier(let name) = value else {
      style.text.textAlign = textAlign(value) ?? .start
      return
    }
    switch name {
    case "-webkit-left": (style.text.textAlign, style.text.blockAlign) = (.left, .left)
    case "-webkit-right": (style.text.textAlign, style.text.blockAlign) = (.right, .right)
    case "-webkit-center": (style.text.textAlign, style.text.blockAlign) = (.center, .center)
    default:
      // A header cell is centred unless an ancestor sets an alignment (HTML 15.3.8).
      style.text.textAlign = parent.text.textAlign == .start ? .center : parent.text.textAlign
      style.text.blockAlign = parent.text.blockAlign
    }
  }

  func textAlign(_ value: Value) -> TextStyle.TextAlign? {
    switch keyword(value) {
    case .start?: .start
    case .end?: .end
    case .left?: .left
    case .right?: .right
    case .center?: .center
    case .justify?, .justifyAll?: .justify
    case .matchParent?:
      switch parent.text.textAlign {
      case .start: parent.text.direction == .rightToLeft ? .right : .left
      case .end: parent.text.direction == .rightToLeft ? .left : .right
      case let inherited: inherited
      }
    default: nil
    }
  }

  mutating func setTextIndent(_ value: Value) {
    let parts = items(value)
    style.text.textIndent = parts.first.map { lengthPercentage($0) } ?? .zero
    style.text.indentHangs = parts.contains(.identifier("hanging"))
    style.text.indentsEachLine = parts.contains(.identifier("each-line"))
  }

  /// Percentages refer to the font size (css-text-4 §8).
  func spacing(_ value: Value) -> LengthPercentage {
    value == .keyword(.normal) ? .zero : lengthPercentage(value)
  }

  func textTransform(_ value: Value) -> TextStyle.TextTransform {
    items(value).reduce(into: []) { result, item in
      switch keyword(item) {
      case .uppercase?: result.insert(.uppercase)
      case .lowercase?: result.insert(.lowercase)
      case .capitalize?: result.insert(.capitalize)
      case .fullWidth?: result.insert(.fullWidth)
      case .fullSizeKana?: result.insert(.fullSizeKana)
      case .mathAuto?: result.insert(.mathAuto)
      default: break
      }
    }
  }

  /// Omitted values are `auto` before the break, and after it the value for before (css-text-4 §6.2.3).
  mutating func setHyphenateLimits(_ value: Value) {
    let numbers = items(value).map { $0 == .keyword(.auto) ? nil : integer($0) }
    let before = numbers.count > 1 ? numbers[1] : nil
    style.text.hyphenateLimits.word = numbers.first ?? nil
    style.text.hyphenateLimits.before = before
    style.text.hyphenateLimits.after = numbers.count > 2 ? numbers[2] : before
  }

  func hangingPunctuation(_ value: Value) -> TextStyle.HangingPunctuation {
    words(value).reduce(into: []) { result, word in
      switch word {
      case "first": result.insert(.first)
      case "last": result.insert(.last)
      case "force-end": result.insert(.forceEnd)
      case "allow-end": result.insert(.allowEnd)
      default: break
      }
    }
  }

  func autospace(_ value: Value) -> TextStyle.Autospace {
    let words = words(value)
    if words.contains("normal") || words.contains("auto") { return [.alphabetic, .numeric] }
    var result: TextStyle.Autospace = []
    if words.contains("ideograph-alpha") { result.insert(.alphabetic) }
    if words.contains("ideograph-numeric") { result.insert(.numeric) }
    return result
  }

  func words(_ value: Value) -> [String] {
    items(value).compactMap { if case .identifier(let word) = $0 { word } else { nil } }
  }

  mutating func setListStyleType(_ value: Value) {
    style.text.listStyleString = nil
    style.text.listStyleType = nil
    if case .string(let string) = value { style.text.listStyleString = string }
    if case .identifier(let name) = value { style.text.listStyleType = name }
  }

  mutating func setQuotes(_ value: Value) {
    style.text.hasAutomaticQuotes = value == .keyword(.auto)
    let strings = strings(value)
    style.text.quotes = stride(from: 0, to: strings.count - 1, by: 2).map { Pair(strings[$0], strings[$0 + 1]) }
  }

  func borderSpacing(_ value: Value) -> Pair<Double> {
    guard case .list(let lengths) = value, lengths.count == 2 else { return style.text.borderSpacing }
    return Pair(positive(lengths[0]), positive(lengths[1]))
  }
}
