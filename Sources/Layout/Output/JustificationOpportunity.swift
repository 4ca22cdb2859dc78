/// Where justified text gets its extra space (css-text-3 §8.3): at the word separators that can stretch.
package enum JustificationOpportunity {
  /// Whether the cluster that begins at this UTF-8 offset is a space or a no-break space.
  package static func isOne(_ bytes: ContiguousArray<UInt8>, at offset: Int) -> Bool {
    guard bytes.indices.contains(offset) else { return false }
    if bytes[offset] == 0x20 { return true }
    return bytes[offset] == 0xC2 && offset + 1 < bytes.count && bytes[offset + 1] == 0xA0
  }
}
