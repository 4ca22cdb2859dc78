/// Makes bytes valid input for Pango without changing offsets.
enum TextRepair {
  /// Replaces each byte that is not UTF-8 by a question mark, and NUL, which would end the text, by U+0001.
  ///
  /// - Returns: whether some bytes were not UTF-8.
  static func repair(_ text: inout ContiguousArray<UInt8>) -> Bool {
    if isClean(text) { return false }
    var isInvalid = false
    text.withUnsafeMutableBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let length = sequenceLength(UnsafeBufferPointer(bytes), index)
        if length == 0 {
          bytes[index] = 0x3F
          isInvalid = true
        } else if bytes[index] == 0 {
          bytes[index] = 1
        }
        index += max(1, length)
      }
    }
    return isInvalid
  }

  private static func isClean(_ text: ContiguousArray<UInt8>) -> Bool {
    text.withUnsafeBufferPointer { bytes in
      var index = 0
      while index < bytes.count {
        let byte = bytes[index]
        if byte &- 1 < 0x7F {
          index += 1
        } else {
          let length = sequenceLength(bytes, index)
          if length == 0 || byte == 0 { return false }
          index += length
        }
      }
      return true
    }
  }

  /// The length of the well-formed sequence at `index` (Unicode, table 3-7); 0 if it is not well-formed.
  private static func sequenceLength(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
    func continues(_ offset: Int, _ low: UInt8 = 0x80, _ high: UInt8 = 0xBF) -> Bool {
      index + offset < bytes.count && bytes[index + offset] >= low && bytes[index + offset] <= high
    }
    let lead = bytes[index]
    switch lead {
    case 0..<0x80: return 1
    case 0xC2...0xDF: return continues(1) ? 2 : 0
    case 0xE0: return continues(1, 0xA0) && continues(2) ? 3 : 0
    case 0xED: return continues(1, 0x80, 0x9F) && continues(2) ? 3 : 0
    case 0xE1...0xEF: return continues(1) && continues(2) ? 3 : 0
    case 0xF0: return continues(1, 0x90) && continues(2) && continues(3) ? 4 : 0
    case 0xF1...0xF3: return continues(1) && continues(2) && continues(3) ? 4 : 0
    case 0xF4: return continues(1, 0x80, 0x8F) && continues(2) && continues(3) ? 4 : 0
    default: return 0
    }
  }
}
