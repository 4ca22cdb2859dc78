import CPango
import Layout
import Markup
import PDF

/// Records marked content while pages are painted (ISO 32000-1, 14.7.4).
final class StructureRecorder {
  let structure: DocumentStructure
  private(set) var contents: ContiguousArray<StructureTree.MarkedContent> = []
  /// Table heads and feet, and fixed boxes, that were painted once. Their repetitions are artifacts.
  private var repeatable: Set<UInt32> = []

  init(_ structure: DocumentStructure) { self.structure = structure }

  func add(_ content: StructureTree.MarkedContent) { contents.append(content) }

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
        type: element.type, parent: element.parent, order: element.order, attributes: structure.attributes(of: element))
    }
    return StructureTree(elements: ContiguousArray(elements), contents: contents)
  }

  /// Whether the node is painted for the first time.
  func isNew(_ node: NodeID) -> Bool { repeatable.insert(node.index).inserted }
}

/// Tags the content of a page while it is painted.
///
/// Cairo numbers marked content in order from 0 on each page. Untagged content is an artifact: backgrounds, borders,
/// margin boxes, and repetitions.
final class PageTags {
  private let recorder: StructureRecorder
  private let canvas: Canvas
  private let page: Int
  private let fragments: FragmentOwners
  private var current = DocumentStructure.none
  private var name: UnsafePointer<CChar>?
  private var count: Int32 = 0
  /// The depth of open groups, in which Cairo cannot tag content.
  private var groups = 0

  init(
    _ recorder: StructureRecorder, page: Int, fragments: ContiguousArray<Fragment>,
    traits: ContiguousArray<StyleTraits>,
    canvas: Canvas
  ) {
    self.recorder = recorder
    self.page = page
    self.canvas = canvas
    self.fragments = FragmentOwners(recorder, fragments, traits)
  }

  func isOpen(for fragment: PaintOrder.Index) -> Bool { groups > 0 || fragments.owners[Int(fragment)] == current }
  var isClosed: Bool { groups > 0 || current == DocumentStructure.none }

  /// Ends the open marked content and begins that of a fragment. Earlier drawing must have been flushed to the canvas.
  func begin(_ fragment: PaintOrder.Index) {
    end()
    let owner = fragments.owners[Int(fragment)]
    // Cairo would ignore the tag, but not the end of it if the clip is another one by then.
    guard owner != DocumentStructure.none, !canvas.isClippedOut else { return }
    let type = recorder.structure.elements[Int(owner)].type
    // For `Link` Cairo would write annotations of its own.
    let tag = type == .link ? "Span" : type.name
    name = UnsafeRawPointer(tag.utf8Start).assumingMemoryBound(to: CChar.self)
    cairo_tag_begin(canvas.context, name, "")
    recorder.add(.init(element: owner, order: fragments.orders[Int(fragment)], page: Int32(page), identifier: count))
    count += 1
    current = owner
  }

  func end() {
    guard current != DocumentStructure.none else { return }
    canvas.unclipped { cairo_tag_end(canvas.context, name) }
    current = DocumentStructure.none
  }

  func beginGroup() { groups += 1 }
  func endGroup() { groups -= 1 }
}
