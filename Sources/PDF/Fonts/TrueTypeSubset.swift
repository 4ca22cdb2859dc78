/// A TrueType font with some of another one's glyphs, without hints (ISO/IEC 14496-22, 5.3).
///
/// PDF needs no other tables than these (ISO 32000-1, 9.9). Hints have no effect at the resolutions of printers, and
/// most readers ignore them on screens.
struct TrueTypeSubset {
  private let head, hhea, maxp, hmtx: FontBytes
  private let glyf, loca: FontBytes
  private let hasLongOffsets: Bool
  private let sourceCount: Int
  private let metricCount: Int
  /// The source's glyphs in the order of the subset. Components of composite glyphs are added at the end.
  private var glyphs: [Int]
  private var numbers: [Int: Int] = [:]
  private var outlines: [UInt8] = []
  private var offsets: [Int] = []

  /// Fails if the font has no `glyf` outlines, or damaged ones.
  init?(_ tables: FontTables, glyphs wanted: [UInt32]) {
    glyf = tables.bytes("glyf")
    loca = tables.bytes("loca")
    head = tables.bytes("head")
    hhea = tables.bytes("hhea")
    maxp = tables.bytes("maxp")
    hmtx = tables.bytes("hmtx")
    guard loca.count > 0, let count = maxp.uint16(4), maxp.count >= 32, let format = head.int16(50), head.count >= 54,
      hhea.count >= 36, let metrics = hhea.uint16(34), metrics > 0, hmtx.count >= 4 * metrics
    else { return nil }
    sourceCount = count
    metricCount = metrics
    hasLongOffsets = format != 0
    glyphs = wanted.map(Int.init)
    for (number, glyph) in glyphs.enumerated() where numbers[glyph] == nil { numbers[glyph] = number }
    outlines.reserveCapacity(96 * glyphs.count)
    var index = 0
    while index < glyphs.count {
      offsets.append(outlines.count)
      guard let range = outline(of: glyphs[index]), append(range) else { return nil }
      if outlines.count & 1 == 1 { outlines.append(0) }
      index += 1
    }
    offsets.append(outlines.count)
  }

  /// The bytes of a glyph in `glyf`; nil if it is damaged.
  private func outline(of glyph: Int) -> Range<Int>? {
    guard glyph < sourceCount else { return nil }
    let start: Int?
    let end: Int?
    if hasLongOffsets {
      (start, end) = (loca.uint32(4 * glyph), loca.uint32(4 * glyph + 4))
    } else {
      (start, end) = (loca.uint16(2 * glyph).map { 2 * $0 }, loca.uint16(2 * glyph + 2).map { 2 * $0 })
    }
    guard let start, let end, start <= glyf.count else { return nil }
    if start <= end, end <= glyf.count { return start..<end }
    // The last entry of `loca` is wrong in some fonts that FreeType unpacks from WOFF2.
    return glyph == sourceCount - 1 ? start..<glyf.count : nil
  }

  // MARK: Outlines

  /// Appends a glyph without its instructions.
  private mutating func append(_ range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    guard range.count >= 10, let contours = glyf.int16(range.lowerBound) else { return false }
    return contours >= 0 ? appendSimple(range, contours: contours) : appendComposite(range)
  }

  private mutating func appendSimple(_ range: Range<Int>, contours: Int) -> Bool {
    let ends = range.lowerBound + 10
    let length = ends + 2 * contours
    // A glyph without contours may end after its bounding box.
    guard contours > 0 else { return true }
    guard length + 2 <= range.upperBound, let instructions = glyf.uint16(length),
      length + 2 + instructions <= range.upperBound
    else { return false }
    outlines.append(contentsOf: glyf.bytes[range.lowerBound..<length])
    outlines.append(uint16: 0)
    outlines.append(contentsOf: glyf.bytes[(length + 2 + instructions)..<range.upperBound])
    return true
  }

  private mutating func appendComposite(_ range: Range<Int>) -> Bool {
    outlines.append(contentsOf: glyf.bytes[range.lowerBound..<range.lowerBound + 10])
    var position = range.lowerBound + 10
    while true {
      guard let flags = glyf.uint16(position), let component = glyf.uint16(position + 2), component < sourceCount else {
        return false
      }
      // ARG_1_AND_2_ARE_WORDS, WE_HAVE_A_SCALE, WE_HAVE_AN_X_AND_Y_SCALE, WE_HAVE_A_TWO_BY_TWO
      let transform = flags & 0x08 != 0 ? 2 : flags & 0x40 != 0 ? 4 : flags & 0x80 != 0 ? 8 : 0
      let end = position + 4 + (flags & 1 != 0 ? 4 : 2) + transform
      guard end <= range.upperBound else { return false }
      // WE_HAVE_INSTRUCTIONS
      outlines.append(uint16: flags & ~0x100)
      outlines.append(uint16: number(ofComponent: component))
      outlines.append(contentsOf: glyf.bytes[(position + 4)..<end])
      position = end
      // MORE_COMPONENTS
      if flags & 0x20 == 0 { return true }
    }
  }

  private mutating func number(ofComponent glyph: Int) -> Int {
    if let number = numbers[glyph] { return number }
    let number = glyphs.count
    numbers[glyph] = number
    glyphs.append(glyph)
    return number
  }

  // MARK: File

  /// - Parameter characters: for a table `cmap`; may be empty.
  func file(_ characters: [(character: UInt16, code: Int)]) -> [UInt8] {
    let isLong = outlines.count > 2 * 0xFFFF
    var locations: [UInt8] = []
    locations.reserveCapacity(4 * offsets.count)
    for offset in offsets {
      if isLong { locations.append(uint32: offset) } else { locations.append(uint16: offset / 2) }
    }
    var header = Array(head.bytes.prefix(54))
    header.replaceSubrange(8..<12, with: [0, 0, 0, 0])
    header.replaceSubrange(50..<52, with: [0, isLong ? 1 : 0])
    var horizontal = Array(hhea.bytes.prefix(36))
    let count = [UInt8(truncatingIfNeeded: glyphs.count >> 8), UInt8(truncatingIfNeeded: glyphs.count)]
    horizontal.replaceSubrange(34..<36, with: count)
    var profile = Array(maxp.bytes.prefix(32))
    profile.replaceSubrange(4..<6, with: count)
    // maxTwilightPoints to maxSizeOfInstructions: there are no instructions.
    for index in 16..<28 { profile[index] = 0 }
    profile[15] = 1
    var tables: [(tag: StaticString, bytes: [UInt8])] = [
      ("glyf", outlines), ("head", header), ("hhea", horizontal), ("hmtx", metrics), ("loca", locations),
      ("maxp", profile),
    ]
    if !characters.isEmpty { tables.insert(("cmap", CharacterMap.table(characters)), at: 0) }
    return SFNTWriter.file(tables)
  }

  /// Advances and left side bearings.
  private var metrics: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * glyphs.count)
    for glyph in glyphs {
      bytes.append(uint16: hmtx.uint16(4 * min(glyph, metricCount - 1)) ?? 0)
      let bearing = glyph < metricCount ? 4 * glyph + 2 : 4 * metricCount + 2 * (glyph - metricCount)
      bytes.append(uint16: hmtx.uint16(bearing) ?? 0)
    }
    return bytes
  }
}

/// Writes an SFNT file (ISO/IEC 14496-22, 4.3).
enum SFNTWriter {
  /// - Parameter tables: in the order of their tags, with `head`, whose adjustment of the checksum is 0.
  static func file(_ tables: [(tag: StaticString, bytes: [UInt8])]) -> [UInt8] {
    var file: [UInt8] = []
    file.reserveCapacity(tables.reduce(12 + 16 * tables.count) { $0 + $1.bytes.count + 3 })
    let log = Int.bitWidth - 1 - tables.count.leadingZeroBitCount
    file.append(uint32: 0x0001_0000)
    file.append(uint16: tables.count)
    file.append(uint16: 16 << log)
    file.append(uint16: log)
    file.append(uint16: 16 * tables.count - 16 << log)
    var offset = 12 + 16 * tables.count
    var headOffset = 0
    var sum: UInt32 = 0
    for (tag, bytes) in tables {
      let tableSum = checksum(bytes[...])
      sum &+= tableSum
      file.append(contentsOf: UnsafeBufferPointer(start: tag.utf8Start, count: 4))
      file.append(uint32: Int(tableSum))
      file.append(uint32: offset)
      file.append(uint32: bytes.count)
      if "\(tag)" == "head" { headOffset = offset }
      offset += (bytes.count + 3) & ~3
    }
    sum &+= checksum(file[...])
    for (_, bytes) in tables {
      file.append(contentsOf: bytes)
      while file.count & 3 != 0 { file.append(0) }
    }
    let adjustment = 0xB1B0_AFBA &- sum
    for index in 0..<4 {
      file[headOffset + 8 + index] = UInt8(truncatingIfNeeded: adjustment >> UInt32(24 - 8 * index))
    }
    return file
  }

  /// The sum of big-endian words of 32 bits.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { bytes in
      var sum: UInt32 = 0
      var index = 0
      while index + 4 <= bytes.count {
        sum &+=
          UInt32(bytes[index]) << 24 | UInt32(bytes[index + 1]) << 16 | UInt32(bytes[index + 2]) << 8
          | UInt32(bytes[index + 3])
        index += 4
      }
      var shift: UInt32 = 24
      while index < bytes.count {
        sum &+= UInt32(bytes[index]) << shift
        shift &-= 8
        index += 1
      }
      return sum
    }
  }
}
