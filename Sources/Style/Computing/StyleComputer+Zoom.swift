/// `zoom` (css-viewport-1 §4): all lengths of an element and of its descendants are multiplied, but not percentages.
extension StyleComputer {
  mutating func setZoom(_ value: Value) { setZoom(number(value)) }

  /// - Parameter factor: the computed value.
  mutating func setZoom(_ factor: Double) {
    // 0 was the same as `normal` in the first browsers that had the property.
    guard factor > 0 else { return }
    style.box.zoom = factor
    let zoom = max(0.01, min(100, parent.text.zoom * factor))
    style.text.scale(by: zoom / parent.text.zoom)
    lengths.zoom = zoom
    lengths.font = style.text.font
    lengths.lineHeight = style.text.usedLineHeight
  }
}

extension ValueParser {
  /// The factor, as a number.
  mutating func zoom() -> Value? {
    if ident("normal") || ident("reset") { return .number(1) }
    if let value = number(0) { return value }
    guard case .percentage(let percent)? = numeric(.percent, minimum: 0) else { return nil }
    return .number(percent / 100)
  }
}

extension TextStyle {
  /// Multiplies the lengths that an element inherits.
  fileprivate mutating func scale(by factor: Double) {
    zoom *= factor
    font.size *= factor
    if case .px(let px) = lineHeight { lineHeight = .px(px * factor) }
    if case .px(let px) = textIndent { textIndent = .px(px * factor) }
    if case .px(let px) = letterSpacingValue { letterSpacingValue = .px(px * factor) }
    if case .px(let px) = wordSpacingValue { wordSpacingValue = .px(px * factor) }
    if case .px(let px) = tabSize { tabSize = .px(px * factor) }
    (letterSpacing, wordSpacing) = (letterSpacing * factor, wordSpacing * factor)
    borderSpacing = Pair(borderSpacing.x * factor, borderSpacing.y * factor)
    for index in shadows.indices {
      shadows[index].x *= factor
      shadows[index].y *= factor
      shadows[index].blur *= factor
    }
    if glyphPaintStorage != nil { glyphPaint.strokeWidth *= factor }
  }

  /// The style without `zoom`.
  package var unzoomed: TextStyle {
    guard zoom != 1 else { return self }
    var style = self
    style.scale(by: 1 / zoom)
    return style
  }
}
