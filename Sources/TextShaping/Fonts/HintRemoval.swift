/// Removes the hinting instructions from a TrueType font.
///
/// Text is laid out unhinted, and PDF readers draw embedded fonts unhinted. The instructions are a large part of an embedded
/// font, and compressing them takes a large part of the time for a short document. Outlines and metrics do not change. Layout
/// tables are removed as well, because HarfBuzz reads them from the original file. CFF fonts, collections and variable fonts
/// (whose outlines Cairo does not embed unchanged) are not supported.
struct HintRemoval {
  private let bytes: UnsafeRawBufferPointer
  /// In the order of the directory.
  private var tables: [(tag: UInt32, range: Range<Int>)] = []

  /// The font without hints; `nil` for unsupported and damaged fonts.
  static func unhinted(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
    guard let removal = HintRemoval(bytes), let outlines = removal.outlines() else { return nil }
    return removal.file(with: outlines)
  }

  private init?(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    guard let version = long(0), version == 0x0001_0000 || version == 0x7472_7565, let count = short(4) else {
      return nil
    }
    for index in 0..<count {
      let entry = 12 + 16 * index
      guard let tag = long(entry), let offset = long(entry + 8), let length = long(entry + 12) else { return nil }
      guard offset + length <= bytes.count else { return nil }
      tables.append((UInt32(tag), offset..<offset + length))
    }
    if table("fvar") != nil { return nil }
  }

  private func table(_ name: StaticString) -> Range<Int>? {
    let wanted = tag(name)
    return tables.first { $0.tag == wanted }?.range
  }

  // MARK: - Glyphs

  /// New `glyf` and `loca` tables.
  fileprivate struct Outlines {
    var glyphs: [UInt8] = []
    var places: [UInt8] = []
  }

  private func outlines() -> Outlines? {
    guard let head = table("head"), let maxp = table("maxp"), let loca = table("loca"), let glyf = table("glyf"),
      let format = short(head.lowerBound + 50), let count = short(maxp.lowerBound + 4)
    else { return nil }
    let isShort = format == 0
    func offset(_ glyph: Int) -> Int? {
      let place = loca.lowerBound + glyph * (isShort ? 2 : 4)
      guard place + (isShort ? 2 : 4) <= loca.upperBound else { return nil }
      return isShort ? short(place).map { 2 * $0 } : long(place)
    }
    var result = Outlines()
    result.glyphs.reserveCapacity(glyf.count / 2)
    result.places.reserveCapacity(loca.count)
    guard var start = offset(0) else { return nil }
    result.appendPlace(isShort: isShort)
    for glyph in 0..<count {
      guard let end = offset(glyph + 1), start <= end, end <= glyf.count else { return nil }
      if start < end { append(glyf.lowerBound + start..<glyf.lowerBound + end, to: &result.glyphs) }
      result.appendPlace(isShort: isShort)
      start = end
    }
    return result
  }

  /// Appends a glyph (OpenType `glyf`) without its instructions.
  private func append(_ glyph: Range<Int>, to output: inout [UInt8]) {
    let first = output.count
    if let contours = short(glyph.lowerBound), glyph.count > 10 {
      let place = glyph.lowerBound + 10
      if contours < 0x8000 {
        appendSimple(glyph, place + 2 * contours, to: &output)
      } else {
        appendComposite(glyph, place, to: &output)
      }
    }
    if output.count == first { output += bytes[glyph] }
  }

  /// - Parameter place: the offset of the length of the instructions.
  private func appendSimple(_ glyph: Range<Int>, _ place: Int, to output: inout [UInt8]) {
    guard place + 2 <= glyph.upperBound, let length = short(place), place + 2 + length <= glyph.upperBound else {
      return
    }
    output += bytes[glyph.lowerBound..<place]
    output += [0, 0]
    output += bytes[place + 2 + length..<glyph.upperBound]
  }

  /// Appends a composite glyph. Its instructions follow the last component; any component may have the flag for them.
  private func appendComposite(_ glyph: Range<Int>, _ start: Int, to output: inout [UInt8]) {
    let first = output.count
    var place = start
    while place + 4 <= glyph.upperBound, let flags = short(place) {
      let component = place
      place += 4 + (flags & 0x1 != 0 ? 4 : 2)
      if flags & 0x8 != 0 {
        place += 2
      } else if flags & 0x40 != 0 {
        place += 4
      } else if flags & 0x80 != 0 {
        place += 8
      }
      guard place <= glyph.upperBound else { break }
      if output.count == first { output += bytes[glyph.lowerBound..<start] }
      // Clear the flag WE_HAVE_INSTRUCTIONS (0x100).
      output += [UInt8(flags >> 8 & 0xFE), UInt8(flags & 0xFF)]
      output += bytes[component + 2..<place]
      if flags & 0x20 == 0 { return }
    }
    output.removeSubrange(first...)
  }

  // MARK: - The file

  /// Tables that only instructions use, and tables that only HarfBuzz reads.
  private static let dropped: Set<UInt32> = Set(
    ([
      "fpgm", "prep", "cvt ", "gasp", "hdmx", "LTSH", "VDMX", "cvar", "DSIG", "GSUB", "GPOS", "GDEF", "BASE", "JSTF",
      "kern",
      "morx", "mort", "kerx", "feat",
    ] as [StaticString]).map(tag))

  private func file(with outlines: Outlines) -> [UInt8] {
    let kept = tables.filter { !Self.dropped.contains($0.tag) }
    func isOutline(_ name: UInt32) -> [UInt8]? {
      name == tag("glyf") ? outlines.glyphs : name == tag("loca") ? outlines.places : nil
    }
    var file: [UInt8] = []
    file.reserveCapacity(
      12 + kept.reduce(0) { $0 + 20 + (isOutline($1.tag)?.count ?? $1.range.count) })
    file += bytes[0..<4]
    file.append(short: kept.count)
    // `searchRange`, `entrySelector` and `rangeShift`, which FreeType does not read.
    file += [0, 0, 0, 0, 0, 0]
    var offset = 12 + 16 * kept.count
    for (name, range) in kept {
      let length = isOutline(name)?.count ?? range.count
      file.append(long: Int(name))
      file.append(long: 0)
      file.append(long: offset)
      file.append(long: length)
      offset += (length + 3) & ~3
    }
    for (name, range) in kept {
      if let new = isOutline(name) { file += new } else { file += bytes[range] }
      file += repeatElement(0, count: -file.count & 3)
    }
    return file
  }

  // MARK: - Bytes

  private func short(_ offset: Int) -> Int? {
    guard offset >= 0, offset + 2 <= bytes.count else { return nil }
    return Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
  }

  private func long(_ offset: Int) -> Int? {
    guard let high = short(offset), let low = short(offset + 2) else { return nil }
    return high << 16 | low
  }
}

extension HintRemoval.Outlines {
  /// Appends the offset of the next glyph to `loca`; the short form stores half of it.
  fileprivate mutating func appendPlace(isShort: Bool) {
    if glyphs.count & 1 == 1 { glyphs.append(0) }
    if isShort { places.append(short: glyphs.count / 2) } else { places.append(long: glyphs.count) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(short value: Int) {
    append(UInt8(truncatingIfNeeded: value >> 8))
    append(UInt8(truncatingIfNeeded: value))
  }

  fileprivate mutating func append(long value: Int) {
    append(short: value >> 16)
    append(short: value)
  }
}
