import Layout
import Style

/// A decoration line of text, painted like the text of the element that declares it (SVG 2 §11.10.4).
struct SVGDecoration {
  let line: TextDecoration.Line
  /// The style of the text of the element that declares the line.
  var style: SVGDecorationStyle

  /// The lines that `text-decoration` names.
  static func lines(_ value: SVGValue) -> Set<TextDecoration.Line> {
    var lines: Set<TextDecoration.Line> = []
    for word in value.text.split(whereSeparator: \.isWhitespace) {
      switch word {
      case "underline": lines.insert(.underline)
      case "overline": lines.insert(.overline)
      case "line-through": lines.insert(.lineThrough)
      default: break
      }
    }
    return lines
  }
}

/// How a decoration line is painted.
struct SVGDecorationStyle {
  var fill, stroke: SVGStyle.Paint
  let fillOpacity, strokeOpacity: Double
  let line: Stroke
  /// px.
  let fontSize: Double
}

extension SVGStyle {
  /// Adds the element's own decoration lines to those of the elements around it.
  mutating func addDecorations() {
    guard !text.ownDecorations.isEmpty else { return }
    let style = SVGDecorationStyle(
      fill: fill, stroke: stroke, fillOpacity: fillOpacity, strokeOpacity: strokeOpacity, line: line,
      fontSize: text.font.size)
    for line in [TextDecoration.Line.underline, .overline, .lineThrough] where text.ownDecorations.contains(line) {
      text.decorations.append(SVGDecoration(line: line, style: style))
    }
    text.ownDecorations = []
  }
}
