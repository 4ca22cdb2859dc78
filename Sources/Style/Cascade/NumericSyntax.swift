/// A numeric data type of registered properties, or a list of its values (css-properties-values-api-1 §5).
struct NumericSyntax: Hashable, Sendable {
  private enum Kind: String {
    case length, percentage, number, integer, angle, time, resolution
    case lengthPercentage = "length-percentage"
  }
  private enum List { case comma, space }
  private let kind: Kind
  private var list: List?

  /// - Parameter type: such as `<length>` or `<length>#`.
  init?(_ type: String) {
    var name = type[...]
    if name.hasSuffix("#") { list = .comma } else if name.hasSuffix("+") { list = .space }
    if list != nil { name.removeLast() }
    guard name.first == "<", name.last == ">", let kind = Kind(rawValue: String(name.dropFirst().dropLast())) else {
      return nil
    }
    self.kind = kind
  }

  /// Whether the values may depend on the font of the element.
  var hasLengths: Bool { kind == .length || kind == .lengthPercentage }

  /// Whether a text has the syntax.
  func fits(_ text: String) -> Bool { values(text) != nil }

  /// The computed value as text (css-properties-values-api-1 §2.4); nil for one that is inherited as it is.
  func computed(_ text: String, _ lengths: LengthContext) -> String? {
    var texts: [String] = []
    for value in values(text) ?? [] {
      guard let text = self.text(of: value, lengths) else { return nil }
      texts.append(text)
    }
    return texts.isEmpty ? nil : texts.joined(separator: list == .comma ? ", " : " ")
  }

  private func values(_ text: String) -> [Value]? {
    var parser = ValueParser(text)
    let values: [Value]? =
      switch list {
      case .comma: parser.commaSeparated(value)
      case .space: parser.repeated(value)
      case nil: value(&parser).map { [$0] }
      }
    return parser.atEnd ? values : nil
  }

  private func value(_ parser: inout ValueParser) -> Value? {
    switch kind {
    case .length: parser.length()
    case .lengthPercentage: parser.lengthPercent()
    case .percentage: parser.numeric(.percent)
    case .number: parser.number()
    case .integer: parser.integer()
    case .angle: parser.numeric(.angle)
    case .time: parser.numeric(.time)
    case .resolution: parser.numeric(.resolution)
    }
  }

  private func text(of value: Value, _ lengths: LengthContext) -> String? {
    let number = lengths.number(value)
    guard number.isFinite else { return nil }
    // Lengths are multiplied by the zoom of the element that uses them.
    func px(_ length: Double) -> String { "\(length / lengths.zoom)px" }
    switch (kind, value) {
    case (.length, _): return px(number)
    case (.lengthPercentage, .percentage), (.percentage, _), (.time, _), (.resolution, _): return nil
    case (.lengthPercentage, .math(let expression)):
      let calculation = expression.calculation(lengths)
      let (least, middle, most) = (
        calculation.resolve(against: 0), calculation.resolve(against: 100), calculation.resolve(against: 200)
      )
      // Comparisons depend on what percentages refer to.
      guard abs(most - 2 * middle + least) < 1e-6 else { return nil }
      return "calc(\(px(least)) + \(middle - least)%)"
    case (.lengthPercentage, _): return px(number)
    case (.number, _): return "\(number)"
    case (.integer, _): return "\(Int32(max(-2e9, min(2e9, (number + 0.5).rounded(.down)))))"
    case (.angle, _): return "\(number)deg"
    }
  }
}
