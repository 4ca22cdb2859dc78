import Diagnostics

/// An `@font-face` rule (css-fonts-4 §4).
package struct FontFace: Hashable, Sendable {
  package var family: String
  /// The sources in order of preference.
  package var sources: [Source]
  /// It is nil if the rule does not state it: then that of the axis of a variable font, otherwise 400.
  package var weight: ClosedRange<Int>?
  package var slant = FontStyle.Slant.normal
  /// Percent; nil if the rule does not state it: then that of the axis of a variable font, otherwise 100.
  package var stretch: ClosedRange<Double>?
  /// The characters for which the font is used; empty for all.
  package var unicodeRanges: [ClosedRange<UInt32>] = []
  /// `size-adjust`, as a factor.
  package var sizeAdjust = 1.0
  /// The metrics of the font as factors of the font size; nil for those of the font file (css-fonts-5 §8).
  package var ascentOverride, descentOverride, lineGapOverride: Double?
  /// Location of the rule.
  package var location = SourceLocation()

  package enum Source: Hashable, Sendable {
    /// An installed font, by its full or PostScript name.
    case local(String)
    /// `format` is the format hint in lower case; empty if there is none.
    case url(String, base: String, format: String)
  }

  init?(_ descriptors: [String: ValueParser], base: String) {
    guard var familyParser = descriptors["font-family"], var sourceParser = descriptors["src"],
      case .list(let families)? = familyParser.fontFamilies(), families.count == 1, familyParser.atEnd,
      case .string(let name) = families[0]
    else { return nil }
    family = name
    sources = []
    repeat {
      let start = sourceParser.position
      if let source = sourceParser.fontSource(base: base) {
        sources.append(source)
      } else {
        sourceParser.position = start
        while !sourceParser.atEnd, sourceParser.peek().kind != .comma {
          if Int(sourceParser.peek().match) > sourceParser.position {
            _ = sourceParser.block()
          } else {
            sourceParser.position += 1
          }
        }
      }
    } while sourceParser.comma()
    guard !sources.isEmpty else { return nil }
    if var parser = descriptors["font-weight"], let low = parser.weightDescriptor() {
      let high = parser.weightDescriptor() ?? low
      weight = min(low, high)...max(low, high)
    }
    if var parser = descriptors["font-style"] {
      if parser.ident("italic") { slant = .italic } else if parser.ident("oblique") { slant = .oblique }
    }
    if var parser = descriptors["font-stretch"] ?? descriptors["font-width"], let low = parser.stretchDescriptor() {
      let high = parser.stretchDescriptor() ?? low
      stretch = min(low, high)...max(low, high)
    }
    func percentage(_ name: String) -> Double? {
      guard var parser = descriptors[name], case .percentage(let percent)? = parser.numeric(.percent, minimum: 0),
        parser.atEnd
      else { return nil }
      return percent / 100
    }
    sizeAdjust = percentage("size-adjust") ?? 1
    ascentOverride = percentage("ascent-override")
    descentOverride = percentage("descent-override")
    lineGapOverride = percentage("line-gap-override")
    if let parser = descriptors["unicode-range"] { unicodeRanges = parser.unicodeRanges() }
  }
}

extension ValueParser {
  fileprivate mutating func fontSource(base: String) -> FontFace.Source? {
    if let name = function(
      "local",
      read: { parser -> String? in
        guard case .list(let names)? = parser.fontFamilies(), names.count == 1, case .string(let name) = names[0] else {
          return nil
        }
        return name
      })
    {
      return .local(name)
    }
    guard let url = url() else { return nil }
    let format = function("format") { parser in parser.string() ?? parser.ident() }
    if peekFunction() == "tech" { _ = block() }
    guard atEnd || peek().kind == .comma else { return nil }
    return .url(url, base: base, format: format?.asciiLowercased ?? "")
  }

  fileprivate mutating func weightDescriptor() -> Int? {
    if has(.normal) { return 400 }
    if has(.bold) { return 700 }
    return plainInteger().map { max(1, min(1000, Int($0))) }
  }

  fileprivate mutating func stretchDescriptor() -> Double? {
    if case .keyword(let keyword)? = fontStretch() { return FontStretch.percent(keyword) }
    if case .percentage(let percent)? = numeric(.percent, minimum: 0) { return percent }
    return nil
  }

  /// `U+26, U+0-7F, U+4??`, parsed from the source text because the tokenizer has no unicode-range token.
  fileprivate func unicodeRanges() -> [ClosedRange<UInt32>] {
    let text = String(decoding: list.source(position..<end), as: UTF8.self).asciiLowercased
    return text.split(separator: ",").compactMap { part in
      let range = part.filter { !$0.isWhitespace }
      guard range.hasPrefix("u+") else { return nil }
      let bounds = range.dropFirst(2).split(separator: "-", maxSplits: 1)
      guard let first = bounds.first,
        let low = UInt32(first.replacing("?", with: "0"), radix: 16),
        let high = UInt32((bounds.count > 1 ? bounds[1] : first).replacing("?", with: "f"), radix: 16),
        low <= high, low <= 0x10FFFF
      else { return nil }
      return low...min(high, 0x10FFFF)
    }
  }
}

/// `font-stretch` keywords as percentages (css-fonts-4 §2.3).
enum FontStretch {
  static func percent(_ keyword: Keyword) -> Double {
    switch keyword {
    case .ultraCondensed: 50
    case .extraCondensed: 62.5
    case .condensed: 75
    case .semiCondensed: 87.5
    case .semiExpanded: 112.5
    case .expanded: 125
    case .extraExpanded: 150
    case .ultraExpanded: 200
    default: 100
    }
  }
}
