import Style

/// `text-transform` (css-text-4 §2.1), applied to text as it is collected, after white-space processing.
extension InlineContent {
  /// Transforms the bytes from `start` on, the text of the next item.
  mutating func transform(from start: Int, _ style: TextProcessing) {
    if style.transform == .uppercase || style.transform == .lowercase, transformASCII(from: start, style) { return }
    let scalars = Array(String(decoding: bytes[start...], as: UTF8.self).unicodeScalars)
    var transformer = TextTransformer(style, startsWord: !endsInWord(before: start))
    var result = ContiguousArray<UInt8>()
    result.reserveCapacity(bytes.count - start)
    var origins: [UInt32] = []
    var source: UInt32 = 0
    var index = 0
    while index < scalars.count {
      let (replacement, count) = transformer.replacement(at: index, in: scalars)
      let before = result.count
      result.append(contentsOf: replacement.utf8)
      if tracksOrigins { origins.append(contentsOf: repeatElement(source, count: result.count - before)) }
      for scalar in scalars[index..<index + count] { source += UInt32(UTF8.width(scalar)) }
      index += count
    }
    bytes.replaceSubrange(start..., with: result)
    if tracksOrigins { detail.origins[UInt32(items.count)] = origins }
  }

  /// The fast path for ASCII text in languages without special rules. Returns false if it does not apply.
  private mutating func transformASCII(from start: Int, _ style: TextProcessing) -> Bool {
    guard TextTransformer.Tailoring(style.language) == .none, bytes[start...].allSatisfy({ $0 < 0x80 }) else {
      return false
    }
    let lower: ClosedRange<UInt8> = style.transform == .uppercase ? 0x61...0x7A : 0x41...0x5A
    for index in start..<bytes.count where lower.contains(bytes[index]) { bytes[index] ^= 0x20 }
    return true
  }

  /// Whether the preceding text may end inside a word.
  private func endsInWord(before start: Int) -> Bool {
    var first = start - 1
    while first > 0, bytes[first] & 0xC0 == 0x80 { first -= 1 }
    guard first >= 0, let scalar = String(decoding: bytes[first..<start], as: UTF8.self).unicodeScalars.first else {
      return false
    }
    return TextTransformer.isInWord(scalar)
  }
}

extension UTF8 {
  fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
    scalar.value < 0x80 ? 1 : scalar.value < 0x800 ? 2 : scalar.value < 0x10000 ? 3 : 4
  }
}
