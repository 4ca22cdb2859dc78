/// The parts of characters in fonts without a MATH table: characters for pieces of brackets and integrals, and bars,
/// which are made of several glyphs that overlap.
enum StretchParts {
  /// The assembly of a character; nil if there is none, or if the face does not have all of its parts.
  static func parts(of character: Unicode.Scalar, _ axis: StretchAxis, in stretch: MathStretch) -> StretchAssembly? {
    let pieces = axis == .vertical ? vertical[character.value] : nil
    if let pieces, let assembly = assembly(pieces, stretch) { return assembly }
    guard (axis == .vertical ? verticalBars : horizontalBars).contains(character.value),
      let glyph = stretch.typeface.glyph(character.value)
    else { return nil }
    var part = stretch.part(glyph)
    // Bars have space around their ink, over which they overlap, and may overlap further.
    (part.isExtender, part.connector) = (true, part.extent * 0.9)
    var end = part
    end.isExtender = false
    return StretchAssembly([end, part])
  }

  /// - Parameter pieces: from the bottom; extenders are negative.
  private static func assembly(_ pieces: [Int32], _ stretch: MathStretch) -> StretchAssembly? {
    var parts: [MathStretch.Part] = []
    for piece in pieces {
      guard let glyph = stretch.typeface.glyph(piece.magnitude) else { return nil }
      var part = stretch.part(glyph)
      part.isExtender = piece < 0
      part.connector = part.isExtender ? part.extent * 0.9 : part.extent * 0.1
      parts.append(part)
    }
    return StretchAssembly(parts)
  }

  private static let vertical: [UInt32: [Int32]] = [
    0x28: [0x239D, -0x239C, 0x239B], 0x29: [0x23A0, -0x239F, 0x239E], 0x5B: [0x23A3, -0x23A2, 0x23A1],
    0x5D: [0x23A6, -0x23A5, 0x23A4], 0x7B: [0x23A9, -0x23AA, 0x23A8, -0x23AA, 0x23A7],
    0x7D: [0x23AD, -0x23AA, 0x23AC, -0x23AA, 0x23AB], 0x222B: [0x2321, -0x23AE, 0x2320],
    0x2308: [-0x23A2, 0x23A1], 0x2309: [-0x23A5, 0x23A4], 0x230A: [0x23A3, -0x23A2], 0x230B: [0x23A6, -0x23A5],
  ]

  private static let verticalBars: Set<UInt32> = [0x7C, 0x2016, 0x2223, 0x2225, 0x2758]

  private static let horizontalBars: Set<UInt32> = [0x5F, 0xAF, 0x2C9, 0x203E, 0x2013, 0x2014, 0x2015, 0x2500, 0x23AF]

  /// The combining accents whose variants look like those of the characters.
  static let combining: [UInt32: UInt32] = [
    0x5E: 0x302, 0x2C6: 0x302, 0x7E: 0x303, 0x2DC: 0x303, 0x2C7: 0x30C, 0x2D8: 0x306, 0xAF: 0x305, 0x2C9: 0x305,
    0x203E: 0x305, 0x5F: 0x332, 0x332: 0x332,
  ]
}
