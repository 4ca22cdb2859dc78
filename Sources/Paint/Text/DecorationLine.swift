import Layout
import Style
import TextShaping

/// A text decoration line (css-text-decor-3 §2).
struct DecorationLine {
  private let decoration: TextDecoration
  private let baseline: Double
  /// The middle of the line.
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
    // Thinner lines are invisible on screens.
    let thickness = max(decoration.thickness ?? own, decoration.thickness == nil ? 0.5 : 0)
    self.thickness = thickness
    y =
      switch decoration.line {
      // `text-underline-position: under` is below all descenders (css-text-decor-4 §2.7).
      case .underline where isBelowText: baseline + metrics.descent + thickness / 2 + (decoration.offset ?? 0)
      // A thicker line keeps its upper edge, and an offset is the distance of that edge from the baseline (§2.8, §2.9).
      case .underline: baseline + (decoration.offset ?? metrics.underlinePosition - own / 2) + thickness / 2
      case .overline: top + thickness / 2
      case .lineThrough: baseline - metrics.strikeoutPosition
      }
  }

  /// The upper and lower edge of what is painted; nil for nothing.
  var band: ClosedRange<Double>? {
    guard thickness > 0 else { return nil }
    switch decoration.style {
    case .solid, .dotted, .dashed: return y - thickness / 2...y + thickness / 2
    case .double:
      let second = thickness * 2 * (decoration.line == .overline ? -1 : 1)
      return y + min(0, second) - thickness / 2...y + max(0, second) + thickness / 2
    case .wavy:
      let wave = Wave(thickness, decoration.line)
      let reach = wave.height + thickness / 2
      return y + wave.offset - reach...y + wave.offset + reach
    }
  }

  /// The space between a glyph and the line that skips it, as wide as in Chromium.
  var inkMargin: Double { min(thickness, 13) }

  /// The parts of the line between gaps, which are in ascending order.
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

  /// Adds a line, or extends the preceding one if it is the same decoration, so that dashes and waves continue and a
  /// fallback font does not shift the line.
  static func append(_ line: DecorationLine, to lines: inout [DecorationLine]) {
    // Text has few decorations at a time, so the last few lines suffice.
    for index in lines.indices.suffix(4) where lines[index].isContinued(by: line) {
      lines[index].to = line.to
      return
    }
    lines.append(line)
  }

  private func isContinued(by next: DecorationLine) -> Bool {
    decoration == next.decoration && baseline == next.baseline && abs(to - next.from) < 0.05
  }

  func paint(on canvas: any Canvas) {
    guard thickness > 0, to > from else { return }
    let color = decoration.color
    func bar(_ offset: Double) {
      canvas.fill(Rect(x: from, y: y + offset - thickness / 2, width: to - from, height: thickness), color)
    }
    switch decoration.style {
    case .solid: bar(0)
    case .double:
      // The second line is farther from the glyphs than the first.
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

  /// The measures of waves, which are those of Chromium.
  private struct Wave {
    /// The amplitude, and the length of half a wave.
    let height, half: Double
    /// From the middle of a straight line to that of the waves.
    let offset: Double

    init(_ thickness: Double, _ line: TextDecoration.Line) {
      let width = max(1, thickness)
      // The extremes of a cubic curve whose control points are so far above and below its ends.
      height = (0.5 + (3 * width + 0.5).rounded()) * 3.0.squareRoot() / 6
      half = 0.5 + (2 * width + 0.5).rounded()
      offset =
        switch line {
        case .underline: thickness + 1
        case .overline: -thickness - 1
        case .lineThrough: 0
        }
    }
  }

  /// Half waves, clipped at the ends.
  private func paintWave(on canvas: any Canvas) {
    let wave = Wave(thickness, decoration.line)
    let (height, half, y) = (wave.height, wave.half, y + wave.offset)
    // A hairline across a page has at most thousands of waves.
    guard (to - from) / half < 20_000 else { return }
    canvas.isolated {
      canvas.add(Rect(x: from, y: y - height - thickness, width: to - from, height: 2 * (height + thickness)))
      canvas.clip()
      // Waves begin at multiples of the period on the page, so that lines under neighbouring words fit together.
      var x = (from / (2 * half)).rounded(.down) * 2 * half
      canvas.move(to: Point(x: x, y: y))
      var up = true
      while x < to {
        let bend = y + (up ? -height : height) * 4 / 3
        canvas.curve(Point(x: x + half / 3, y: bend), Point(x: x + half * 2 / 3, y: bend), to: Point(x: x + half, y: y))
        x += half
        up.toggle()
      }
      canvas.stroke(decoration.color, Stroke(width: thickness))
    }
  }
}
