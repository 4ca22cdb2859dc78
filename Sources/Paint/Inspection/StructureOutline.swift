import Layout
import Markup
import TextShaping

/// A structure element of a tagged PDF, for tools that show the structure.
package struct StructureOutlineItem: Hashable, Sendable {
  /// The standard structure type, such as `H1`.
  package var type: String
  /// 0 for the document.
  package var depth: Int
  /// The element's own text, without that of the elements in it, with white space collapsed.
  package var text: String
  /// The alternative text of a figure.
  package var alternative: String?
  /// The page of its first content, from 0; nil if only the elements in it have content.
  package var page: Int?
}

extension Painter {
  /// The structure elements that have content on a page, or contain such elements, in document order.
  /// - Parameters:
  ///   - limit: the largest number of elements; further ones are left out.
  ///   - textLimit: the largest number of characters of an element's text; the rest is cut off.
  package func structureOutline(
    _ structure: DocumentStructure, limit: Int = 20_000, textLimit: Int = 300
  ) -> [StructureOutlineItem] {
    var contents = StructureContents(structure)
    let recorder = StructureRecorder(structure)
    for (number, page) in document.pages.enumerated() {
      let owners = FragmentOwners(recorder, page, traits)
      for index in page.fragments.indices where owners.owners[index] != DocumentStructure.none {
        contents.add(page.fragments[index], to: owners.owners[index], page: number, document.texts)
      }
    }
    return contents.items(limit: limit, textLimit: textLimit)
  }
}

/// Collects what each structure element contains.
private struct StructureContents {
  private let structure: DocumentStructure
  private var texts: [UInt32: ContiguousArray<UInt8>] = [:]
  private var pages: [UInt32: Int] = [:]

  init(_ structure: DocumentStructure) { self.structure = structure }

  mutating func add(
    _ fragment: Fragment, to element: UInt32, page: Int, _ texts: ContiguousArray<ShapedText>
  ) {
    switch fragment.content {
    case .text(let slice):
      append(texts[Int(slice.text)].bytes(of: slice), to: element, page)
      if slice.ending == .space { append(CollectionOfOne(0x20), to: element, page) }
    case .image, .generated, .control, .bullet: append(EmptyCollection(), to: element, page)
    default: break
    }
  }

  private mutating func append(_ bytes: some Collection<UInt8>, to element: UInt32, _ page: Int) {
    texts[element, default: []] += bytes
    if pages[element] == nil { pages[element] = page }
  }

  func items(limit: Int, textLimit: Int) -> [StructureOutlineItem] {
    var children: [UInt32: [UInt32]] = [:]
    var isShown = [Bool](repeating: false, count: structure.elements.count)
    for index in structure.elements.indices.reversed() {
      let element = UInt32(index)
      guard isShown[index] || texts[element] != nil else { continue }
      isShown[index] = true
      guard index > 0 else { continue }
      isShown[Int(structure.elements[index].parent)] = true
      children[structure.elements[index].parent, default: []].append(element)
    }
    var items: [StructureOutlineItem] = []
    var stack: [(element: UInt32, depth: Int)] = [(0, 0)]
    while let (element, depth) = stack.popLast(), items.count < limit {
      items.append(item(element, depth, textLimit))
      // The last one first: the stack reverses them.
      let inside = (children[element] ?? []).sorted {
        (structure.elements[Int($0)].order, $0) > (structure.elements[Int($1)].order, $1)
      }
      stack += inside.map { ($0, depth + 1) }
    }
    return items
  }

  private func item(_ element: UInt32, _ depth: Int, _ textLimit: Int) -> StructureOutlineItem {
    let entry = structure.elements[Int(element)]
    let text = String(decoding: texts[element] ?? [], as: UTF8.self)
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let alternative = entry.type == .figure && !entry.node.isNone ? structure.document.attribute(entry.node, .alt) : nil
    return StructureOutlineItem(
      type: "\(entry.type.name)", depth: depth, text: text.count > textLimit ? text.prefix(textLimit) + "…" : text,
      alternative: alternative, page: pages[element])
  }
}

extension ShapedText {
  /// The text of a slice: the clusters that its glyphs begin.
  fileprivate func bytes(of slice: TextSlice) -> PackedArray<UInt8>.SubSequence {
    guard slice.ending != .hyphen, !slice.glyphs.isEmpty else { return bytes[..<0] }
    let run = runs[Int(slice.run)]
    let clusters = slice.glyphs.map { glyphs[Int($0)].cluster }
    let (first, last) = (clusters.min() ?? 0, clusters.max() ?? 0)
    // The cluster that follows in the text is beside the slice, because the glyphs of a run are in the order of the
    // text, or in the opposite one.
    let end =
      run.level & 1 == 0
      ? (slice.glyphs.upperBound..<run.glyphs.upperBound).lazy.map { glyphs[Int($0)].cluster }.first { $0 > last }
      : (run.glyphs.lowerBound..<slice.glyphs.lowerBound).reversed().lazy.map { glyphs[Int($0)].cluster }
        .first { $0 > last }
    return bytes[Int(first)..<Int(end ?? run.bytes.upperBound)]
  }
}
