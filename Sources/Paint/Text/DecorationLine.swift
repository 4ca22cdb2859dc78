import Layout
import Style
import TextShaping

/// A line drawn along text (css-text-decor-3 §2).
struct DecorationLine {
  private let decoration: TextDecoration
  private let baseline: Double
  /// Of the line's middle.
  private let y: Double
  private let thickness: Double
  private var from: Double
  private var to: Double

  init(
    _ decoration: TextDecoration, baseline: Double, top: Double, from: Double, to: Double, _ metrics: FontMetrics,
    isBelowText: Bool = false
  ) {
    self.decoration = decoration
    self.baseline = baseline
    self.from = from
    self.to = to
    let isThrough = decoration.line == .lineThrough
    let own = isThrough ? metrics.strikeoutThickness : metrics.underlineThickness
    // Thinner lines vanish on screens.
    let thickness = max(decoration.thickness ?? own, decoration.thickness == nil ? 0.5 : 0)
    self.thickness = thickness
    y =
      switch decoration.line {
      // `text-underline-position: under` is below all descenders (css-text-decor-4 §2.7).
      case .underline where isBelowText: baseline + metrics.descent + thickness / 2 + (decoration.offset ?? 0)
      case .underline: baseline + metrics.underlinePosition + (decoration.offset ?? 0)
      case .overline: top + thickness / 2
      case .lineThrough: baseline - metrics.strikeoutPosition
      }
  }

  /// Between which heights an unbroken line is drawn; nil for lines of other styles, which do not leave out glyphs.
  var band: ClosedRange<Double>? {
    guard thickness > 0, decoration.style == .solid || decoration.style == .double else { return nil }
    let second = decoration.style == .double ? thickness * 2 * (decoration.line == .overline ? -1 : 1) : 0
    return y + min(0, second) - thickness / 2...y + max(0, second) + thickness / 2
  }

  /// What is left of it beside some gaps, which rise.
  func parts(without gaps: [ClosedRange<Double>]) -> [DecorationLine] {
    var parts: [DecorationLine] = []
    var rest = self
    for gap in gaps where gap.upperBound > rest.from && gap.lowerBound < to {
      if gap.lowerBound > rest.from {
        var part = rest
        part.to = gap.lowerBound
        parts.append(part)
      }
      rest.from = gap.upperBound
    }
    if rest.from < to { parts.append(rest) }
    return parts
  }

  /// Goes on with the line before where the same decoration simply continues, so that dashes and waves run through and a
  /// fallback font does not shift it.
  static func append(_ line: DecorationLine, to lines: inout [DecorationLine]) {
    // The last few suffice: text has few decorations at a time.
    for index in lines.indices.suffix(4) where lines[index].isContinued(by: line) {
      lines[index].to = line.to
      return
    }
    lines.append(line)
  }

  private func isContinued(by next: DecorationLine) -> Bool {
    decoration == next.decoration && baseline == next.baseline && abs(to - next.from) < 0.05
  }

  func paint(on canvas: Canvas) {
    guard thickness > 0, to > from else { return }
    let color = decoration.color
    func bar(_ offset: Double) {
      canvas.fill(Rect(x: from, y: y + offset - thickness / 2, width: to - from, height: thickness), color)
    }
    switch decoration.style {
    case .solid: bar(0)
    case .double:
      // The second line lies outside the first, away from the glyphs.
      let gap = thickness * 2
      switch decoration.line {
      case .underline:
        bar(0)
        bar(gap)
      case .overline:
        bar(0)
        bar(-gap)
      case .lineThrough:
        bar(-gap / 2)
        bar(gap / 2)
      }
    case .dotted, .dashed:
      let style: BorderStyle = decoration.style == .dotted ? .dotted : .dashed
      canvas.move(to: Point(x: from, y: y))
      canvas.line(to: Point(x: to, y: y))
      canvas.stroke(color, .dashed(style, width: thickness, length: to - from))
    case .wavy: paintWave(on: canvas)
    }
  }

  /// Half waves of one and a half thicknesses up and down, cut at the ends.
  private func paintWave(on canvas: Canvas) {
    let height = thickness * 1.5
    let half = thickness * 2.5
    // A line of hairline thickness across a page has thousands of waves, no more.
    guard (to - from) / half < 20_000 else { return }
    canvas.isolated {
      canvas.add(Rect(x: from, y: y - height - thickness, width: to - from, height: 2 * (height + thickness)))
      canvas.clip()
      // Waves stand at whole periods of the page, so that lines under neighbouring words fit together.
      var x = (from / (2 * half)).rounded(.down) * 2 * half
      canvas.move(to: Point(x: x, y: y))
      var up = true
      while x < to {
        let bend = y + (up ? -height : height) * 4 / 3
        canvas.curve(Point(x: x + half / 3, y: bend), Point(x: x + half * 2 / 3, y: bend), to: Point(x: x + half, y: y))
        x += half
        up.toggle()
      }
      canvas.stroke(decoration.color, Canvas.Stroke(width: thickness))
    }
  }
}
