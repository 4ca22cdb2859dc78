import Markup
import Style
import TextShaping

/// Letters of several lines at the beginning of a paragraph (css-inline-3 §5).
extension StyledDocument {
  /// Gives the styles of initial letters their font size. One that sinks becomes a float of as many lines: the top of
  /// its capitals is at that of the first line, and its baseline that of the last line. A letter that is not as high as
  /// it sinks is placed lower. One that is higher than it sinks begins above the first line, for which its block gets
  /// padding.
  mutating func sizeInitialLetters(_ shaper: TextShaper) {
    guard styles.indices.contains(where: { styles[$0].box.initialLetter != nil }) else { return }
    var sized: [LetterKey: (letter: StyleID, block: StyleID)] = [:]
    // In document order, so that equal documents have equal styles.
    let elements = pseudoStyles.keys.filter { $0.kind == .firstLetter }.sorted { $0.node.index < $1.node.index }
    for element in elements {
      guard let letter = pseudoStyles[element], let size = self[letter].box.initialLetter else { continue }
      let key = LetterKey(letter: letter, block: styleOfNode[Int(element.node.index)])
      let styles = sized[key] ?? sizedStyles(key, size, shaper)
      sized[key] = styles
      set(styles.letter, of: element)
      if styles.block != key.block { set(styles.block, of: element.node) }
    }
  }

  private struct LetterKey: Hashable {
    var letter: StyleID
    var block: StyleID
  }

  private mutating func sizedStyles(
    _ key: LetterKey, _ size: BoxStyle.InitialLetter, _ shaper: TextShaper
  ) -> (letter: StyleID, block: StyleID) {
    let line = LineMetrics(self[key.block].text, shaper)
    let letter = add(sizedStyle(key, size, line, shaper))
    let raised = (size.size - Double(size.sink)) * line.height
    return (letter, raised > 0 ? add(paddedStyle(key.block, raised)) : key.block)
  }

  /// The style of a block whose letter begins some px above its first line.
  private func paddedStyle(_ block: StyleID, _ raised: Double) -> ComputedStyle {
    var style = self[block]
    style.box.padding.top =
      switch style.box.padding.top {
      case .px(let px): .px(px + raised)
      case .percent(let percent): .calc(.sum(.percent(percent), .px(raised)))
      case .calc(let calculation): .calc(.sum(calculation, .px(raised)))
      }
    return style
  }

  private func sizedStyle(
    _ key: LetterKey, _ size: BoxStyle.InitialLetter, _ line: LineMetrics, _ shaper: TextShaper
  ) -> ComputedStyle {
    var style = self[key.letter]
    let height = (size.size - 1) * line.height + line.capHeight
    let own = shaper.metrics(shaper.font(FontDescription(style.text)))
    guard height > 0, own.capHeight > 0 else { return style }
    style.text.font.size = min(style.text.font.size * height / own.capHeight, 10_000)
    let letter = LineMetrics(style.text, shaper)
    guard size.sink > 1 else {
      // The letter is on the first line and must not make it higher. Its box ends at the top of that line; the part of
      // the letter above it is in the padding of the block.
      style.text.lineHeight = .px(2 * line.baseline - (letter.ascent - letter.descent))
      return style
    }
    let lines = max(Double(size.sink), size.size)
    let baseline = (lines - 1) * line.height + line.baseline
    style.box.float = self[key.block].text.direction == .rightToLeft ? .right : .left
    style.box.height = .length(.px(lines * line.height))
    if lines > Double(size.sink) {
      style.box.margin.top = .length(.px((Double(size.sink) - lines) * line.height))
    }
    // Half of the leading is above the text.
    style.text.lineHeight = .px(max(0, letter.ascent + letter.descent + 2 * (baseline - letter.ascent)))
    style.text.textIndent = .zero
    return style
  }

  /// The measures of a line that contains text of one style only, px.
  private struct LineMetrics {
    let ascent, descent, height, capHeight: Double
    /// The distance of the baseline from the upper edge of the line.
    let baseline: Double

    init(_ text: TextStyle, _ shaper: TextShaper) {
      let metrics = shaper.metrics(shaper.font(FontDescription(text)))
      ascent = metrics.ascent.rounded()
      descent = metrics.descent.rounded()
      capHeight = metrics.capHeight
      height =
        switch text.lineHeight {
        case .number(let factor): factor * text.font.size
        case .px(let px): px
        case .normal: ascent + descent + metrics.lineGap.rounded()
        }
      baseline = ascent + ((height - ascent - descent) / 2).rounded(.down)
    }
  }
}
