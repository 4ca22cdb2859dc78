import Layout
import Markup
import PDF

/// Records marked content while pages are painted (ISO 32000-1, 14.7.4).
final class StructureRecorder {
  let structure: DocumentStructure
  // Exclusivity checks for each fragment would cost more than the work; no method passes these properties to other
  // code.
  @exclusivity(unchecked) private(set) var contents: ContiguousArray<StructureTree.MarkedContent> = []
  /// Whether an element is a table cell with a box, which may be empty, by element.
  @exclusivity(unchecked) private var cells: ContiguousArray<Bool>
  /// Table heads and feet, and fixed boxes, that were painted once. Their repetitions are artifacts.
  private var repeatable: Set<UInt32> = []

  init(_ structure: DocumentStructure) {
    self.structure = structure
    cells = ContiguousArray(repeating: false, count: structure.elements.count)
  }

  /// Records the content of an element.
  func add(_ content: StructureTree.MarkedContent) { contents.append(content) }

  /// Records that an element has a box; of interest for table cells only.
  func addBox(of element: UInt32) {
    guard element != DocumentStructure.none else { return }
    switch structure.elements[Int(element)].type {
    case .cell, .header: cells[Int(element)] = true
    default: break
    }
  }

  /// Elements with content in margin boxes, which is not in the structure, and their ancestors.
  private(set) var marginElements: Set<UInt32> = []

  /// Records that a node has content in a margin box.
  func addMarginContent(of node: NodeID) {
    guard !node.isNone, var element = structure.element(of: node) else { return }
    while marginElements.insert(element).inserted { element = structure.elements[Int(element)].parent }
  }

  /// The positions of the last content of elements that continue on the next page.
  @exclusivity(unchecked) private var lastOrders: [UInt32: UInt32] = [:]

  func record(lastOrder: UInt32, in node: NodeID) { lastOrders[node.index] = lastOrder }
  /// 0 for an element that does not continue from an earlier page.
  func lastOrder(in node: NodeID) -> UInt32 { node.isNone ? 0 : lastOrders[node.index] ?? 0 }

  /// The number of anonymous paragraphs that have begun, by element.
  private var begun: [UInt32: Int] = [:]

  /// The structure element of an anonymous box in an element: the next anonymous paragraph, or the current one if the
  /// box continues from an earlier fragment.
  func paragraph(in node: UInt32, isNew: Bool) -> UInt32? {
    guard let paragraphs = structure.paragraphs[node] else { return nil }
    if isNew { begun[node, default: 0] += 1 }
    return paragraphs[min(max(begun[node] ?? 0, 1), paragraphs.count) - 1]
  }

  /// The structure tree of the painted document.
  var tree: StructureTree {
    var dataRows: [NodeID: Bool] = [:]
    let elements = structure.elements.map { element in
      StructureTree.Element(
        type: element.type, parent: element.parent, order: 2 * element.order,
        attributes: structure.attributes(of: element, &dataRows))
    }
    var tree = StructureTree(elements: ContiguousArray(elements), contents: contents)
    for index in tree.elements.indices where cells[index] { tree.elements[index].isKept = true }
    StructureTables.complete(&tree, structure)
    TableGroups.arrange(&tree)
    RubyElements.complete(&tree)
    ListItems.complete(&tree)
    tree.closeHeadingLevels()
    return tree
  }

  /// Whether the node is painted for the first time.
  func isNew(_ node: NodeID) -> Bool { repeatable.insert(node.index).inserted }
}

/// Tags the content of a page while it is painted.
///
/// Content that is not tagged becomes an artifact: backgrounds, borders and repetitions. Margin boxes are artifacts of
/// their own kind.
final class PageTags {
  private let recorder: StructureRecorder
  private let canvas: PDFCanvas
  private let fragments: FragmentOwners
  private let margins: MarginMarks
  // No method passes these properties to other code.
  @exclusivity(unchecked) private var current = DocumentStructure.none
  /// The stretch of the content that is open (`FragmentOwners.stretches`).
  @exclusivity(unchecked) private var stretch: UInt32 = 0
  /// The artifact of a margin box that is open.
  @exclusivity(unchecked) private var margin: PaginationArtifact?
  /// The depth of open groups, whose content is tagged as a whole.
  @exclusivity(unchecked) private var groups = 0

  init(
    _ recorder: StructureRecorder, page: Int, of document: LaidOutDocument, traits: ContiguousArray<StyleTraits>,
    canvas: PDFCanvas
  ) {
    self.recorder = recorder
    self.canvas = canvas
    canvas.contentIdentifiers = ContentIdentifiers(recorder, page: page)
    margins = MarginMarks(document.pages[page])
    fragments = FragmentOwners(recorder, document.pages[page], traits)
  }

  func isOpen(for fragment: PaintOrder.Index) -> Bool {
    if groups > 0 { return true }
    let owner = fragments.owners[Int(fragment)]
    guard owner == current else { return false }
    return owner == DocumentStructure.none
      ? margins.mark(of: fragment) == margin : fragments.stretches[Int(fragment)] == stretch
  }
  var isClosed: Bool { groups > 0 || current == DocumentStructure.none && margin == nil }

  /// Ends the open marked content and begins that of a fragment. Earlier drawing must have been flushed to the canvas.
  func begin(_ fragment: PaintOrder.Index) {
    end()
    let owner = fragments.owners[Int(fragment)]
    // Content that is not visible has no place in the structure.
    guard !canvas.isClippedOut else { return }
    guard owner != DocumentStructure.none else { return beginMargin(fragment) }
    canvas.beginMark(
      element: owner, type: recorder.structure.elements[Int(owner)].type.name,
      order: fragments.orders[Int(fragment)])
    (current, stretch) = (owner, fragments.stretches[Int(fragment)])
  }

  /// Begins the artifact of a margin box.
  private func beginMargin(_ fragment: PaintOrder.Index) {
    guard let mark = margins.mark(of: fragment) else { return }
    canvas.beginMark(MarkedContent(kind: .artifact(mark)))
    margin = mark
  }

  func end() {
    guard current != DocumentStructure.none || margin != nil else { return }
    canvas.endMark()
    current = DocumentStructure.none
    margin = nil
  }

  func beginGroup() { groups += 1 }
  func endGroup() { groups -= 1 }
}

/// Numbers the marked content of a page (ISO 32000-1, 14.7.4.2), and records it.
final class ContentIdentifiers {
  private let recorder: StructureRecorder
  private let page: Int32
  // Incremented for each piece of content, with nothing else called meanwhile.
  @exclusivity(unchecked) private var count: Int32 = 0

  init(_ recorder: StructureRecorder, page: Int) {
    self.recorder = recorder
    self.page = Int32(page)
  }

  /// The identifier of new content of an element.
  /// - Parameter order: its position in the document.
  func next(element: UInt32, order: UInt32) -> Int {
    recorder.add(.init(element: element, order: order, page: page, identifier: count))
    count += 1
    return Int(count) - 1
  }
}

/// Which artifacts the margin boxes of a page are (ISO 32000-1, 14.8.2.2.2; ISO 14289-1, 7.8).
private struct MarginMarks {
  private let boxes: Range<Int>
  private let fragments: ContiguousArray<Fragment>
  private let area: Rect

  init(_ page: Page) {
    boxes = page.marginBoxes
    fragments = page.fragments
    area = page.area
  }

  /// Returns nil for the content of the document.
  func mark(of fragment: PaintOrder.Index) -> PaginationArtifact? {
    guard boxes.contains(Int(fragment)) else { return nil }
    let frame = fragments[Int(fragment)].frame
    return frame.maxY <= area.y + 0.5 ? .header : frame.y >= area.maxY - 0.5 ? .footer : .other
  }
}
