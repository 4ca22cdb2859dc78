/// Which page a style is asked for (css-page-3 §3.1).
package struct PageQuery: Hashable, Sendable {
  /// From 0.
  package var index: Int
  package var name: String?
  /// True for the first page, and for the first of a run of pages with this name where a rule says `:nth(… of name)`.
  package var isFirst: Bool
  package var isRight: Bool
  package var isBlank: Bool
  /// From 0, among the pages of a run with this name: what `:nth(… of name)` counts.
  package var indexInGroup: Int
  package init(index: Int, name: String?, isFirst: Bool, isRight: Bool, isBlank: Bool, indexInGroup: Int = 0) {
    self.index = index
    self.name = name
    self.isFirst = isFirst
    self.isRight = isRight
    self.isBlank = isBlank
    self.indexInGroup = indexInGroup
  }
}

/// The used size of a page's sheet and the styles of its boxes.
package struct PageStyle: Hashable, Sendable {
  /// The page box's size and edges.
  package var box: PageBox
  /// The page box: margins, borders, padding, background.
  package var style: StyleID
  /// px around the sheet; 0 without marks.
  package var bleed = 0.0
  package var hasCropMarks = false
  package var hasCrossMarks = false
  /// Degrees clockwise: 0, 90 or 270.
  package var rotation = 0
  /// The area for footnotes at the end of the page area.
  package var footnoteArea = StyleID(0)
  /// The margin boxes that generate content, in the specification's order.
  package var marginBoxes: [MarginBox]
  package struct MarginBox: Hashable, Sendable {
    package var place: MarginBoxPlace
    package var style: StyleID
  }
}

extension PageStyle {
  /// px around the page box that printer's marks are drawn in, 15 pt.
  private static let marksRoom = 20.0

  /// px that the sheet reaches beyond the page box on each side: its bleed, and the room for marks.
  package var outset: Double { bleed + (hasCropMarks || hasCrossMarks ? Self.marksRoom : 0) }

  /// The sheet's size, px.
  package var width: Double { box.width + 2 * outset }
  package var height: Double { box.height + 2 * outset }
}

/// The sixteen margin boxes (css-page-3 §4.1), in the order in which they are painted (§4.3): clockwise from the top left
/// corner.
package enum MarginBoxPlace: UInt8, CaseIterable, Hashable, Sendable {
  case topLeftCorner, topLeft, topCenter, topRight, topRightCorner
  case rightTop, rightMiddle, rightBottom
  case bottomRightCorner, bottomRight, bottomCenter, bottomLeft, bottomLeftCorner
  case leftBottom, leftMiddle, leftTop
}
