import CPango

/// All fonts of the system in order of preference. A font is prepared when it is first used.
final class FallbackFaces {
  private let pattern: OpaquePointer
  private let fonts: UnsafeMutablePointer<FcFontSet>
  private let traits: SystemFonts.Traits
  private var prepared: [Int: FoundFace?] = [:]

  /// Takes ownership of `pattern` and `fonts`.
  init(pattern: OpaquePointer, fonts: UnsafeMutablePointer<FcFontSet>, traits: SystemFonts.Traits) {
    self.pattern = pattern
    self.fonts = fonts
    self.traits = traits
  }

  deinit {
    FcFontSetDestroy(fonts)
    FcPatternDestroy(pattern)
  }

  /// The first face that has all of the characters.
  func face(for scalars: [UInt32]) -> FoundFace? {
    for index in 0..<Int(fonts.pointee.nfont) {
      guard let font = fonts.pointee.fonts[index] else { continue }
      var charset: OpaquePointer?
      guard FcPatternGetCharSet(font, FC_CHARSET, 0, &charset) == FcResultMatch,
        scalars.allSatisfy({ FcCharSetHasChar(charset, $0) != FcFalse }), let face = prepare(index, font)
      else { continue }
      return face
    }
    return nil
  }

  private func prepare(_ index: Int, _ font: OpaquePointer) -> FoundFace? {
    if let known = prepared[index] { return known }
    var face: FoundFace?
    if let ready = FcFontRenderPrepare(nil, pattern, font) {
      face = FoundFace(prepared: ready, traits: traits)
      FcPatternDestroy(ready)
    }
    prepared[index] = .some(face)
    return face
  }
}
