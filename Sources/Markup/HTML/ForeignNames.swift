/// Names that have capital letters inside `svg` (HTML 13.2.6.1), by their lower-case form.
enum ForeignNames {
  static let svgElements: [String: String] = Dictionary(
    uniqueKeysWithValues: """
      altGlyph altGlyphDef altGlyphItem animateColor animateMotion animateTransform clipPath feBlend \
      feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap \
      feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feImage feMerge \
      feMergeNode feMorphology feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence \
      foreignObject glyphRef linearGradient radialGradient textPath
      """.split(separator: " ").map { ($0.lowercased(), String($0)) })
  static let svgAttributes: [String: String] = Dictionary(
    uniqueKeysWithValues: """
      attributeName attributeType baseFrequency baseProfile calcMode clipPathUnits diffuseConstant edgeMode \
      filterUnits glyphRef gradientTransform gradientUnits kernelMatrix kernelUnitLength keyPoints keySplines \
      keyTimes lengthAdjust limitingConeAngle markerHeight markerUnits markerWidth maskContentUnits maskUnits \
      numOctaves pathLength patternContentUnits patternTransform patternUnits pointsAtX pointsAtY pointsAtZ \
      preserveAlpha preserveAspectRatio primitiveUnits refX refY repeatCount repeatDur requiredExtensions \
      requiredFeatures specularConstant specularExponent spreadMethod startOffset stdDeviation stitchTiles \
      surfaceScale systemLanguage tableValues targetX targetY textLength viewBox viewTarget xChannelSelector \
      yChannelSelector zoomAndPan
      """.split(separator: " ").map { ($0.lowercased(), String($0)) })
}
