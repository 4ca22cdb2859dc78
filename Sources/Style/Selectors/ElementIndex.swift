import Markup

/// Ids and classes of all elements as atoms, for matching.
struct ElementIndex {
  let document: Document
  /// The ids by node index; `.max` if the element has no id.
  private(set) var ids: ContiguousArray<UInt32>
  /// The classes by node index: a range of `classAtoms`, in which each class occurs once.
  private(set) var classRanges: ContiguousArray<Range<UInt32>>
  private(set) var classAtoms = ContiguousArray<Atom>()

  /// The attributes whose values are in `filterBits`.
  private let filteredAttributes: Set<Atom>

  /// Adds the values of `id` and `class` to `names`.
  init(_ document: Document, names: inout NameTable, filteredAttributes: Set<Atom>) {
    self.document = document
    self.filteredAttributes = filteredAttributes
    ids = ContiguousArray(repeating: .max, count: document.nodes.count)
    classRanges = ContiguousArray(repeating: 0..<0, count: document.nodes.count)
    let bytes = document.bytes
    for node in document.nodes.indices where document.nodes[node].kind == .element {
      let range = document.nodes[node].range
      for index in Int(range.lowerBound)..<Int(range.upperBound) {
        let attribute = document.attributes[index]
        let value = Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)
        if attribute.name == .id, !value.isEmpty {
          ids[node] = names.intern(name: bytes.span.extracting(value), of: document).index
        } else if attribute.name == .`class` {
          let start = classAtoms.count
          var position = value.lowerBound
          while position < value.upperBound {
            while position < value.upperBound, Tokenizer.isSpace(bytes[position]) { position += 1 }
            let from = position
            while position < value.upperBound, !Tokenizer.isSpace(bytes[position]) { position += 1 }
            if from < position {
              classAtoms.append(names.intern(name: bytes.span.extracting(from..<position), of: document))
            }
          }
          removeRepetitions(from: start)
          classRanges[node] = UInt32(start)..<UInt32(classAtoms.count)
        }
      }
    }
  }

  /// Removes the repeated classes of one element. Long lists need a set, because the time would be quadratic without.
  private mutating func removeRepetitions(from start: Int) {
    let isLong = classAtoms.count - start > 16
    var seen: Set<Atom> = []
    var end = start
    for index in start..<classAtoms.count {
      let name = classAtoms[index]
      guard isLong ? seen.insert(name).inserted : !classAtoms[start..<end].contains(name) else { continue }
      classAtoms[end] = name
      end += 1
    }
    classAtoms.removeLast(classAtoms.count - end)
  }

  func hasClass(_ node: Int, _ atom: Atom) -> Bool {
    let range = classRanges[node]
    for index in Int(range.lowerBound)..<Int(range.upperBound) where classAtoms[index] == atom { return true }
    return false
  }

  /// The element's bits of an `AncestorFilter`.
  func filterBits(_ node: Int) -> UInt64 {
    var bits = AncestorFilter.bits(document.nodes[node].name, salt: AncestorFilter.typeSalt)
    if ids[node] != .max { bits |= AncestorFilter.bits(Atom(ids[node]), salt: AncestorFilter.idSalt) }
    let range = classRanges[node]
    for index in Int(range.lowerBound)..<Int(range.upperBound) {
      bits |= AncestorFilter.bits(classAtoms[index], salt: AncestorFilter.classSalt)
    }
    guard !filteredAttributes.isEmpty else { return bits }
    for attribute in document.attributes(of: NodeID(UInt32(node))) where filteredAttributes.contains(attribute.name) {
      let value = document.bytes[Int(attribute.value.lowerBound)..<Int(attribute.value.upperBound)]
      bits |= AncestorFilter.bits(attribute: attribute.name, value: value)
    }
    return bits
  }
}

extension NameTable {
  /// The atom of a class or id: in quirks mode that of its name in lower case.
  fileprivate mutating func intern(name: Span<UInt8>, of document: Document) -> Atom {
    guard document.isQuirky, name.indices.contains(where: { 0x41...0x5A ~= name[$0] }) else { return intern(name) }
    return intern(String(decoding: name.indices.map { name[$0] }, as: UTF8.self).asciiLowercased)
  }
}
