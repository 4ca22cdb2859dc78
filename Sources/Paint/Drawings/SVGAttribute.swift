/// The attributes and properties of SVG that drawings read.
enum SVGAttribute: String, CaseIterable, Sendable {
  // Geometry.
  case x, y, width, height, cx, cy, r, rx, ry, x1, y1, x2, y2, dx, dy, rotate, d, points, offset, pathLength
  case viewBox, preserveAspectRatio, overflow, href, target
  case linkedHref = "xlink:href"
  // Paint.
  case color, fill, stroke, opacity, transform, display, visibility
  case transformOrigin = "transform-origin"
  case fillOpacity = "fill-opacity"
  case strokeOpacity = "stroke-opacity"
  case stopOpacity = "stop-opacity"
  case stopColor = "stop-color"
  case fillRule = "fill-rule"
  case clipRule = "clip-rule"
  case clipPath = "clip-path"
  case clipPathUnits
  case strokeWidth = "stroke-width"
  case strokeCap = "stroke-linecap"
  case strokeJoin = "stroke-linejoin"
  case strokeMiterLimit = "stroke-miterlimit"
  case dashOffset = "stroke-dashoffset"
  case dashes = "stroke-dasharray"
  // Text.
  case fontFamily = "font-family"
  case fontSize = "font-size"
  case fontWeight = "font-weight"
  case fontStyle = "font-style"
  case letterSpacing = "letter-spacing"
  case textAnchor = "text-anchor"
  case dominantBaseline = "dominant-baseline"
  case textLength, lengthAdjust, startOffset
  case direction
  case writingMode = "writing-mode"
  // Effects, supported with their initial values only.
  case mask, filter, marker
  case markerStart = "marker-start"
  case markerMid = "marker-mid"
  case markerEnd = "marker-end"
  case textDecoration = "text-decoration"
  case vectorEffect = "vector-effect"
  case mixBlendMode = "mix-blend-mode"
  case fontStretch = "font-stretch"
  case fontVariant = "font-variant"
  case wordSpacing = "word-spacing"
  case unicodeBidi = "unicode-bidi"
  case baselineShift = "baseline-shift"
  case alignmentBaseline = "alignment-baseline"
  case paintOrder = "paint-order"
  // Not supported.
  case font, isolation
  case textOverflow = "text-overflow"
  case whiteSpace = "white-space"
  case shapeInside = "shape-inside"
  case inlineSize = "inline-size"
  case fontFeatureSettings = "font-feature-settings"
  case fontSizeAdjust = "font-size-adjust"
  case fontKerning = "font-kerning"
  case glyphOrientation = "glyph-orientation-vertical"
  case textAlign = "text-align"
  // Other attributes.
  case style, id
  case spacing = "xml:space"

  /// Whether it concerns only the element that has it, not its contents.
  var isGeometry: Bool {
    switch self {
    case .x, .y, .width, .height, .viewBox, .preserveAspectRatio, .overflow, .href, .linkedHref, .target,
      .clipPathUnits, .pathLength:
      true
    default: false
    }
  }

  static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Whether `inherit` is the same as no attribute at all.
  var isInherited: Bool {
    switch self {
    case .color, .fill, .stroke, .fillOpacity, .strokeOpacity, .fillRule, .clipRule, .strokeWidth, .strokeCap,
      .strokeJoin,
      .strokeMiterLimit, .dashOffset, .dashes, .visibility, .fontFamily, .fontSize, .fontWeight, .fontStyle,
      .letterSpacing, .textAnchor:
      true
    default: false
    }
  }
}
