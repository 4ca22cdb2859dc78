import Layout
import Markup
import Style

/// Markers of list items.
extension Converter {
  /// Records the number for the first paragraph of a list item.
  /// - Parameter left: px from the left edge of the text area to the text of the item.
  func recordMarker(_ marker: FlowMarker, of box: FlowBox, left: Double, _ context: BlockContext) {
    // An item without text before a nested list.
    if pending.number != nil || pending.markerText != nil { flushMarker(box) }
    guard let list = context.list else { return setText(marker) }
    var level = context.listDepth - 1
    if level > 8 {
      warn("word_list_too_deep", "Word has nine levels of lists; deeper items are set on the ninth", box.node)
      level = 8
    }
    let isRightToLeft = self[box.style].text.direction == .rightToLeft
    let indent = Units.twips(max(0, isRightToLeft ? context.right : left))
    guard let format = format(of: marker, item: box.style, level: max(0, level), indent: indent) else {
      return setText(marker)
    }
    pending.number = numbering.position(in: list, level: max(0, level), format: format, number: marker.number)
  }

  private func setText(_ marker: FlowMarker) {
    let text = marker.bullet.map(Self.bullet) ?? marker.text.trimmingSpaces
    if !text.isEmpty { pending.markerText = (text, marker.style) }
  }

  /// An item whose first content is another item gets a line of its own.
  private func flushMarker(_ box: FlowBox) {
    var paragraph = emptyParagraph()
    paragraph.role = ParagraphRole(base: .listItem)
    paragraph.characters = characters(box.style)
    // The number of paragraphs is limited in `appendParagraph`.
    try? appendParagraph(paragraph)
  }

  private static func bullet(_ bullet: Fragment.Bullet) -> String {
    switch bullet {
    case .disc: "\u{2022}"
    case .circle: "\u{25E6}"
    case .square: "\u{25AA}"
    }
  }

  /// The numbering format that shows a marker; nil if Word has none.
  private func format(of marker: FlowMarker, item: StyleID, level: Int, indent: Int) -> NumberingCatalog.Level? {
    guard
      let (format, text) = marker.bullet.map({ ("bullet", Self.bullet($0)) }) ?? textFormat(of: marker, level: level)
    else { return nil }
    // Space for two digits of each level (`%1` has two characters), whatever the number, so that all items have one
    // format.
    let hanging = format == "bullet" ? 300 : Self.markerWidth(text)
    var plain = characters(item)
    let own = characters(marker.style)
    // The number has the size and language of the paragraph.
    plain.language = own.language
    var delta = RunDelta(from: plain, to: own)
    if format == "bullet", marker.bullet != nil { delta.font = Self.bulletFont }
    return NumberingCatalog.Level(
      format: format, text: text, left: indent, hanging: min(indent, hanging), characters: delta,
      endsWithTab: indent > 0)
  }

  /// A font that Word and its substitutes have, with all three bullets.
  private static let bulletFont = "Arial"

  private func textFormat(of marker: FlowMarker, level: Int) -> (format: String, text: String)? {
    let shown = marker.text.trimmingSpaces
    guard !shown.isEmpty else { return nil }
    let style = self[marker.style]
    if style.content.content == nil, style.text.listStyleString == nil, let type = style.text.listStyleType,
      let format = Self.formats[type]
    {
      let number = document.counterText(marker.number, style: type)
      guard let range = shown.range(of: number) else { return nil }
      return (
        format, shown[..<range.lowerBound].escapedLevel + "%\(level + 1)" + shown[range.upperBound...].escapedLevel
      )
    }
    if marker.numbers.count == level + 1, let path = levels(of: marker, shown: shown) { return ("decimal", path) }
    let isConstant = style.content.content?.allSatisfy { if case .string = $0 { true } else { false } } ?? true
    let hasCounter =
      style.content.content == nil && style.text.listStyleString == nil && style.text.listStyleType != nil
    return isConstant && !hasCounter && shown.count <= 8 ? ("bullet", shown) : nil
  }

  /// The text of a marker that shows the numbers of all levels, such as `%1.%2`.
  private func levels(of marker: FlowMarker, shown: String) -> String? {
    let numbers = marker.numbers.map(String.init)
    for separator in [".", "-", "/"] {
      let path = numbers.joined(separator: separator)
      guard shown.hasPrefix(path) else { continue }
      let rest = shown.dropFirst(path.count)
      guard rest.allSatisfy({ !$0.isNumber }) else { continue }
      return (1...numbers.count).map { "%\($0)" }.joined(separator: separator) + rest.description[...].escapedLevel
    }
    return nil
  }

  /// ST_NumberFormat of counter styles.
  static let formats: [String: String] = [
    "decimal": "decimal", "decimal-leading-zero": "decimalZero", "lower-roman": "lowerRoman",
    "upper-roman": "upperRoman", "lower-alpha": "lowerLetter", "lower-latin": "lowerLetter",
    "upper-alpha": "upperLetter", "upper-latin": "upperLetter", "hebrew": "hebrew1",
    "cjk-ideographic": "taiwaneseCountingThousand", "simp-chinese-informal": "chineseCountingThousand",
    "japanese-informal": "japaneseCounting", "katakana": "aiueoFullWidth", "katakana-iroha": "irohaFullWidth",
    "thai": "thaiNumbers", "devanagari": "hindiNumbers",
  ]
}

extension String {
  var trimmingSpaces: String {
    var text = Substring(self)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// The first occurrence of another string.
  fileprivate func range(of other: String) -> Range<Index>? {
    guard !other.isEmpty else { return nil }
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(other) { return start..<index(start, offsetBy: other.count) }
      start = index(after: start)
    }
    return nil
  }
}

extension Substring {
  /// Text of a numbering level; a percent sign would start the number of a level.
  fileprivate var escapedLevel: String { String(map { $0 == "%" ? "\u{FF05}" : $0 }) }
}
