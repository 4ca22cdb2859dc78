/// The properties of a page that page selectors test (css-page-3 §3.1).
package struct PageQuery: Hashable, Sendable {
  /// The index of the page, from 0.
  package var index: Int
  package var name: String?
  /// It is true for the first page of the document and for the first of a run of pages with this name.
  package var isFirst: Bool
  package var isRight: Bool
  package var isBlank: Bool
  /// Index of the page in the run of pages with this name, counted from 0; used by `:nth(… of name)`.
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
  /// Width of the bleed area around the page box, px.
  package var bleed = 0.0
  package var hasCropMarks = false
  package var hasCrossMarks = false
  /// The rotation of the page in degrees clockwise: 0, 90 or 270.
  package var rotation = 0
  /// The area for footnotes at the end of the page area.
  package var footnoteArea = StyleID(0)
  /// The margin boxes that generate content, in the order of the specification.
  package var marginBoxes: [MarginBox]
  package struct MarginBox: Hashable, Sendable {
    package var place: MarginBoxPlace
    package var style: StyleID
  }
}

extension PageStyle {
  /// Width of the area for printer's marks around the page box, px (15 pt).
  private static let marksWidth = 20.0

  /// Distance from the page box to the edge of the sheet on each side, px: the bleed area and the area for marks.
  package var outset: Double { bleed + (hasCropMarks || hasCrossMarks ? Self.marksWidth : 0) }

  /// The sheet's size, px.
  package var width: Double { box.width + 2 * outset }
  package var height: Double { box.height + 2 * outset }
}

/// The sixteen margin boxes (css-page-3 §4.1) in painting order (§4.3): clockwise from the top left corner.
package enum MarginBoxPlace: UInt8, CaseIterable, Hashable, Sendable {
  case topLeftCorner, topLeft, topCenter, topRight, topRightCorner
  case rightTop, rightMiddle, rightBottom
  case bottomRightCorner, bottomRight, bottomCenter, bottomLeft, bottomLeftCorner
  case leftBottom, leftMiddle, leftTop
}
