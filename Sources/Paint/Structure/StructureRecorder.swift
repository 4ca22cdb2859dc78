import CPango
import Layout
import Markup
import PDF

/// Records marked content while pages are painted (ISO 32000-1, 14.7.4).
final class StructureRecorder {
  let structure: DocumentStructure
  private(set) var contents: ContiguousArray<StructureTree.MarkedContent> = []
  /// By page, the marks in the order of painting.
  private(set) var marks: [[StructureTree.Mark]] = []
  /// By element, whether it is a table cell with a box, which may be empty.
  private var cells: ContiguousArray<Bool>
  /// Table heads and feet, and fixed boxes, that were painted once. Their repetitions are artifacts.
  private var repeatable: Set<UInt32> = []

  init(_ structure: DocumentStructure) {
    self.structure = structure
    cells = ContiguousArray(repeating: false, count: structure.elements.count)
  }

  func beginPage() { marks.append([]) }

  /// Notes the content of an element on the current page.
  func add(_ content: StructureTree.MarkedContent, _ type: StructureType) {
    contents.append(content)
    add(.element(type))
  }

  /// Notes a mark on the current page.
  func add(_ mark: StructureTree.Mark) { marks[marks.count - 1].append(mark) }

  /// Notes that an element has a box; of interest for table cells only.
  func addBox(of element: UInt32) {
    guard element != DocumentStructure.none else { return }
    switch structure.elements[Int(element)].type {
    case .cell, .header: cells[Int(element)] = true
    default: break
    }
  }

  /// The positions of the last content of elements that continue on the next page.
  private var lastOrders: [UInt32: UInt32] = [:]

  func note(lastOrder: UInt32, in node: NodeID) { lastOrders[node.index] = lastOrder }
  /// 0 for an element that does not continue from an earlier page.
  func lastOrder(in node: NodeID) -> UInt32 { node.isNone ? 0 : lastOrders[node.index] ?? 0 }

  /// By element, the number of anonymous paragraphs that have begun.
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
    let elements = structure.elements.map { element in
      StructureTree.Element(
        type: element.type, parent: element.parent, order: 2 * element.order,
        attributes: structure.attributes(of: element))
    }
    var tree = StructureTree(elements: ContiguousArray(elements), contents: contents, marks: marks)
    for index in tree.elements.indices where cells[index] { tree.elements[index].isKept = true }
    StructureTables.complete(&tree, structure)
    tree.closeHeadingLevels()
    return tree
  }

  /// Whether the node is painted for the first time.
  func isNew(_ node: NodeID) -> Bool { repeatable.insert(node.index).inserted }
}

/// Tags the content of a page while it is painted.
///
/// Cairo numbers marked content in order from 0 on each page. The PDF module marks untagged content as artifacts:
/// backgrounds, borders and repetitions. Margin boxes are tagged, so that they become artifacts of their own kind.
final class PageTags {
  private let recorder: StructureRecorder
  private let canvas: Canvas
  private let page: Int
  private let fragments: FragmentOwners
  private let margins: MarginMarks
  private var current = DocumentStructure.none
  /// The mark that is open in a margin box.
  private var margin: StructureTree.Mark?
  private var name: UnsafePointer<CChar>?
  private var count: Int32 = 0
  /// The depth of open groups, in which Cairo cannot tag content.
  private var groups = 0

  init(
    _ recorder: StructureRecorder, page: Int, of document: LaidOutDocument, traits: ContiguousArray<StyleTraits>,
    canvas: Canvas
  ) {
    self.recorder = recorder
    self.page = page
    self.canvas = canvas
    recorder.beginPage()
    margins = MarginMarks(document.pages[page])
    fragments = FragmentOwners(recorder, document.pages[page].fragments, traits)
    paintDot()
  }

  /// Paints a dot of the colour of paper below everything else. Cairo paints a page on which it can draw nothing as vectors, such as
  /// one with coloured emoji only, as one picture, and then refuses the tags.
  private func paintDot() {
    cairo_save(canvas.context)
    cairo_set_source_rgb(canvas.context, 1, 1, 1)
    cairo_rectangle(canvas.context, 0, 0, 0.01, 0.01)
    cairo_fill(canvas.context)
    cairo_restore(canvas.context)
  }

  func isOpen(for fragment: PaintOrder.Index) -> Bool {
    if groups > 0 { return true }
    let owner = fragments.owners[Int(fragment)]
    return owner == current && (owner != DocumentStructure.none || margins.mark(of: fragment) == margin)
  }
  var isClosed: Bool { groups > 0 || current == DocumentStructure.none && margin == nil }

  /// Ends the open marked content and begins that of a fragment. Earlier drawing must have been flushed to the canvas.
  func begin(_ fragment: PaintOrder.Index) {
    end()
    let owner = fragments.owners[Int(fragment)]
    // Cairo would ignore the tag, but not the end of it if the clip is another one by then.
    guard !canvas.isClippedOut else { return }
    guard owner != DocumentStructure.none else { return beginMargin(fragment) }
    let type = recorder.structure.elements[Int(owner)].type
    // For `Link` Cairo would write annotations of its own.
    begin(type == .link ? "Span" : type.name)
    recorder.add(
      .init(element: owner, order: fragments.orders[Int(fragment)], page: Int32(page), identifier: count), type)
    count += 1
    current = owner
  }

  /// Begins the mark of a margin box's content. Its name is replaced when the file is written.
  private func beginMargin(_ fragment: PaintOrder.Index) {
    guard let mark = margins.mark(of: fragment) else { return }
    begin("NonStruct")
    recorder.add(mark)
    margin = mark
  }

  private func begin(_ tag: StaticString) {
    name = UnsafeRawPointer(tag.utf8Start).assumingMemoryBound(to: CChar.self)
    cairo_tag_begin(canvas.context, name, "")
  }

  func end() {
    guard current != DocumentStructure.none || margin != nil else { return }
    canvas.unclipped { cairo_tag_end(canvas.context, name) }
    current = DocumentStructure.none
    margin = nil
  }

  func beginGroup() { groups += 1 }
  func endGroup() { groups -= 1 }
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

  /// Nil for the content of the document.
  func mark(of fragment: PaintOrder.Index) -> StructureTree.Mark? {
    guard boxes.contains(Int(fragment)) else { return nil }
    let frame = fragments[Int(fragment)].frame
    return frame.maxY <= area.y + 0.5 ? .header : frame.y >= area.maxY - 0.5 ? .footer : .pagination
  }
}
