/// The break opportunities between adjacent printable ASCII characters, which are those of browsers: fewer than in
/// UAX #14 after slashes and exclamation marks, more in telephone numbers and before opening brackets.
enum ASCIIBreaks {
  private static let opens: UInt8 = 1
  private static let endsBeforeOpening: UInt8 = 2
  private static let followsHyphen: UInt8 = 4
  private static let followsQuestion: UInt8 = 8
  private static let isAlphanumeric: UInt8 = 16

  private static let kinds: ContiguousArray<UInt8> = {
    var kinds = ContiguousArray<UInt8>(repeating: 0, count: 128)
    for byte in UInt8(0x21)...0x7E {
      let isDigit = 0x30...0x39 ~= byte
      if isDigit || 0x61...0x7A ~= byte | 0x20 { kinds[Int(byte)] |= isAlphanumeric }
      if !"!$'),./:;?]}0123456789".utf8.contains(byte) { kinds[Int(byte)] |= followsHyphen }
      if !"!\"'),./:;?]}".utf8.contains(byte) { kinds[Int(byte)] |= followsQuestion }
    }
    for byte in "(<[{".utf8 { kinds[Int(byte)] |= opens }
    for byte in "!\"#%&)*+,-.:;=>?\\]|}~".utf8 { kinds[Int(byte)] |= endsBeforeOpening }
    return kinds
  }()

  /// Whether a line may end before the byte at an offset, after a printable character.
  static func allows(_ text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    let (before, after) = (text[index - 1], text[index])
    let next = kinds[Int(after)]
    if next & opens != 0, kinds[Int(before)] & endsBeforeOpening != 0 { return true }
    switch before {
    case 0x2D:
      if next & followsHyphen != 0 { return true }
      // A minus sign stays at its number, the hyphen of `555-1234` does not.
      guard 0x30...0x39 ~= after, index > 1, text[index - 2] < 0x80 else { return false }
      return kinds[Int(text[index - 2])] & isAlphanumeric != 0
    case 0x3F: return next & followsQuestion != 0
    default: return false
    }
  }

  /// Whether both characters around an offset are printable ASCII characters.
  @inline(__always)
  static func apply(to text: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    text[index] &- 0x21 < 0x5E && index > 0 && text[index - 1] &- 0x21 < 0x5E
  }
}
