/// File identifiers (ISO 32000-1, 14.4).
enum FileIdentifier {
  /// 16 bytes that differ between files with different contents. Not a cryptographic hash.
  static func bytes(for contents: [UInt8]) -> [UInt8] {
    var first: UInt64 = 0x9E37_79B9_7F4A_7C15
    var second: UInt64 = 0xD1B5_4A32_D192_ED03
    contents.withUnsafeBytes { bytes in
      var offset = 0
      func mix(_ word: UInt64) {
        first = (first ^ word) &* 0xFF51_AFD7_ED55_8CCD
        first ^= first >> 32
        second = (second &+ word &+ first) &* 0xC4CE_B9FE_1A85_EC53
        second ^= second >> 29
      }
      while offset + 8 <= bytes.count {
        mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
      }
      var rest = UInt64(bytes.count) << 56
      for index in offset..<bytes.count { rest = rest << 8 | UInt64(bytes[index]) }
      mix(rest)
      mix(second)
    }
    return [first, second].flatMap { word in withUnsafeBytes(of: word.bigEndian) { Array($0) } }
  }
}
