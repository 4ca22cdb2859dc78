/// Justification opportunities (css-text-4 §7.4): characters after which justified text gets additional space.
package enum JustificationOpportunity {
  /// The characters that provide opportunities.
  package enum Spread: UInt8, Hashable, Sendable {
    /// Spaces (`inter-word`).
    case spaces
    /// Spaces, and the ideographs and kana of scripts without spaces (`auto`).
    case standard
    /// All characters (`inter-character`).
    case characters
  }

  /// Whether the cluster that starts at a UTF-8 offset provides an opportunity.
  @inline(__always)
  package static func isOne<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Bytes, at offset: Int, _ spread: Spread
  ) -> Bool where Bytes.Index == Int {
    guard offset >= 0, offset < bytes.count else { return false }
    let byte = bytes[offset]
    if spread == .characters || byte == 0x20 { return true }
    if byte < 0xC2 { return false }
    if byte == 0xC2 { return offset + 1 < bytes.count && bytes[offset + 1] == 0xA0 }
    guard spread == .standard, byte >= 0xE2 else { return false }
    return isIdeographic(bytes.scalar(at: offset))
  }

  private static func isIdeographic(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2E80...0x2FFF, 0x3001...0x312F, 0x3190...0x31FF, 0x3200...0x9FFF, 0xF900...0xFAFF, 0xFF01...0xFF60,
      0x20000...0x3FFFF:
      true
    default: false
    }
  }
}
