// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The parent tree (ISO 32000-1, 14.7.4.4): from marked content and annotations to structure elements.
///
/// A page's key is its index; annotations follow the pages.
struct ParentTree {
  /// The marked content, sorted by page, then by identifier.
  let contents: ContiguousArray<StructureTree.MarkedContent>
  /// The elements of annotations, in order of their keys.
  let annotations: [UInt32]
  let pageCount: Int

  private static let pagesInLeaf = 64

  fileprivate typealias Entry = (key: Int, object: Int)

  /// Writes the tree, and the pages' keys into their dictionaries.
  /// - Parameter numbers: by element its object number.
  /// - Returns: the object number of the tree's root.
  func write(
    _ numbers: ContiguousArray<Int>, _ references: inout ReferenceRows, to writer: inout DocumentWriter
  ) -> Int {
    let pages = writePages(numbers, &references, to: &writer)
    var leaves = stride(from: 0, to: pages.count, by: Self.pagesInLeaf).map { start in
      Array(pages[start..<min(start + Self.pagesInLeaf, pages.count)])
    }
    if !annotations.isEmpty {
      leaves.append(annotations.enumerated().map { (pageCount + $0.offset, numbers[Int($0.element)]) })
    }
    let root = writer.reserve()
    if leaves.count <= 1 {
      writer.write(root) { $0.write(leaf: leaves.first ?? [], isRoot: true) }
      return root
    }
    let kids = leaves.map { leaf in
      let number = writer.reserve()
      writer.write(number) { $0.write(leaf: leaf, isRoot: false) }
      return PDFObject.reference(to: number)
    }
    writer.write(root, ["Kids": .array(kids)])
    return root
  }

  /// Writes for each page with marked content the elements of its content, by identifier, and its key.
  /// - Returns: the pages, and the objects of their arrays.
  private func writePages(
    _ numbers: ContiguousArray<Int>, _ references: inout ReferenceRows, to writer: inout DocumentWriter
  ) -> [Entry] {
    var pages: [Entry] = []
    var next = 0
    while next < contents.count {
      let page = Int(contents[next].page)
      let object = writer.reserve()
      let start = next
      while next < contents.count, Int(contents[next].page) == page { next += 1 }
      let elements = contents[start..<next].lazy.map { numbers[Int($0.element)] }
      references.write(elements, as: object, to: &writer)
      pages.append((page, object))
      // Readers tab through a page in structure order.
      writer.addEntries(to: page, ["StructParents": .integer(page), "Tabs": .name("S")])
    }
    return pages
  }
}

extension PDFSerializer {
  /// A leaf of a number tree (7.9.7), which states its limits unless it is the root.
  fileprivate mutating func write(leaf: [ParentTree.Entry], isRoot: Bool) {
    write("<<")
    if !isRoot, let first = leaf.first, let last = leaf.last {
      write("/Limits[")
      write(first.key)
      write(" ")
      write(last.key)
      write("]")
    }
    write("/Nums[")
    for entry in leaf {
      write(entry.key)
      write(" ")
      write(reference: entry.object)
      write("\n")
    }
    write("]>>")
  }
}
