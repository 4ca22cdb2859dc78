/// The used size and edges of a page box, px (css-page-3 §7.2).
package struct PageBox: Hashable, Sendable {
  /// The page box with its margins: `size`, or the sum of all edges if none of them is `auto`.
  package var width: Double
  package var height: Double
  package var margin = Sides(0.0)
  package var border = Sides(0.0)
  package var padding = Sides(0.0)
  /// The page area, in which the document is laid out.
  package var contentWidth: Double
  package var contentHeight: Double
  /// The margins are larger than the page in one direction, and are 0 there.
  package var ignoresMargins: Bool

  /// Limits of width and height, px. PDF allows at most 14,400 pt.
  static let sides = 1.0...19_200.0

  /// - Parameters:
  ///   - width: the width of `size`. Horizontal percentages refer to it, vertical ones to `height`.
  init(_ style: BoxStyle, width: Double, height: Double) {
    border = style.borderWidth
    padding = Sides(
      top: max(0, style.padding.top.resolve(against: height)),
      right: max(0, style.padding.right.resolve(against: width)),
      bottom: max(0, style.padding.bottom.resolve(against: height)),
      left: max(0, style.padding.left.resolve(against: width)))
    let across = Axis(
      extent: width, edges: border.left + padding.left + padding.right + border.right,
      isBorderBox: style.boxSizing == .borderBox, size: style.width, least: style.minWidth, most: style.maxWidth,
      margins: (style.margin.left, style.margin.right))
    let down = Axis(
      extent: height, edges: border.top + padding.top + padding.bottom + border.bottom,
      isBorderBox: style.boxSizing == .borderBox, size: style.height, least: style.minHeight, most: style.maxHeight,
      margins: (style.margin.top, style.margin.bottom))
    ignoresMargins = across.ignoresMargins || down.ignoresMargins
    margin = Sides(top: down.start, right: across.end, bottom: down.end, left: across.start)
    contentWidth = max(1, across.content)
    contentHeight = max(1, down.content)
    self.width = min(Self.sides.upperBound, max(Self.sides.lowerBound, across.sheet))
    self.height = min(Self.sides.upperBound, max(Self.sides.lowerBound, down.sheet))
  }

  /// The box with all its lengths multiplied.
  func zoomed(by zoom: Double) -> PageBox {
    guard zoom != 1 else { return self }
    var box = self
    (box.width, box.height) = (width * zoom, height * zoom)
    (box.contentWidth, box.contentHeight) = (contentWidth * zoom, contentHeight * zoom)
    for edge in [\PageBox.margin, \.border, \.padding] {
      let sides = self[keyPath: edge]
      box[keyPath: edge] = Sides(
        top: sides.top * zoom, right: sides.right * zoom, bottom: sides.bottom * zoom, left: sides.left * zoom)
    }
    return box
  }

  /// One axis, with `margin + border + padding + size = sheet`.
  private struct Axis {
    var start = 0.0
    var end = 0.0
    var content: Double
    var sheet: Double
    var ignoresMargins = false

    init(
      extent: Double, edges: Double, isBorderBox: Bool, size: SizeValue, least: SizeValue, most: SizeValue,
      margins: (MarginValue, MarginValue)
    ) {
      sheet = extent
      func length(_ value: SizeValue) -> Double? {
        guard case .length(let length) = value else { return nil }
        return max(0, length.resolve(against: extent) - (isBorderBox ? edges : 0))
      }
      func margin(_ value: MarginValue) -> Double? {
        if case .length(let length) = value { length.resolve(against: extent) } else { nil }
      }
      let (first, second) = (margin(margins.0), margin(margins.1))
      var wanted = length(size)
      content = wanted ?? extent - (first ?? 0) - (second ?? 0) - edges
      if let most = length(most), content > most { (content, wanted) = (most, most) }
      if let least = length(least), content < least { (content, wanted) = (least, least) }
      (start, end) = (first ?? 0, second ?? 0)
      guard wanted != nil else {
        if content < 1, start + end > 0 {
          (content, start, end, ignoresMargins) = (extent - edges, 0, 0, true)
        }
        return
      }
      let free = extent - content - edges - start - end
      switch (first, second) {
      case (nil, nil) where free > 0: (start, end) = (free / 2, free / 2)
      case (nil, _?) where free > 0: start = free
      case (_?, nil) where free > 0: end = free
      default: sheet = start + edges + content + end  // Over-constrained: the size of the sheet changes.
      }
    }
  }
}
