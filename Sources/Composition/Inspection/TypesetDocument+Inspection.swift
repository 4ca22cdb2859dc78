import Diagnostics
import Layout
import Markup
import PDF
import Paint

/// The data of a document with which tools show its elements.
struct Inspection {
  let document: Document
  let structure: DocumentStructure
}

/// A rectangle in px from the page's top left corner, as an array of x, y, width and height in JSON.
package struct OutlineRect: Hashable, Sendable, Codable {
  package var x, y, width, height: Double

  init(_ rect: Rect) { (x, y, width, height) = (rect.x, rect.y, rect.width, rect.height) }

  package init(from decoder: any Decoder) throws {
    var numbers = try decoder.unkeyedContainer()
    x = try numbers.decode(Double.self)
    y = try numbers.decode(Double.self)
    width = try numbers.decode(Double.self)
    height = try numbers.decode(Double.self)
  }

  package func encode(to encoder: any Encoder) throws {
    var numbers = encoder.unkeyedContainer()
    for number in [x, y, width, height] { try numbers.encode((number * 100).rounded() / 100) }
  }
}

/// The boxes of a page after layout, in px of the displayed page.
package struct PageOutline: Hashable, Sendable, Codable {
  /// The part of an element's box on this page.
  package struct Box: Hashable, Sendable, Codable {
    /// Such as `td#total.amount`.
    package var name: String
    /// The position of the element in the source, such as `invoice/invoice.html:12:3`; empty if it is unknown.
    package var place: String
    /// The border box, the padding box and the content box (CSS 2.2, 8.1).
    package var border, padding, content: OutlineRect
  }

  /// The page box; smaller than the sheet if the sheet has bleed or marks.
  package var page: OutlineRect
  /// The page area, in which the document is laid out.
  package var area: OutlineRect
  /// The boxes in the page's margins that have content.
  package var marginBoxes: [OutlineRect]
  /// Outer boxes precede inner ones.
  package var boxes: [Box]
}

/// A structure element of a tagged PDF (ISO 32000-1, 14.7).
package struct StructureLine: Hashable, Sendable, Codable {
  /// The standard structure type, such as `H1`.
  package var type: String
  /// 0 for the document.
  package var depth: Int
  /// The element's own text, without the text of elements in it; cut off if it is long.
  package var text: String
  /// The alternative text of a figure.
  package var alternative: String?
  /// The page of its first content, from 1; nil if only the elements in it have content.
  package var page: Int?
}

extension StructureLine {
  fileprivate init(_ item: StructureOutlineItem) {
    self.init(
      type: item.type, depth: item.depth, text: item.text, alternative: item.alternative, page: item.page.map { $0 + 1 }
    )
  }
}

extension TypesetDocument {
  /// The boxes of a page, numbered from 0. The document must have been typeset for inspection.
  /// - Throws: `layoutRefused` if there is no such page.
  package func outline(page number: Int) throws(CompositionError) -> PageOutline {
    let outlines: PageOutlines
    do throws(PaintError) {
      outlines = try painter.outlines(ofPage: number)
    } catch {
      throw CompositionError(.layoutRefused, error.message, at: "page \(number + 1)")
    }
    return PageOutline(
      page: OutlineRect(outlines.page), area: OutlineRect(outlines.area),
      marginBoxes: outlines.marginBoxes.map(OutlineRect.init),
      boxes: outlines.boxes.map { box in
        PageOutline.Box(
          name: inspection?.name(of: box.node) ?? "", place: place(of: box.node), border: OutlineRect(box.border),
          padding: OutlineRect(box.padding), content: OutlineRect(box.content))
      })
  }

  /// The structure elements of the document if it were tagged. Empty unless it was typeset for inspection.
  package func structureOutline() -> [StructureLine] {
    inspection.map { painter.structureOutline($0.structure).map(StructureLine.init) } ?? []
  }

  private func place(of node: NodeID) -> String {
    guard let document = inspection?.document, !node.isNone else { return "" }
    let location = SourceLocation(line: Int(document[node].line), column: Int(document[node].column))
    guard location.line > 0 else { return "" }
    return (origins?.origin(line: location.line, column: location.column) ?? location).description
  }
}

extension Inspection {
  /// An element's name, id and classes as a selector.
  fileprivate func name(of node: NodeID) -> String {
    guard document[node].kind == .element else { return "" }
    var name = document.name(node)
    if let id = document.attribute(node, .id), !id.isEmpty { name += "#" + id }
    for word in (document.attribute(node, .class) ?? "").split(whereSeparator: \.isWhitespace).prefix(3) {
      name += "." + word
    }
    return name
  }
}
