/// What a JPEG file says about the meaning of its components.
package struct JPEGColors: Sendable {
  /// The profile that is embedded.
  package private(set) var profile = EmbeddedProfile.none
  /// Whether the samples are inverted: 0 is the full amount of an ink. Adobe's programs and most others write CMYK files
  /// in this way. The only sign of it is Adobe's marker: files without it are not inverted.
  package private(set) var isInverted = false

  /// - Parameter components: those of the frame.
  package init(_ file: [UInt8], components: Int) {
    file.withUnsafeBufferPointer { buffer in
      var parts = ProfileParts()
      ByteReader(buffer).forEachSegment { marker, segment in
        switch marker {
        case 0xE2: parts.add(segment)
        case 0xEE:
          // Technical note 5116, section 18.
          if segment.starts(with: "Adobe"), segment.count >= 12 { isInverted = components == 4 }
        default: break
        }
      }
      if !parts.isEmpty {
        profile = parts.profile.map { EmbeddedProfile($0, components: components) } ?? .unusable("it is incomplete")
      }
    }
  }
}

/// The segments of an embedded profile (ICC.1:2010, B.4), each with its number, from 1, and the count of all.
private struct ProfileParts {
  private var parts: [UInt8: ByteReader] = [:]
  private var count: UInt8?
  private var isDamaged = false

  var isEmpty: Bool { parts.isEmpty && !isDamaged }

  mutating func add(_ segment: ByteReader) {
    let length = 14
    guard segment.starts(with: "ICC_PROFILE\0"), let number = segment[12], let total = segment[13],
      let content = segment.slice(length, count: segment.count - length)
    else { return }
    if number == 0 || number > total || parts[number] != nil || (count ?? total) != total { isDamaged = true }
    parts[number] = content
    count = total
  }

  /// The content of all segments in order; nil if one is missing or there are contradictions.
  var profile: [UInt8]? {
    guard !isDamaged, let count, parts.count == Int(count) else { return nil }
    var bytes: [UInt8] = []
    for number in 1...count {
      guard let part = parts[number], bytes.count + part.count <= ICCProfile.maximumBytes else { return nil }
      part.withBytes { bytes.append(contentsOf: $0) }
    }
    return bytes
  }
}

extension ByteReader {
  /// Calls `body` with the marker segments of a JPEG file up to its first scan.
  fileprivate func forEachSegment(_ body: (_ marker: UInt8, _ content: ByteReader) -> Void) {
    var offset = 2
    while self[offset] == 0xFF {
      while self[offset + 1] == 0xFF { offset += 1 }
      guard let marker = self[offset + 1], marker != 0xDA, marker != 0xD9 else { return }
      offset += 2
      if marker == 0x01 || 0xD0...0xD7 ~= marker { continue }
      guard let length = big16(offset), length >= 2, let content = slice(offset + 2, count: length - 2) else { return }
      body(marker, content)
      offset += length
    }
  }
}
