/// Computed values of fonts and line heights.
extension StyleComputer {
  func strings(_ value: Value) -> [String] {
    items(value).compactMap { if case .string(let text) = $0 { text } else { nil } }
  }

  /// Sorted by tag; of several values for an axis the last one applies (css-fonts-4 §8.2).
  func fontVariations(_ value: Value) -> [FontVariation] {
    var values: [String: Double] = [:]
    for case .list(let axis) in items(value) {
      guard axis.count == 2, case .string(let tag) = axis[0], case .number(let number) = axis[1] else { continue }
      values[tag] = number
    }
    return values.map { FontVariation(tag: $0.key, value: $0.value) }.sorted { $0.tag < $1.tag }
  }

  func keywords(_ value: Value) -> [Keyword] {
    if value == .keyword(.normal) { return [] }
    return items(value).compactMap { keyword($0) }
  }

  mutating func setFontSize(_ value: Value) {
    style.text.font.isAbsoluteSize = parent.text.font.isAbsoluteSize
    if case .keyword(let keyword) = value {
      hasKeywordSize = keyword != .smaller && keyword != .larger && keyword != .math
      if hasKeywordSize { style.text.font.isAbsoluteSize = false }
    }
    switch value {
    case .keyword, .percentage, .dimension(_, .em): break
    default: style.text.font.isAbsoluteSize = true
    }
    style.text.font.size = max(0, min(100_000, fontSize(value)))
  }

  /// px. Percentages and `em` refer to the parent's size.
  private func fontSize(_ value: Value) -> Double {
    let inherited = parent.text.font.size * style.text.zoom / parent.text.zoom
    guard case .keyword(let keyword) = value else { return lengthPercentage(value).resolve(against: inherited) }
    if keyword == .math { return inherited * mathScale() }
    if keyword == .smaller { return inherited / 1.2 }
    if keyword == .larger { return inherited * 1.2 }
    return Self.fontSize(keyword) * style.text.zoom
  }

  /// px.
  private static func fontSize(_ keyword: Keyword) -> Double {
    switch keyword {
    case .xxSmall: 9
    case .xSmall: 10
    case .small: 13
    case .large: 18
    case .xLarge: 24
    case .xxLarge: 32
    case .xxxLarge: 48
    default: 16
    }
  }

  /// Uses 13 px instead of 16 px if `monospace` is the only family, as browsers do, unless a length set the size.
  mutating func scaleMonospace() {
    guard !style.text.font.isAbsoluteSize else { return }
    let isMonospace = style.text.font.families == ["monospace"]
    let wasMonospace = !hasKeywordSize && parent.text.font.families == ["monospace"]
    if isMonospace != wasMonospace { style.text.font.size *= isMonospace ? 13.0 / 16 : 16.0 / 13 }
  }

  func fontWeight(_ value: Value) -> UInt16 {
    let inherited = parent.text.font.weight
    switch value {
    case .keyword(.bold): return 700
    case .keyword(.bolder): return inherited < 350 ? 400 : inherited < 550 ? 700 : max(900, inherited)
    case .keyword(.lighter): return inherited < 100 ? inherited : inherited < 550 ? 100 : inherited < 750 ? 400 : 700
    case .keyword: return 400
    default: return UInt16(max(1, min(1000, number(value))))
    }
  }

  /// Percent.
  func fontStretch(_ value: Value) -> Double {
    if let keyword = keyword(value) { return FontStretch.percent(keyword) }
    return max(50, min(200, number(value) * 100))
  }

  func sizeAdjust(_ value: Value) -> FontStyle.SizeAdjust? {
    let parts = items(value)
    guard parts.count == 2, case .identifier(let name) = parts[0] else { return nil }
    let metric: FontStyle.SizeAdjust.Metric =
      switch name {
      case "cap-height": .capHeight
      case "ch-width": .zeroWidth
      case "ic-width", "ic-height": .ideographWidth
      default: .xHeight
      }
    return FontStyle.SizeAdjust(metric: metric, value: parts[1] == .keyword(.fromFont) ? nil : number(parts[1]))
  }

  func lineHeight(_ value: Value) -> TextStyle.LineHeight {
    switch value {
    case .keyword: return .normal
    case .number(let factor): return .number(factor)
    case .percentage(let percent): return .px(style.text.font.size * percent / 100)
    case .math(let expression):
      if expression.isNumber { return .number(max(0, expression.value(lengths))) }
      return .px(max(0, lengthPercentage(value).resolve(against: style.text.font.size)))
    default: return .px(number(value))
    }
  }
}

extension MathExpression {
  /// Whether the type is a plain number. Units are then only in quotients, so that one leaf decides.
  fileprivate var isNumber: Bool {
    switch self {
    case .number: true
    case .percent, .dimension: false
    case .sum(let terms), .min(let terms), .max(let terms): terms.allSatisfy(\.isNumber)
    case .product(let a, let b): a.isNumber && b.isNumber
    case .invert(let a): a.isNumber
    case .clamp(_, let value, _): value.isNumber
    case .function(let function, let arguments):
      switch function {
      case .abs, .mod, .rem, .hypot, .roundUp, .roundDown, .roundNearest, .roundToZero: arguments.allSatisfy(\.isNumber)
      case .asin, .acos, .atan, .atan2: false
      default: true
      }
    }
  }
}
