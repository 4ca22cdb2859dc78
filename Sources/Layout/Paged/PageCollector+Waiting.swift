import Markup
import Style

/// An absolutely positioned box that continues or starts on a later page.
struct WaitingBox {
  var origin: BoxOrigin
  /// It is nil if the box has not started.
  var token: BreakToken?
  /// The distances from the left edge of the page area and from the top of the next page area, px.
  var x, y: Double
  /// The size of its containing block, and that of its border box without breaks.
  var containing: Size
  var size: Size
  /// Whether the box may extend over the margin of a page.
  var coversMargin = false
  /// The box as whose content it is painted.
  var group = BoxID.none

  var box: BoxID { origin.box }
}

extension PageCollector {
  /// Lays out boxes that waited for the current page.
  mutating func layoutWaiting(_ boxes: [WaitingBox], context: inout LayoutContext) {
    guard !boxes.isEmpty else { return }
    sharesBoxesAcrossPages = true
    for box in boxes { layoutWaiting(box, from: records.count - 1, context: &context) }
  }

  /// Lays out a box from a page on, up to the current page. The rest waits.
  mutating func layoutWaiting(_ box: WaitingBox, from first: Int, context: inout LayoutContext) {
    var box = box
    var number = first
    while box.y < -Fragmentainer.tolerance, number > 0 {
      number -= 1
      box.y += records[number].height
    }
    if number != records.count - 1 { sharesBoxesAcrossPages = true }
    while true {
      guard number < records.count else {
        if box.y < Self.maxPagesBelow * max(1, records[records.count - 1].area.height) {
          waiting.append(box)
        } else {
          leftOut.add(box.box, .below, context.tree[box.box].node)
        }
        return
      }
      let area = records[number].area
      if records[number].isBlank || box.y >= area.height - Fragmentainer.tolerance && box.token == nil {
        box.y -= records[number].height
        number += 1
        continue
      }
      let frame = Rect(x: area.x + box.x, y: area.y + box.y, width: box.size.width, height: box.size.height)
      let isWhole = box.token == nil && box.coversMargin && isOnSheet(frame, number)
      let result = part(of: box, onHeight: isWhole ? nil : area.height, isColumn: false, context: &context)
      if result.fits {
        (context.page.fragments[result.fragment].x, context.page.fragments[result.fragment].y) = (frame.x, frame.y)
        add(result.fragment, of: box, on: number, context: &context)
      }
      guard !result.fits || result.token != nil else { return }
      if result.fits { box.token = result.token }
      box.y = 0
      number += 1
    }
  }

  /// Adds the part of a box on a page, to be painted at the place of the box.
  private mutating func add(_ part: FragmentID, of box: WaitingBox, on number: Int, context: inout LayoutContext) {
    let start = records[number].page.fragments.count
    append(part, on: number, context: &context)
    addApart(box.origin, at: start, in: box.group, on: number)
  }

  /// Lays out the part of a box on a page or in a column, which does not slice lines that are higher.
  ///
  /// - Parameter height: px of the page area or column; nil for all of the box.
  func part(of box: WaitingBox, onHeight height: Double?, isColumn: Bool, context: inout LayoutContext) -> BlockResult {
    var space = ConstraintSpace(width: box.containing.width, height: box.containing.height)
    space.isContextRoot = true
    space.borderBoxWidth = box.size.width
    space.fragmentainer = height.map {
      Fragmentainer(offset: box.y, height: $0, mustProgress: box.y <= Fragmentainer.tolerance)
    }
    space.fragmentainer?.makeParallel()
    space.fragmentainer?.isColumn = isColumn
    if context[box.box].box.height == .auto, context.tree[box.box].kind == .block,
      let top = context[box.box].box.inset.top.resolve(against: box.containing.height),
      let bottom = context[box.box].box.inset.bottom.resolve(against: box.containing.height)
    {
      let edges = context.usedEdges(context.tree[box.box].style, containerWidth: box.containing.width)
      space.borderBoxHeight = max(0, box.containing.height - top - bottom - edges.margin.top - edges.margin.bottom)
    }
    return context.layout(box.box, space: space, from: box.token)
  }
}
