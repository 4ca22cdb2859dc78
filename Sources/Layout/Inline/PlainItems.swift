/// The items of contents that consist of one text. Contents of the same length share them, as do thousands of table
/// cells.
struct PlainItems {
  /// The items by the number of bytes of the text.
  private var known: ContiguousArray<ContiguousArray<InlineItem>> = []
  /// Longer contents do not share their items.
  private static let mostBytes = 64

  mutating func share(in content: inout InlineContent) {
    let count = content.bytes.count
    guard content.items.count == 1, count > 0, count <= Self.mostBytes else { return }
    let item = content.items[0]
    guard item.kind == .text, item.box == InlineItem.root, item.bytes == 0..<UInt32(count) else { return }
    while known.count <= count { known.append([]) }
    if known[count].isEmpty { known[count] = [item] }
    content.items = known[count]
  }
}
