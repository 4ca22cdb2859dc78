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

/// The spellings of names that the document has used, so that each is looked up once.
struct SpelledNames {
  /// The spelling of each lower-case name, by its atom: the atom of the spelling plus one; 0 for names that are not
  /// known yet.
  private var spellings: ContiguousArray<UInt32> = []

  /// - Parameter table: spellings by lower-case name.
  mutating func spelled(_ name: Atom, by table: [String: String], in names: inout NameTable) -> Atom {
    let index = Int(name.index)
    if index >= spellings.count {
      spellings.append(contentsOf: repeatElement(0, count: index + 1 - spellings.count))
    }
    if spellings[index] == 0 {
      spellings[index] = (table[names[name]].map { names.intern($0) } ?? name).index + 1
    }
    return Atom(spellings[index] - 1)
  }
}
