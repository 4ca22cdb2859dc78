/// What a WebP file says about the meaning of its components (RFC 9649).
package enum WebPColors {
  /// The embedded profile (§2.7.1.4), which is one of RGB; nil if there is none.
  /// - Parameter file: a file whose chunks are complete.
  package static func profile(in file: [UInt8]) -> [UInt8]? {
    file.withUnsafeBufferPointer { buffer in
      let reader = ByteReader(buffer)
      var offset = 12
      // It precedes the pixels.
      while let length = reader.little32(offset + 4), let content = reader.slice(offset + 8, count: length) {
        if reader.matches("ICCP", at: offset) { return content.withBytes { Array($0) } }
        if !reader.matches("VP8X", at: offset) { return nil }
        offset += 8 + length + length & 1
      }
      return nil
    }
  }
}
