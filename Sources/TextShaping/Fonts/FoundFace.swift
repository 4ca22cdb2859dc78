import CPango

/// A face of the system's fonts, as found by fontconfig.
struct FoundFace: Hashable {
  var path: String
  /// As in FreeType: the index in a collection, with the index of a named instance in the upper 16 bits.
  var index: Int
  var family: String
  var variations: String
  var synthesis: FaceSynthesis

  /// Reads a pattern from `FcFontRenderPrepare` or `FcFontMatch`; `nil` for formats that HarfBuzz does not shape.
  init?(prepared pattern: OpaquePointer, traits: SystemFonts.Traits) {
    guard let path = pattern.string(FC_FILE), let format = pattern.string(FC_FONTFORMAT),
      format == "TrueType" || format == "CFF"
    else { return nil }
    self.path = path
    index = Int(pattern.integer(FC_INDEX) ?? 0)
    family = pattern.string(FC_FAMILY) ?? ""
    variations = pattern.string(FC_FONT_VARIATIONS) ?? ""
    // Of several values for an axis the last one applies.
    if !variations.isEmpty { variations = ([variations] + traits.variations).joined(separator: ",") }
    synthesis = .none
    // The pattern has the weight and slant of the face, unless the configuration sets `embolden`: then the weight is
    // that of the emboldened face.
    var emboldens: FcBool = FcFalse
    FcPatternGetBool(pattern, FC_EMBOLDEN, 0, &emboldens)
    let weight = pattern.double(FC_WEIGHT).map(FcWeightToOpenTypeDouble) ?? 400
    if emboldens != FcFalse || traits.weight >= 600 && weight < 550 { synthesis.insert(.bold) }
    if traits.slant != .normal {
      var matrix: UnsafeMutablePointer<FcMatrix>?
      let isSheared = FcPatternGetMatrix(pattern, FC_MATRIX, 0, &matrix) == FcResultMatch && matrix?.pointee.xy != 0
      if isSheared || pattern.integer(FC_SLANT) == FC_SLANT_ROMAN { synthesis.insert(.oblique) }
    }
    synthesis.formIntersection(traits.synthesis)
  }
}

extension OpaquePointer {
  fileprivate func string(_ object: String) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(self, object, 0, &value) == FcResultMatch, let value else { return nil }
    return String(cString: value)
  }
  fileprivate func integer(_ object: String) -> Int32? {
    var value: Int32 = 0
    return FcPatternGetInteger(self, object, 0, &value) == FcResultMatch ? value : nil
  }
  fileprivate func double(_ object: String) -> Double? {
    var value = 0.0
    return FcPatternGetDouble(self, object, 0, &value) == FcResultMatch ? value : nil
  }
}
