/// The kids of all elements of a structure tree (ISO 32000-1, 14.7.2), grouped by element, in document order.
struct StructureKids {
  enum Kid {
    case element(UInt32)
    case content(page: Int32, identifier: Int32)
    case annotation(page: Int32, object: Int32)

    /// The page of marked content.
    var page: Int32? {
      if case .content(let page, _) = self { page } else { nil }
    }

    var isElement: Bool {
      if case .element = self { true } else { false }
    }
  }

  /// A kid and its position among the kids of its element.
  struct Entry {
    var order: UInt32
    var kid: Kid

    /// The order of kids: by position in the document; at the same position content in the order of painting, then
    /// elements.
    func isBefore(_ other: Entry) -> Bool {
      order != other.order ? order < other.order : rank < other.rank
    }

    private var rank: (Int, Int32, Int32) {
      switch kid {
      case .content(let page, let identifier): (-1, page, identifier)
      case .element(let index): (Int(index), 0, 0)
      case .annotation(let page, let object): (-1, page, object)
      }
    }
  }

  /// The kids of element 0 first.
  private var entries: ContiguousArray<Entry>
  /// The first kid of each element in `entries`, and the end.
  private var starts: ContiguousArray<Int>

  /// The kids of an element.
  subscript(element: Int) -> ArraySlice<Entry> { entries[starts[element]..<starts[element + 1]] }

  /// A counting sort by element, then a sort of each element's kids.
  /// - Parameter isWritten: by element whether it is a kid of its parent.
  init(of tree: StructureTree, _ annotations: [StructureTreeWriter.Annotation], _ isWritten: ContiguousArray<Bool>) {
    func forEachKid(_ body: (_ parent: Int, Entry) -> Void) {
      for content in tree.contents {
        let kid = Kid.content(page: content.page, identifier: content.identifier)
        body(Int(content.element), Entry(order: content.order, kid: kid))
      }
      for annotation in annotations {
        let kid = Kid.annotation(page: Int32(annotation.page), object: Int32(clamping: annotation.object))
        body(Int(annotation.element), Entry(order: .max, kid: kid))
      }
      for index in isWritten.indices.dropFirst() where isWritten[index] {
        let element = tree.elements[index]
        body(Int(element.parent), Entry(order: element.order, kid: .element(UInt32(index))))
      }
    }
    var starts = ContiguousArray(repeating: 0, count: isWritten.count + 1)
    forEachKid { parent, _ in starts[parent + 1] += 1 }
    for index in isWritten.indices { starts[index + 1] += starts[index] }
    var entries = ContiguousArray(repeating: Entry(order: 0, kid: .element(0)), count: starts[isWritten.count])
    var ends = starts
    forEachKid { parent, entry in
      entries[ends[parent]] = entry
      ends[parent] += 1
    }
    for index in isWritten.indices where starts[index + 1] - starts[index] > 1 {
      let range = starts[index]..<starts[index + 1]
      // Almost always they are sorted already.
      let isSorted = range.dropFirst().allSatisfy { !entries[$0].isBefore(entries[$0 - 1]) }
      if !isSorted { entries[range].sort { $0.isBefore($1) } }
    }
    (self.entries, self.starts) = (entries, starts)
  }
}
