/// The outline of a merged file (ISO 32000-1, 12.3.3): the items of the files one after the other.
struct MergedOutline {
  private struct Item {
    var entries: PDFDictionary
    var children: [Item]
    var isOpen: Bool

    /// How many items are shown below this one.
    var visible: Int { children.reduce(0) { $0 + 1 + ($1.isOpen ? $1.visible : 0) } }
  }

  private var items: [Item] = []
  private static let maximumItems = 100_000
  private static let maximumDepth = 60

  /// - Parameters:
  ///   - title: of an item that contains the file's items; nil to add these themselves.
  ///   - page: the number of the page to which that item leads.
  mutating func add(
    _ catalog: PDFDictionary, _ copier: ObjectCopier, title: String? = nil, page: Int? = nil
  ) throws(PDFError) {
    let root = try copier.file.resolve(catalog["Outlines"]).dictionary
    var seen: Set<PDFReference> = []
    let own = try root.map { root throws(PDFError) in try Self.items(root["First"], copier, &seen, depth: 0) } ?? []
    guard let title, let page else {
      items += own
      return
    }
    let entries: PDFDictionary = ["Title": .text(title), "Dest": .array([.reference(to: page), .name("Fit")])]
    items.append(Item(entries: entries, children: own, isOpen: false))
  }

  private static func items(
    _ first: PDFObject, _ copier: ObjectCopier, _ seen: inout Set<PDFReference>, depth: Int
  ) throws(PDFError) -> [Item] {
    guard depth < maximumDepth else { return [] }
    var items: [Item] = []
    var next = first
    while let reference = next.reference {
      guard seen.insert(reference).inserted, seen.count <= maximumItems else {
        throw PDFError(code: .limit, message: "The outline has too many items, or contains itself.")
      }
      guard let item = try copier.file.object(reference).dictionary else { break }
      var entries = PDFDictionary()
      for key in ["Title", "C", "F"] as [PDFName] { entries[key] = try copier.file.resolve(item[key]) }
      let destination = item["Dest"].isNull ? .null : try copier.destination(item["Dest"])
      // The page may have been left out.
      if destination.array?.first?.isNull != true { entries["Dest"] = destination }
      if let action = try copier.file.resolve(item["A"]).dictionary,
        kept.contains(try copier.file.resolve(action["S"]).name)
      {
        entries["A"] = .dictionary(try copier.entries(action))
      }
      items.append(
        Item(
          entries: entries, children: try Self.items(item["First"], copier, &seen, depth: depth + 1),
          isOpen: try copier.file.resolve(item["Count"]).integer ?? 0 > 0))
      next = item["Next"]
    }
    return items
  }

  private static let kept: Set<PDFName?> = ["GoTo", "URI"]

  /// - Returns: a reference to the outline; null if it is empty.
  func write(to output: MergeOutput) -> PDFObject {
    guard !items.isEmpty else { return .null }
    let number = output.reserve()
    let range = Self.write(items, parent: number, to: output)
    let root = Item(entries: PDFDictionary(), children: items, isOpen: true)
    output.write(
      .dictionary([
        "Type": .name("Outlines"), "First": .reference(to: range.first), "Last": .reference(to: range.last),
        "Count": .integer(root.visible),
      ]), as: number)
    return .reference(to: number)
  }

  private static func write(_ items: [Item], parent: Int, to output: MergeOutput) -> (first: Int, last: Int) {
    let numbers = items.map { _ in output.reserve() }
    for (index, item) in items.enumerated() {
      var entries = item.entries
      entries["Parent"] = .reference(to: parent)
      if index > 0 { entries["Prev"] = .reference(to: numbers[index - 1]) }
      if index + 1 < items.count { entries["Next"] = .reference(to: numbers[index + 1]) }
      if !item.children.isEmpty {
        let range = write(item.children, parent: numbers[index], to: output)
        entries["First"] = .reference(to: range.first)
        entries["Last"] = .reference(to: range.last)
        entries["Count"] = .integer(item.isOpen ? item.visible : -item.visible)
      }
      output.write(.dictionary(entries), as: numbers[index])
    }
    return (numbers[0], numbers[numbers.count - 1])
  }
}
