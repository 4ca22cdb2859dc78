/// The elements that drawings read.
enum SVGElement: String, CaseIterable, Sendable {
  case svg, symbol, g, a, use, defs, clipPath, linearGradient, radialGradient, stop, text, tspan, textPath, style
  case image, marker, mask, pattern, foreignObject
  case `switch`
  case rect, circle, ellipse, line, polyline, polygon, path

  static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
}
