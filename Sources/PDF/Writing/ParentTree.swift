/// The parent tree (ISO 32000-1, 14.7.4.4): from marked content and annotations to structure elements.
///
/// A page's key is its index; annotations follow the pages.
struct ParentTree {
  /// By page, then by identifier.
  let contents: ContiguousArray<StructureTree.MarkedContent>
  /// The elements of annotations, in order of their keys.
  let annotations: [UInt32]
  let pageCount: Int

  private static let pagesInLeaf = 64

  /// Writes the tree, and the pages' keys into their dictionaries.
  /// - Parameter numbers: by element its object number.
  /// - Returns: the object number of the tree's root.
  func write(_ numbers: ContiguousArray<Int>, to writer: inout DocumentWriter) -> Int {
    var leaves: [Int] = []
    var next = 0
    while next < contents.count {
      let first = Int(contents[next].page)
      var end = next
      while end < contents.count, Int(contents[end].page) < first + Self.pagesInLeaf { end += 1 }
      let range = next..<end
      let keys = first..<Int(contents[end - 1].page) + 1
      leaves.append(writeLeaf(keys, to: &writer) { writePages(contents[range], numbers, to: &$0) })
      next = end
    }
    if !annotations.isEmpty {
      let keys = pageCount..<pageCount + annotations.count
      let leaf = writeLeaf(keys, to: &writer) { buffer in
        for (key, element) in zip(keys, annotations) {
          buffer.write(key)
          buffer.write(" ")
          buffer.write(reference: numbers[Int(element)])
          buffer.write("\n")
        }
      }
      leaves.append(leaf)
    }
    addKeys(to: &writer)
    let root = writer.reserve()
    writer.write(root) { buffer in
      buffer.write("<</Kids")
      buffer.write(.array(leaves.map { .reference(to: $0) }))
      buffer.write(">>")
    }
    return root
  }

  private func writeLeaf(
    _ keys: Range<Int>, to writer: inout DocumentWriter, _ body: (inout PDFSerializer) -> Void
  ) -> Int {
    let number = writer.reserve()
    writer.write(number) { buffer in
      buffer.write("<</Limits[")
      buffer.write(keys.lowerBound)
      buffer.write(" ")
      buffer.write(keys.upperBound - 1)
      buffer.write("]/Nums[")
      body(&buffer)
      buffer.write("]>>")
    }
    return number
  }

  /// For each page its key and the elements of its content, by identifier.
  private func writePages(
    _ contents: ContiguousArray<StructureTree.MarkedContent>.SubSequence, _ numbers: ContiguousArray<Int>,
    to buffer: inout PDFSerializer
  ) {
    var page: Int32 = -1
    for content in contents {
      if content.page != page {
        if page >= 0 { buffer.write("]") }
        page = content.page
        buffer.write(Int(page))
        buffer.write("[")
      } else {
        buffer.write(" ")
      }
      buffer.write(reference: numbers[Int(content.element)])
    }
    buffer.write("]")
  }

  /// The entries of pages with marked content: their key, and that readers tab through them in structure order.
  private func addKeys(to writer: inout DocumentWriter) {
    var page: Int32 = -1
    for content in contents where content.page != page {
      page = content.page
      writer.addEntries(to: Int(page), ["StructParents": .integer(Int(page)), "Tabs": .name("S")])
    }
  }
}
