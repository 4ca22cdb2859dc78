import Markup

/// Writes the structure tree (ISO 32000-1 §14.7) from what painting has marked: elements that show something, and those around
/// them, their kids in the order of the document.
struct StructureTree {
  private let recorder: StructureRecorder
  private var structure: DocumentStructure { recorder.structure }

  private enum Kid {
    case element(UInt32)
    case content(page: Int32, number: Int32)
    case annotation(page: Int32, object: Int32)

    /// The page of marked content.
    var page: Int32? {
      if case .content(let page, _) = self { page } else { nil }
    }
  }
  /// A kid of an element, and where it stands among the others.
  private struct Entry {
    var order: UInt32
    var kid: Kid

    /// By place in the document; where that is the same, content as it was painted before elements as they follow each other.
    func isBefore(_ other: Entry) -> Bool {
      order != other.order ? order < other.order : rank < other.rank
    }

    private var rank: (Int, Int32, Int32) {
      switch kid {
      case .content(let page, let number): (-1, page, number)
      case .element(let index): (Int(index), 0, 0)
      case .annotation(let page, let object): (-1, page, object)
      }
    }
  }
  /// Link annotations: the element, and the annotation's page and object.
  private var annotations: [(element: UInt32, page: Int, object: Int)] = []

  init(_ recorder: StructureRecorder) { self.recorder = recorder }

  /// Takes in a link annotation, and gives its key in the parent tree.
  mutating func add(annotation object: Int, page: Int, node: NodeID, pageCount: Int) -> Int? {
    guard let element = structure.element(around: node, role: .link) ?? structure.element(of: node) else { return nil }
    annotations.append((element, page, object))
    return pageCount + annotations.count - 1
  }

  /// The catalog's entries.
  func catalogEntries(_ file: inout PDFAssembly) -> String {
    let numbers = numbers(&file)
    guard numbers[0] != 0 else { return "" }
    let kids = kids(numbers)
    let root = file.reserve()
    for index in numbers.indices where numbers[index] != 0 {
      let parent = index == 0 ? root : numbers[Int(structure.elements[index].parent)]
      write(index, parent: parent, kids.entries[kids.starts[index]..<kids.starts[index + 1]], numbers, &file)
    }
    let parents = addParentTree(numbers, &file)
    let next = file.pages.count + annotations.count
    file.set(
      root, "<< /Type /StructTreeRoot /K \(numbers[0]) 0 R /ParentTree \(parents) 0 R /ParentTreeNextKey \(next) >>")
    return " /StructTreeRoot \(root) 0 R /MarkInfo << /Marked true >>"
  }

  /// By element, its object; 0 for those that show nothing.
  private func numbers(_ file: inout PDFAssembly) -> ContiguousArray<Int> {
    var shows = ContiguousArray(repeating: false, count: structure.elements.count)
    func show(_ element: UInt32) {
      var index = Int(element)
      while !shows[index] {
        shows[index] = true
        index = Int(structure.elements[index].parent)
      }
    }
    for mark in recorder.marks { show(mark.element) }
    for annotation in annotations { show(annotation.element) }
    var next = file.reserve(shows.count { $0 })
    return ContiguousArray(
      shows.map { shows in
        next += shows ? 1 : 0
        return shows ? next - 1 : 0
      })
  }

  /// All kids, those of element 0 first; element `n`'s begin at `starts[n]`.
  private func kids(_ numbers: ContiguousArray<Int>) -> (entries: ContiguousArray<Entry>, starts: ContiguousArray<Int>)
  {
    var starts = ContiguousArray(repeating: 0, count: numbers.count + 1)
    func each(_ body: (_ parent: Int, Entry) -> Void) {
      for mark in recorder.marks {
        body(Int(mark.element), Entry(order: mark.order, kid: .content(page: mark.page, number: mark.number)))
      }
      for annotation in annotations {
        let kid = Kid.annotation(page: Int32(annotation.page), object: Int32(clamping: annotation.object))
        body(Int(annotation.element), Entry(order: .max, kid: kid))
      }
      for index in numbers.indices.dropFirst() where numbers[index] != 0 {
        let element = structure.elements[index]
        body(Int(element.parent), Entry(order: element.order, kid: .element(UInt32(index))))
      }
    }
    each { parent, _ in starts[parent + 1] += 1 }
    for index in numbers.indices { starts[index + 1] += starts[index] }
    var entries = ContiguousArray(
      repeating: Entry(order: 0, kid: .element(0)), count: starts[numbers.count])
    var ends = starts
    each { parent, entry in
      entries[ends[parent]] = entry
      ends[parent] += 1
    }
    for index in numbers.indices where starts[index + 1] - starts[index] > 1 {
      let range = starts[index]..<starts[index + 1]
      // Almost always they are in order already.
      let isSorted = range.dropFirst().allSatisfy { !entries[$0].isBefore(entries[$0 - 1]) }
      if !isSorted { entries[range].sort { $0.isBefore($1) } }
    }
    return (entries, starts)
  }

  /// Entries that are optional and say what holds without them are left out, and what differs between neighbours stands last:
  /// both keep the compressed tree small.
  private func write(
    _ index: Int, parent: Int, _ kids: ArraySlice<Entry>, _ numbers: ContiguousArray<Int>, _ file: inout PDFAssembly
  ) {
    let element = structure.elements[index]
    let attributes = structure.attributes(of: element)
    let pages = file.pages
    let page = kids.lazy.compactMap(\.kid.page).first
    file.write(numbers[index]) { buffer in
      buffer.append("<</S/")
      buffer.append(element.role.name)
      if !attributes.isEmpty { buffer.append(text: attributes) }
      if let page {
        buffer.append("/Pg ")
        buffer.append(reference: pages[Int(page)])
      }
      buffer.append("/P ")
      buffer.append(reference: parent)
      buffer.append("/K[")
      for (place, entry) in kids.enumerated() {
        if place > 0 { buffer.append(" ") }
        switch entry.kid {
        case .element(let index): buffer.append(reference: numbers[Int(index)])
        case .content(let own, let number) where own == page: buffer.append(Int(number))
        case .content(let page, let number):
          buffer.append("<</Type/MCR/Pg ")
          buffer.append(reference: pages[Int(page)])
          buffer.append("/MCID ")
          buffer.append(Int(number))
          buffer.append(">>")
        case .annotation(let page, let object):
          buffer.append("<</Type/OBJR/Pg ")
          buffer.append(reference: pages[Int(page)])
          buffer.append("/Obj ")
          buffer.append(reference: Int(object))
          buffer.append(">>")
        }
      }
      buffer.append("]>>")
    }
  }

  /// Pages that one leaf of the parent tree speaks of.
  private static let pagesInLeaf = 64

  /// From pages and annotations back to elements (§14.7.4.4); a page's key is its index.
  private func addParentTree(_ numbers: ContiguousArray<Int>, _ file: inout PDFAssembly) -> Int {
    var leaves: [(number: Int, first: Int, last: Int)] = []
    func addLeaf(_ keys: Range<Int>, _ body: (inout PDFBuffer) -> Void) {
      guard !keys.isEmpty else { return }
      let leaf = file.reserve()
      file.write(leaf) { buffer in
        buffer.append(text: "<</Limits[\(keys.lowerBound) \(keys.upperBound - 1)]/Nums[")
        body(&buffer)
        buffer.append("]>>")
      }
      leaves.append((leaf, keys.lowerBound, keys.upperBound - 1))
    }
    // Marks stand page by page, those of a page by their number.
    let marks = recorder.marks
    var next = 0
    while next < marks.count {
      let first = Int(marks[next].page)
      var last = first
      var end = next
      while end < marks.count, Int(marks[end].page) < first + Self.pagesInLeaf {
        last = Int(marks[end].page)
        end += 1
      }
      let range = next..<end
      addLeaf(first..<last + 1) { buffer in
        var page: Int32 = -1
        for mark in marks[range] {
          if mark.page != page {
            if page >= 0 { buffer.append("]") }
            page = mark.page
            buffer.append(Int(page))
            buffer.append("[")
          } else {
            buffer.append(" ")
          }
          buffer.append(reference: numbers[Int(mark.element)])
        }
        buffer.append("]")
      }
      next = end
    }
    let keys = file.pages.count..<file.pages.count + annotations.count
    addLeaf(keys) { buffer in
      for (key, annotation) in zip(keys, annotations) {
        buffer.append(key)
        buffer.append(" ")
        buffer.append(reference: numbers[Int(annotation.element)])
        buffer.append("\n")
      }
    }
    var page: Int32 = -1
    for mark in marks where mark.page != page {
      page = mark.page
      file.extendPage(Int(page), "/StructParents \(page) /Tabs /S")
    }
    return file.add("<</Kids[\(leaves.map { "\($0.number) 0 R" }.joined(separator: " "))]>>")
  }
}
