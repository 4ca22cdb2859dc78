/// An ICC colour profile (ICC.1:2010) that PDF files can contain (ISO 32000-1, 8.6.5.5): of grey, RGB or CMYK, version
/// 2 or 4, with the tags from which readers convert colours.
package struct ICCProfile: Hashable, Sendable {
  package let bytes: [UInt8]
  /// The number of components: 1, 3 or 4.
  package let components: Int
  /// 2 or 4.
  package let majorVersion: Int
  /// Whether it is a profile of sRGB.
  package let isSRGB: Bool

  /// Larger profiles are not used.
  package static let maximumBytes = 4 << 20
  private static let maximumTags = 200

  /// - Parameter file: a profile; what follows it is ignored.
  package init(_ file: [UInt8]) throws(ICCProfileError) {
    let profile = try file.withUnsafeBufferPointer { buffer throws(ICCProfileError) in
      try Self.read(ByteReader(buffer))
    }
    bytes = profile.size == file.count ? file : Array(file[..<profile.size])
    (components, majorVersion, isSRGB) = (profile.components, profile.majorVersion, profile.isSRGB)
  }

  package static func == (a: ICCProfile, b: ICCProfile) -> Bool { FileKey(a.bytes) == FileKey(b.bytes) }

  package func hash(into hasher: inout Hasher) { FileKey(bytes).hash(into: &hasher) }

  // MARK: Reading

  private struct Header {
    var size: Int
    var components: Int
    var majorVersion: Int
    var isSRGB = false
  }

  private static func read(_ file: ByteReader) throws(ICCProfileError) -> Header {
    guard let size = file.big32(0), file.matches("acsp", at: 36) else {
      throw ICCProfileError("it is not an ICC profile")
    }
    guard size <= maximumBytes else { throw ICCProfileError("it has more than \(maximumBytes) bytes") }
    guard size >= 132, let profile = file.slice(0, count: size) else { throw ICCProfileError("it is cut short") }
    guard let version = profile[8], version == 2 || version == 4 else {
      throw ICCProfileError("it is of version \(file[8] ?? 0); only versions 2 and 4 can be used")
    }
    guard ["scnr", "mntr", "prtr", "spac"].contains(where: { profile.matches($0, at: 12) }) else {
      throw ICCProfileError("its class is not that of a device or of a colour space")
    }
    guard let components = components(of: profile) else {
      throw ICCProfileError("its colours are not those of CMYK, RGB or grey")
    }
    guard profile.matches("XYZ ", at: 20) || profile.matches("Lab ", at: 20) else {
      throw ICCProfileError("its connection space is not XYZ or Lab")
    }
    let tags = try tags(of: profile)
    guard convertsColors(tags, components: components) else {
      throw ICCProfileError("it lacks the tables that convert its colours")
    }
    var header = Header(size: size, components: components, majorVersion: Int(version))
    header.isSRGB = components == 3 && isSRGB(tags)
    return header
  }

  private static func components(of profile: ByteReader) -> Int? {
    profile.matches("CMYK", at: 16)
      ? 4 : profile.matches("RGB ", at: 16) ? 3 : profile.matches("GRAY", at: 16) ? 1 : nil
  }

  /// The contents of the tags (7.3) by their signatures.
  static func tags(of profile: ByteReader) throws(ICCProfileError) -> [Int: ByteReader] {
    guard let count = profile.big32(128), count <= maximumTags, 132 + 12 * count <= profile.count else {
      throw ICCProfileError("its table of tags is damaged")
    }
    var tags: [Int: ByteReader] = [:]
    for index in 0..<count {
      let entry = 132 + 12 * index
      guard let signature = profile.big32(entry), let offset = profile.big32(entry + 4),
        let size = profile.big32(entry + 8), offset >= 132 + 12 * count, size >= 8,
        let content = profile.slice(offset, count: size)
      else { throw ICCProfileError("a tag is outside of it") }
      tags[signature] = content
    }
    return tags
  }

  /// Whether readers can convert colours of the profile: by a table, or by curves and primaries.
  private static func convertsColors(_ tags: [Int: ByteReader], components: Int) -> Bool {
    func has(_ signature: StaticString, _ types: StaticString...) -> Bool {
      tags[Self.signature(signature)].map { tag in types.contains { tag.matches($0, at: 0) } } ?? false
    }
    if let table = tags[signature("A2B0")] {
      guard ["mft1", "mft2", "mAB "].contains(where: { table.matches($0, at: 0) }) else { return false }
      return table[8] == UInt8(components) && table[9] == 3
    }
    switch components {
    case 1: return has("kTRC", "curv", "para")
    case 3:
      return has("rXYZ", "XYZ ") && has("gXYZ", "XYZ ") && has("bXYZ", "XYZ ")
        && has("rTRC", "curv", "para") && has("gTRC", "curv", "para") && has("bTRC", "curv", "para")
    default: return false
    }
  }

  static func signature(_ text: StaticString) -> Int {
    text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | Int($1) } }
  }

  // MARK: sRGB

  /// The primaries of sRGB, adapted to D50.
  private static let primaries: [(tag: StaticString, point: [Double])] = [
    ("rXYZ", [0.4361, 0.2225, 0.0139]), ("gXYZ", [0.3851, 0.7169, 0.0971]), ("bXYZ", [0.1431, 0.0606, 0.7141]),
  ]

  /// Whether the profile names itself sRGB and has its primaries.
  private static func isSRGB(_ tags: [Int: ByteReader]) -> Bool {
    guard tags[signature("A2B0")] == nil, let description = tags[signature("desc")], description.names("sRGB") else {
      return false
    }
    return primaries.allSatisfy { primary in
      guard let tag = tags[signature(primary.tag)] else { return false }
      return primary.point.indices.allSatisfy { index in
        guard let bits = tag.big32(8 + 4 * index) else { return false }
        return abs(Double(Int32(truncatingIfNeeded: bits)) / 65536 - primary.point[index]) < 0.002
      }
    }
  }
}

/// The reason why a profile cannot be used, as a clause.
package struct ICCProfileError: Error, Hashable {
  package let reason: String
  init(_ reason: String) { self.reason = reason }
}

extension ByteReader {
  /// Whether a description (ICC.1:2001-04, 6.5.17; ICC.1:2010, 10.13) has a word in ASCII or UTF-16.
  fileprivate func names(_ word: String) -> Bool {
    let ascii = Array(word.utf8)
    let wide = ascii.flatMap { [0, $0] as [UInt8] }
    return withBytes { bytes in
      let start = bytes.prefix(512)
      return start.firstRange(of: ascii) != nil || start.firstRange(of: wide) != nil
    }
  }
}
