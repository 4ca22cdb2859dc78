import TextShaping

/// The texts of inline formatting contexts. Once one is shaped, the shaped text has its bytes.
extension LayoutContext {
  /// The text of a content, before small capitals are synthesized.
  func bytes(of content: borrowing InlineContent) -> ContiguousArray<UInt8> {
    guard content.bytes.isEmpty, let shaped = content.shaped else { return content.bytes }
    return ContiguousArray(texts[Int(shaped.text)].bytes)
  }

  /// Calls `body` with the text of a content, before small capitals are synthesized.
  func withBytes<Result>(
    of inline: UInt32, text: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    if tree.inlines[Int(inline)].bytes.isEmpty { return texts[text].bytes.withUnsafeBufferPointer(body) }
    return tree.inlines[Int(inline)].bytes.withUnsafeBufferPointer(body)
  }

  /// The number of bytes of a content's text.
  func byteCount(of inline: UInt32) -> Int {
    if let shaped = tree.inlines[Int(inline)].shaped { return texts[Int(shaped.text)].bytes.count }
    return tree.inlines[Int(inline)].bytes.count
  }

  /// Whether the byte of a shaped content before an offset, if there is one, is a forced line break.
  func isLineBreak(before offset: Int, in inline: UInt32) -> Bool {
    guard offset > 0, let shaped = tree.inlines[Int(inline)].shaped else { return false }
    return texts[Int(shaped.text)].bytes[offset - 1] == 0x0A
  }
}
