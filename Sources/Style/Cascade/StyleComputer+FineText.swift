/// What refines text: hyphenation, punctuation, emphasis marks, synthesis.
extension StyleComputer {
  mutating func applyFineText(_ value: Value, _ property: Property) {
    switch property {
    case .textJustify:
      switch value {
      case .identifier("none"): style.text.justify = .none
      case .identifier("inter-word"): style.text.justify = .interWord
      case .identifier("inter-character"), .identifier("distribute"): style.text.justify = .interCharacter
      default: style.text.justify = .auto
      }
    case .hyphenateLimitChars: setHyphenateLimits(value)
    case .hyphenateLimitLines:
      style.text.hyphenateLimits.lines = value == .identifier("no-limit") ? nil : Int(integer(value))
    case .hyphenateLimitZone: style.text.hyphenateLimits.zone = lengthPercentage(value)
    case .hangingPunctuation:
      style.text.hangingPunctuation = words(value).reduce(into: []) { result, word in
        switch word {
        case "first": result.insert(.first)
        case "last": result.insert(.last)
        case "force-end": result.insert(.forceEnd)
        case "allow-end": result.insert(.allowEnd)
        default: break
        }
      }
    case .textWrapStyle: style.text.balancesLines = value == .keyword(.balance)
    case .textAutospace: style.text.autospace = autospace(words(value))
    case .textEmphasisStyle: style.text.emphasis.mark = emphasisMark(value)
    case .textEmphasisColor: style.text.emphasis.color = color(value)
    case .textEmphasisPosition: style.text.emphasis.isUnder = words(value).contains("under")
    case .textDecorationSkipInk: style.text.skipsInk = value != .identifier("none")
    case .fontSynthesisWeight: style.text.font.synthesizesWeight = value != .identifier("none")
    case .fontSynthesisStyle: style.text.font.synthesizesStyle = value != .identifier("none")
    case .fontSynthesisSmallCaps: style.text.font.synthesizesSmallCaps = value != .identifier("none")
    case .fontSizeAdjust: style.text.font.sizeAdjust = sizeAdjust(value)
    default: break
    }
  }

  private func words(_ value: Value) -> [String] {
    items(value).compactMap { if case .identifier(let word) = $0 { word } else { nil } }
  }

  /// What is left out follows: before and after are `auto`, and after is as before (css-text-4 §6.2.3).
  private mutating func setHyphenateLimits(_ value: Value) {
    let numbers = items(value).map { $0 == .keyword(.auto) ? nil : Int(integer($0)) }
    let before = numbers.count > 1 ? numbers[1] : nil
    style.text.hyphenateLimits.word = numbers.first ?? nil
    style.text.hyphenateLimits.before = before
    style.text.hyphenateLimits.after = numbers.count > 2 ? numbers[2] : before
  }

  private func autospace(_ words: [String]) -> TextStyle.Autospace {
    if words.contains("normal") || words.contains("auto") { return [.alphabetic, .numeric] }
    var result: TextStyle.Autospace = []
    if words.contains("ideograph-alpha") { result.insert(.alphabetic) }
    if words.contains("ideograph-numeric") { result.insert(.numeric) }
    return result
  }

  private func emphasisMark(_ value: Value) -> String? {
    if case .string(let text) = value { return text.first.map(String.init) }
    let words = words(value)
    guard !words.isEmpty else { return nil }
    let isOpen = words.contains("open")
    switch words.first(where: { $0 != "open" && $0 != "filled" }) {
    case "dot"?: return isOpen ? "\u{25E6}" : "\u{2022}"
    case "double-circle"?: return isOpen ? "\u{25CE}" : "\u{25C9}"
    case "triangle"?: return isOpen ? "\u{25B3}" : "\u{25B2}"
    case "sesame"?: return isOpen ? "\u{FE46}" : "\u{FE45}"
    default: return isOpen ? "\u{25CB}" : "\u{25CF}"
    }
  }

  private func sizeAdjust(_ value: Value) -> FontStyle.SizeAdjust? {
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
}
