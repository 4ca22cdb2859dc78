import Amounts
import Diagnostics
import Foundation

/// Draws a chart as SVG, in px.
struct ChartDrawing {
  let data: ChartData
  let format: LocalFormat
  let unit: String
  /// Whether the bars of one category are on top of each other.
  let isStacked: Bool
  let width, height: Double

  /// Colours that differ in lightness too, so that they can be told apart on a black-and-white printer: L* of CIELAB is
  /// 20, 72, 39, 89, 29, 59, 48 and 79. Neighbours in a legend differ most.
  static let colors = ["#14325a", "#e9a23b", "#a8324f", "#cfe3ee", "#5a2d82", "#4f9d8a", "#c05a2e", "#b9cf7a"]

  static let ink = "#1d242c"
  static let grey = "#56626f"
  static let fontSize = 12.0

  private var fonts: String {
    switch format.script {
    case "Jpan": "Noto Sans CJK JP, sans-serif"
    case "Hans": "Noto Sans CJK SC, sans-serif"
    case "Arab": "Noto Sans Arabic, sans-serif"
    default: "Carlito, Liberation Sans, sans-serif"
    }
  }

  /// - Returns: the drawing and its height, which can exceed `height` if the legend of a pie is below it.
  func svg(_ kind: ChartFigure.Kind) throws -> (content: SVGWriter, height: Double) {
    var svg = SVGWriter()
    switch kind {
    case .bar, .line:
      try axes(kind, &svg)
      return (svg, height)
    case .pie:
      let height = try pie(&svg)
      return (svg, height)
    }
  }

  // MARK: Text

  /// An estimate that is sufficient for margins.
  func textWidth(_ text: String) -> Double {
    text.unicodeScalars.reduce(0) { $0 + ($1.value > 0x2E80 ? 1 : $1.value == 0x20 || $1.value == 0x2E ? 0.28 : 0.54) }
      * Self.fontSize
  }

  /// The text with an ellipsis if it is wider.
  func shortened(_ text: String, to width: Double) -> String {
    guard textWidth(text) > width else { return text }
    var kept = ""
    var left = width - Self.fontSize
    for character in text {
      left -= textWidth(String(character))
      guard left >= 0 else { break }
      kept.append(character)
    }
    return kept.trimmingCharacters(in: .whitespaces) + "…"
  }

  func text(
    _ text: String, _ x: Double, _ y: Double, anchor: String, color: String = Self.grey, size: Double = Self.fontSize,
    rotation: Double? = nil, _ svg: inout SVGWriter
  ) {
    var attributes = [
      ("x", SVGWriter.number(x)), ("y", SVGWriter.number(y)), ("font-family", fonts),
      ("font-size", SVGWriter.number(size)), ("fill", color), ("text-anchor", anchor),
    ]
    // The anchors of SVG are relative to the direction; the positions here are not.
    if format.isRightToLeft { attributes.append(("direction", "ltr")) }
    if let rotation {
      attributes.append(
        ("transform", "rotate(\(SVGWriter.number(rotation)) \(SVGWriter.number(x)) \(SVGWriter.number(y)))"))
    }
    svg.element("text", attributes, content: text)
  }

  func line(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ color: String, _ width: Double, _ svg: inout SVGWriter
  ) {
    svg.element(
      "line",
      [
        ("x1", SVGWriter.number(x1)), ("y1", SVGWriter.number(y1)), ("x2", SVGWriter.number(x2)),
        ("y2", SVGWriter.number(y2)),
        ("stroke", color), ("stroke-width", SVGWriter.number(width)),
      ])
  }
}
