import Layout

/// The document outline (ISO 32000-1 §12.3.3), made from entries with levels: each is a child of the last one before it of a
/// lower level.
struct PDFOutline {
  private struct Entry {
    var item: OutlineItem
    var number: Int
    /// Indices of entries; nil for the root.
    var parent: Int?
    var previous: Int?
    var next: Int?
    var first: Int?
    var last: Int?
    /// Entries below it that show when it is open.
    var visible = 0
  }
  private let document: LaidOutDocument

  init(_ document: LaidOutDocument) { self.document = document }

  /// The catalog's entries for the outline.
  func catalogEntries(_ file: inout PDFAssembly) -> String {
    let entries = makeEntries(&file)
    guard !entries.isEmpty else { return "" }
    let root = file.reserve()
    func reference(_ key: String, _ index: Int?) -> String { index.map { " /\(key) \(entries[$0].number) 0 R" } ?? "" }
    for entry in entries {
      let count = entry.first == nil ? "" : " /Count \(entry.item.isOpen ? entry.visible : -entry.visible)"
      file.set(
        entry.number,
        "<< /Title \(PDFSyntax.text(entry.item.title)) /Parent \(entry.parent.map { entries[$0].number } ?? root) 0 R"
          + reference("Prev", entry.previous) + reference("Next", entry.next) + reference("First", entry.first)
          + reference("Last", entry.last) + count
          + " /Dest \(PDFPoint.destination(entry.item.destination, document, file)) >>")
    }
    let top = entries.indices.filter { entries[$0].parent == nil }
    let visible = top.reduce(0) { $0 + 1 + (entries[$1].item.isOpen ? entries[$1].visible : 0) }
    file.set(
      root, "<< /Type /Outlines\(reference("First", top.first))\(reference("Last", top.last)) /Count \(visible) >>")
    return " /Outlines \(root) 0 R /PageMode /UseOutlines"
  }

  private func makeEntries(_ file: inout PDFAssembly) -> [Entry] {
    var entries: [Entry] = []
    var open: [Int] = []
    var lastTop: Int?
    for item in document.outline where document.pages.indices.contains(item.destination.page) {
      while let last = open.last, entries[last].item.level >= item.level { open.removeLast() }
      let index = entries.count
      let parent = open.last
      let previous = parent.map { entries[$0].last } ?? lastTop
      entries.append(Entry(item: item, number: file.reserve(), parent: parent, previous: previous))
      if let previous { entries[previous].next = index }
      if let parent {
        if entries[parent].first == nil { entries[parent].first = index }
        entries[parent].last = index
      } else {
        lastTop = index
      }
      open.append(index)
    }
    // Children stand after their parents, so going backwards each is complete before it is counted.
    for index in entries.indices.reversed() {
      guard let parent = entries[index].parent else { continue }
      entries[parent].visible += 1 + (entries[index].item.isOpen ? entries[index].visible : 0)
    }
    return entries
  }
}
