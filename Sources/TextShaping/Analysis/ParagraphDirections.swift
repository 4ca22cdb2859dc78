/// The directions of the paragraphs of a text, each that of its first strong character (UAX #9 P2 and P3): those of
/// `unicode-bidi: plaintext` (css-writing-modes-4 §2.2).
package struct ParagraphDirections: Sendable {
  private var paragraphs: ContiguousArray<(start: Int, isRightToLeft: Bool)> = []

  /// - Parameter fallback: whether paragraphs without a strong character are right-to-left.
  package init(of text: ContiguousArray<UInt8>, fallback: Bool) {
    text.withUnsafeBufferPointer { bytes in
      var start = 0
      while start < bytes.count {
        let end = Self.paragraphEnd(bytes, start)
        let isRightToLeft = Self.strongDirection(bytes[start..<end]) ?? fallback
        paragraphs.append((start, isRightToLeft))
        start = end
      }
    }
    if paragraphs.isEmpty { paragraphs = [(0, fallback)] }
  }

  /// Whether the paragraph of a byte is right-to-left.
  package func isRightToLeft(at byte: Int) -> Bool {
    var (low, high) = (0, paragraphs.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if paragraphs[middle].start <= byte { low = middle } else { high = middle - 1 }
    }
    return paragraphs[low].isRightToLeft
  }

  /// Returns nil for a paragraph without a strong character. Isolates are skipped.
  private static func strongDirection(_ paragraph: Slice<UnsafeBufferPointer<UInt8>>) -> Bool? {
    var isolates = 0
    for scalar in String(decoding: paragraph, as: UTF8.self).unicodeScalars {
      switch scalar.value {
      case 0x2066...0x2068: isolates += 1
      case 0x2069: isolates = max(0, isolates - 1)
      default: if isolates == 0, let direction = isRightToLeft(scalar) { return direction }
      }
    }
    return nil
  }

  /// Whether a strong character is right-to-left; nil for other characters.
  static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool? {
    switch scalar.value {
    case 0x0590...0x08FF, 0x200F, 0xFB1D...0xFDFF, 0xFE70...0xFEFE, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      scalar.properties.isAlphabetic || scalar.value == 0x200F ? true : nil
    default: scalar.properties.isAlphabetic || scalar.value == 0x200E ? false : nil
    }
  }

  /// The end of the paragraph, after its separator (bidi class B).
  static func paragraphEnd(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int) -> Int {
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      switch byte {
      case 0x0A, 0x1C, 0x1D, 0x1E: return index
      case 0x0D where !(index < bytes.count && bytes[index] == 0x0A): return index
      case 0xC2 where index < bytes.count && bytes[index] == 0x85: return index + 1
      case 0xE2 where index + 1 < bytes.count && bytes[index] == 0x80 && bytes[index + 1] == 0xA9: return index + 2
      default: break
      }
    }
    return index
  }
}
