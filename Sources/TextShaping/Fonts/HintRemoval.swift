/// Blanks the hinting instructions of a TrueType font, in place.
///
/// What is set here is set unhinted, and so do PDF readers draw embedded fonts; yet a third to a half of an embedded
/// font would be instructions, and compressing them most of the time that a short document takes. All offsets stay as they
/// are: an instruction of 0 (`SVTCA[y]`) does nothing to a glyph. CFF fonts and collections are left alone, and so are
/// variable fonts, whose outlines Cairo does not embed as they stand.
struct HintRemoval {
  private let bytes: UnsafeMutableRawBufferPointer
  /// By tag.
  private var tables: [UInt32: Range<Int>] = [:]

  /// The font of a whole file; nothing happens where that is damaged.
  static func apply(to bytes: UnsafeMutableRawBufferPointer) {
    guard let removal = HintRemoval(bytes) else { return }
    removal.blankPrograms()
    removal.blankGlyphs()
  }

  private init?(_ bytes: UnsafeMutableRawBufferPointer) {
    self.bytes = bytes
    guard let version = long(0), version == 0x0001_0000 || version == 0x7472_7565, let count = short(4) else { return nil }
    for index in 0..<count {
      let entry = 12 + 16 * index
      guard let tag = long(entry), let offset = long(entry + 8), let length = long(entry + 12) else { return nil }
      guard offset + length <= bytes.count else { return nil }
      tables[UInt32(tag)] = offset..<offset + length
    }
    if tables[tag("fvar")] != nil { return nil }
  }

  /// The font program, the control value program and the values that they share.
  private func blankPrograms() {
    for name: StaticString in ["fpgm", "prep", "cvt "] {
      if let table = tables[tag(name)] { blank(table) }
    }
  }

  /// Each glyph's own instructions (OpenType: `glyf`, `loca`).
  private func blankGlyphs() {
    guard let head = tables[tag("head")], let maxp = tables[tag("maxp")], let loca = tables[tag("loca")],
      let glyf = tables[tag("glyf")], let format = short(head.lowerBound + 50), let count = short(maxp.lowerBound + 4)
    else { return }
    func offset(_ glyph: Int) -> Int? {
      let place = loca.lowerBound + glyph * (format == 0 ? 2 : 4)
      guard place + (format == 0 ? 2 : 4) <= loca.upperBound else { return nil }
      return format == 0 ? short(place).map { 2 * $0 } : long(place)
    }
    var start = offset(0)
    for glyph in 0..<count {
      guard let from = start, let to = offset(glyph + 1) else { return }
      start = to
      guard from < to, to <= glyf.count else { continue }
      blankGlyph(glyf.lowerBound + from..<glyf.lowerBound + to)
    }
  }

  private func blankGlyph(_ glyph: Range<Int>) {
    guard glyph.count > 10, let contours = short(glyph.lowerBound) else { return }
    var place = glyph.lowerBound + 10
    if contours < 0x8000 {
      place += 2 * contours
    } else {
      guard let end = endOfComponents(from: place, in: glyph) else { return }
      place = end
    }
    guard place + 2 <= glyph.upperBound, let length = short(place), place + 2 + length <= glyph.upperBound else { return }
    blank(place + 2..<place + 2 + length)
  }

  /// Where a composite glyph's instructions begin; nil where it has none.
  private func endOfComponents(from start: Int, in glyph: Range<Int>) -> Int? {
    var place = start
    var hasInstructions = false
    while place + 4 <= glyph.upperBound, let flags = short(place) {
      place += 4 + (flags & 0x1 != 0 ? 4 : 2)
      if flags & 0x8 != 0 { place += 2 } else if flags & 0x40 != 0 { place += 4 } else if flags & 0x80 != 0 { place += 8 }
      hasInstructions = hasInstructions || flags & 0x100 != 0
      if flags & 0x20 == 0 { return hasInstructions ? place : nil }
    }
    return nil
  }

  // MARK: - Bytes

  private func blank(_ range: Range<Int>) {
    for index in range where bytes[index] != 0 { bytes[index] = 0 }
  }

  private func short(_ offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  private func long(_ offset: Int) -> Int? {
    guard let high = short(offset), let low = short(offset + 2) else { return nil }
    return high << 16 | low
  }
}
