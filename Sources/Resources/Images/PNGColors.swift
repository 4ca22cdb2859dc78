/// What a PNG file says about the meaning of its components (ISO/IEC 15948).
package struct PNGColors: Sendable {
  /// The components of a colour, without the alpha channel: 1 or 3.
  package private(set) var components = 3
  /// The embedded profile (11.3.3.3) as a zlib stream; nil if there is none. It is empty if its chunk is damaged.
  package private(set) var profile: [UInt8]?

  /// - Parameter file: a file whose chunks are complete.
  package init(_ file: [UInt8]) {
    file.withUnsafeBufferPointer { buffer in
      let reader = ByteReader(buffer)
      var offset = PNGHeader.signature.count
      // The profile precedes the palette and the pixels.
      while let length = reader.big32(offset), let content = reader.slice(offset + 8, count: length),
        !reader.matches("PLTE", at: offset + 4), !reader.matches("IDAT", at: offset + 4)
      {
        if reader.matches("IHDR", at: offset + 4), let type = content[9] { components = type & 2 == 0 ? 1 : 3 }
        if reader.matches("iCCP", at: offset + 4) { profile = Self.compressedProfile(content) }
        offset += 12 + length
      }
    }
  }

  /// What follows the name of the profile and the number of the compression method.
  private static func compressedProfile(_ chunk: ByteReader) -> [UInt8] {
    guard let end = chunk.firstIndex(of: 0, from: 0), chunk[end + 1] == 0,
      let data = chunk.slice(end + 2, count: chunk.count - end - 2)
    else { return [] }
    return data.withBytes { Array($0) }
  }
}
