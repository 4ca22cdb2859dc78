/// The attributes and properties of SVG that drawings read.
enum SVGAttribute: String, CaseIterable, Sendable {
  // Geometry.
  case x, y, width, height, cx, cy, r, rx, ry, fx, fy, fr, x1, y1, x2, y2, dx, dy, rotate, d, points, offset, pathLength
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
  case textOrientation = "text-orientation"
  case glyphOrientation = "glyph-orientation-vertical"
  case wordSpacing = "word-spacing"
  case whiteSpace = "white-space"
  case textTransform = "text-transform"
  case textDecoration = "text-decoration"
  case textDecorationLine = "text-decoration-line"
  case fontVariant = "font-variant"
  case fontVariantCaps = "font-variant-caps"
  case fontStretch = "font-stretch"
  case fontKerning = "font-kerning"
  case fontFeatureSettings = "font-feature-settings"
  case baselineShift = "baseline-shift"
  case alignmentBaseline = "alignment-baseline"
  case spacing = "xml:space"
  case font
  // Markers.
  case marker, markerWidth, markerHeight, markerUnits, refX, refY, orient
  case markerStart = "marker-start"
  case markerMid = "marker-mid"
  case markerEnd = "marker-end"
  // Effects.
  case mask, maskUnits, maskContentUnits, filter, isolation
  case maskType = "mask-type"
  case patternUnits, patternContentUnits, patternTransform, gradientUnits, gradientTransform, spreadMethod
  case vectorEffect = "vector-effect"
  case mixBlendMode = "mix-blend-mode"
  case paintOrder = "paint-order"
  case transformBox = "transform-box"
  // Filters.
  case input = "in"
  case secondInput = "in2"
  case operation = "operator"
  case filterUnits, primitiveUnits, result, stdDeviation, mode, type, values, radius, k1, k2, k3, k4
  case tableValues, slope, intercept, amplitude, exponent
  case baseFrequency, numOctaves, seed, stitchTiles
  case surfaceScale, diffuseConstant, specularConstant, specularExponent, kernelUnitLength
  case azimuth, elevation, z, pointsAtX, pointsAtY, pointsAtZ, limitingConeAngle
  case scale, xChannelSelector, yChannelSelector
  case order, kernelMatrix, divisor, bias, targetX, targetY, edgeMode, preserveAlpha
  case lightingColor = "lighting-color"
  case floodColor = "flood-color"
  case floodOpacity = "flood-opacity"
  case colorInterpolationFilters = "color-interpolation-filters"
  case imageRendering = "image-rendering"
  case background
  case backgroundColor = "background-color"
  // Conditions.
  case systemLanguage, requiredExtensions
  // Other attributes.
  case style, id

  static let byName = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

  /// Whether `inherit` is the same as no attribute at all.
  var isInherited: Bool {
    switch self {
    case .color, .fill, .stroke, .fillOpacity, .strokeOpacity, .fillRule, .clipRule, .strokeWidth, .strokeCap,
      .strokeJoin,
      .strokeMiterLimit, .dashOffset, .dashes, .visibility, .fontFamily, .fontSize, .fontWeight, .fontStyle,
      .letterSpacing, .textAnchor, .direction, .wordSpacing, .whiteSpace, .textTransform, .dominantBaseline,
      .fontVariant,
      .fontVariantCaps, .fontStretch, .fontKerning, .fontFeatureSettings, .marker, .markerStart, .markerMid, .markerEnd,
      .paintOrder, .imageRendering, .writingMode, .textOrientation, .glyphOrientation:
      true
    default: false
    }
  }
}
