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
  /// How much marked content is listed in `ObjectRows`. A stream of fewer rows would not be smaller.
  private static let minimumRows = 64

  /// Writes the tree, and the pages' keys into their dictionaries.
  /// - Parameter numbers: by element its object number.
  /// - Returns: the object number of the tree's root.
  func write(_ numbers: ContiguousArray<Int>, to writer: inout DocumentWriter) -> Int {
    let pages = writePages(numbers, to: &writer)
    var leaves: [Int] = []
    for start in stride(from: 0, to: pages.count, by: Self.pagesInLeaf) {
      let part = pages[start..<min(start + Self.pagesInLeaf, pages.count)]
      let keys = pages[start].page...pages[part.endIndex - 1].page
      let leaf = writeLeaf(keys, to: &writer) { buffer in
        for (page, object) in part { buffer.write(key: page, object) }
      }
      leaves.append(leaf)
    }
    if !annotations.isEmpty {
      let keys = pageCount...pageCount + annotations.count - 1
      let leaf = writeLeaf(keys, to: &writer) { buffer in
        for (key, element) in zip(keys, annotations) { buffer.write(key: key, numbers[Int(element)]) }
      }
      leaves.append(leaf)
    }
    let root = writer.reserve()
    writer.write(root) { buffer in
      buffer.write("<</Kids")
      buffer.write(.array(leaves.map { .reference(to: $0) }))
      buffer.write(">>")
    }
    return root
  }

  private func writeLeaf(
    _ keys: ClosedRange<Int>, to writer: inout DocumentWriter, _ body: (inout PDFSerializer) -> Void
  ) -> Int {
    let number = writer.reserve()
    writer.write(number) { buffer in
      buffer.write("<</Limits[")
      buffer.write(keys.lowerBound)
      buffer.write(" ")
      buffer.write(keys.upperBound)
      buffer.write("]/Nums[")
      body(&buffer)
      buffer.write("]>>")
    }
    return number
  }

  /// Writes for each page with marked content the elements of its content, by identifier, and its key.
  /// - Returns: the pages, and the objects of their arrays.
  private func writePages(
    _ numbers: ContiguousArray<Int>, to writer: inout DocumentWriter
  ) -> [(page: Int, object: Int)] {
    var pages: [(page: Int, object: Int)] = []
    let digits = writer.numberOfDigits
    // A row is a reference and a space, because most content follows that of the preceding element.
    var rows = ObjectRows(width: digits + 5)
    let hasRows = contents.count >= Self.minimumRows
    var next = 0
    while next < contents.count {
      let page = Int(contents[next].page)
      let object = writer.reserve()
      let start = next
      while next < contents.count, Int(contents[next].page) == page { next += 1 }
      let elements = contents[start..<next].lazy.map { numbers[Int($0.element)] }
      if hasRows {
        rows.write(object) { $0.write(references: elements, digits: digits) }
      } else {
        writer.write(object) { $0.write(references: elements, digits: 1) }
      }
      pages.append((page, object))
      // Readers tab through a page in structure order.
      writer.addEntries(to: page, ["StructParents": .integer(page), "Tabs": .name("S")])
    }
    if hasRows { writer.write(rows) }
    return pages
  }
}

extension PDFSerializer {
  /// An array. Each reference has the same length, and the array begins with as many bytes.
  fileprivate mutating func write(references: some Sequence<Int>, digits: Int) {
    write("[")
    if digits > 1 { fill(toMultipleOf: digits + 5) }
    for number in references {
      write(reference: number, digits: digits)
      write(" ")
    }
    write("]")
  }

  /// An entry of a number tree (7.9.7).
  fileprivate mutating func write(key: Int, _ object: Int) {
    write(key)
    write(" ")
    write(reference: object)
    write("\n")
  }
}
