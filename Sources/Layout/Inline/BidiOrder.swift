import Style

/// Reorders the pieces of a line visually (UAX #9 rule L2) and places the edges of inline boxes: the left edge before
/// the box's leftmost piece, the right edge after the rightmost (CSS 2.2 §8.6).
extension LayoutContext {
  func reorder(_ pieces: inout [LinePiece], _ inline: UInt32) {
    var edges: [(piece: LinePiece, contentBefore: Int)] = []
    var logical: [LinePiece] = []
    for piece in pieces {
      if case .edge = piece.kind { edges.append((piece, logical.count)) } else { logical.append(piece) }
    }
    let order = VisualOrder.positions(of: logical.map(\.level))
    let content = order.map { logical[$0] }
    guard !edges.isEmpty else {
      pieces = content
      return
    }
    let boxes = tree.inlines[Int(inline)].boxes
    let gaps = EdgeGaps(edges, content, LogicalOrder(logical, visual: order), boxes) { box in
      self[boxes[Int(box)].style].text.direction == .rightToLeft
    }
    pieces = gaps.merged(with: content)
  }
}

/// The content of a line in the order of the text.
private struct LogicalOrder {
  private let levels: [UInt8]
  /// The visual position of each piece, by its logical position.
  private let visualPositions: [Int]

  init(_ pieces: [LinePiece], visual: [Int]) {
    levels = pieces.map(\.level)
    var positions = Array(repeating: 0, count: visual.count)
    for (position, index) in visual.enumerated() { positions[index] = position }
    visualPositions = positions
  }

  /// The gap in the visual order for something between two pieces: its level is the lower one of theirs, or at an end of
  /// the line that of the paragraph.
  /// - Parameters:
  ///   - index: the number of pieces before it.
  ///   - base: the level of the paragraph.
  func gap(at index: Int, base: UInt8) -> (position: Int, isRTL: Bool) {
    let before = index > 0 ? levels[index - 1] : nil
    let after = index < levels.count ? levels[index] : nil
    let level = min(before ?? base, after ?? base)
    let isRTL = level & 1 == 1
    return (position(before, level, after, at: index), isRTL)
  }

  private func position(_ before: UInt8?, _ level: UInt8, _ after: UInt8?, at index: Int) -> Int {
    let isRTL = level & 1 == 1
    if before == level { return visualPositions[index - 1] + (isRTL ? 0 : 1) }
    if after == level { return visualPositions[index] + (isRTL ? 1 : 0) }
    // An end of the line, beside text of a higher level.
    return (index == 0) == isRTL ? levels.count : 0
  }
}

/// The edges of inline boxes between the pieces of a line in visual order: gap 0 precedes the first piece.
private struct EdgeGaps {
  private struct Edge {
    var gap: Int
    var rank: Rank
    var piece: LinePiece
  }

  /// The order of the edges in a gap.
  private struct Rank: Comparable {
    /// Right edges of boxes that end in the gap, inner ones first; empty boxes; left edges of boxes that begin in it, outer
    /// ones first.
    var place: Int
    /// The order among edges of empty boxes.
    var order = 0

    static func < (a: Rank, b: Rank) -> Bool { (a.place, a.order) < (b.place, b.order) }

    /// Boxes come after their parents. The place beyond each left edge and before each right edge is that of empty boxes
    /// in the box.
    static func left(_ box: UInt32) -> Rank { Rank(place: 2 * (Int(box) + 1)) }
    static func right(_ box: UInt32) -> Rank { Rank(place: -2 * (Int(box) + 1)) }
  }

  private typealias Extent = (first: Int, last: Int)
  private var edges: [Edge] = []
  /// The first edge of each empty box.
  private var firstEdges: [UInt32: Int] = [:]

  init(
    _ edges: [(piece: LinePiece, contentBefore: Int)], _ content: [LinePiece], _ logical: LogicalOrder,
    _ boxes: ContiguousArray<InlineBox>, isRTL: (UInt32) -> Bool
  ) {
    let extents = Self.extents(edges.map(\.piece.box), content, boxes)
    for (index, (piece, contentBefore)) in edges.enumerated() {
      guard case .edge(let isStart) = piece.kind, let extent = extents[piece.box] else { continue }
      let isLeft = isStart != isRTL(piece.box)
      if extent.last < 0 {
        let gap = logical.gap(at: contentBefore, base: piece.level)
        let place = Self.place(ofEmpty: piece.box, in: gap.position, boxes, extents)
        let rank = Rank(place: place, order: gap.isRTL ? -index : index)
        addEmpty(Edge(gap: gap.position, rank: rank, piece: piece), isLeft: isLeft)
      } else if isLeft {
        self.edges.append(Edge(gap: extent.first, rank: .left(piece.box), piece: piece))
      } else {
        self.edges.append(Edge(gap: extent.last + 1, rank: .right(piece.box), piece: piece))
      }
    }
    self.edges.sort { ($0.gap, $0.rank) < ($1.gap, $1.rank) }
  }

  /// Adds an edge of an empty box. The edges of a box have the places of its start and end in the order of the gap; the
  /// left one has the first.
  private mutating func addEmpty(_ edge: Edge, isLeft: Bool) {
    var edge = edge
    if let other = firstEdges[edge.piece.box] {
      edge.gap = edges[other].gap
      if isLeft == (edges[other].rank < edge.rank) { swap(&edge.rank, &edges[other].rank) }
    } else {
      firstEdges[edge.piece.box] = edges.count
    }
    edges.append(edge)
  }

  /// The positions of the first and last piece in each box. The last is negative for boxes without content. Empty text
  /// counts only in boxes without other content.
  private static func extents(
    _ edged: [UInt32], _ content: [LinePiece], _ boxes: ContiguousArray<InlineBox>
  ) -> [UInt32: Extent] {
    var extents: [UInt32: Extent] = [:]
    for box in edged { extents[box] = (.max, -1) }
    func extend(over isIncluded: (LinePiece) -> Bool) {
      for (index, piece) in content.enumerated() where isIncluded(piece) {
        var box = piece.box
        while box != InlineItem.root {
          if let known = extents[box] { extents[box] = (min(known.first, index), max(known.last, index)) }
          box = boxes[Int(box)].parent
        }
      }
    }
    extend { !$0.isEmptyText }
    if extents.values.contains(where: { $0.last < 0 }) {
      let known = extents.filter { $0.value.last >= 0 }
      extend(over: \.isEmptyText)
      extents.merge(known) { $1 }
    }
    return extents
  }

  /// The place of an empty box in its gap: within the nearest box around it that has content, if that begins or ends there.
  private static func place(
    ofEmpty box: UInt32, in gap: Int, _ boxes: ContiguousArray<InlineBox>, _ extents: [UInt32: Extent]
  ) -> Int {
    var parent = boxes[Int(box)].parent
    while parent != InlineItem.root {
      if let extent = extents[parent], extent.last >= 0 {
        if extent.first == gap { return Rank.left(parent).place + 1 }
        if extent.last + 1 == gap { return Rank.right(parent).place - 1 }
        break
      }
      parent = boxes[Int(parent)].parent
    }
    return 0
  }

  func merged(with content: [LinePiece]) -> [LinePiece] {
    var result: [LinePiece] = []
    result.reserveCapacity(content.count + edges.count)
    var rest = edges[...]
    for index in 0...content.count {
      while let edge = rest.first, edge.gap <= index { result.append(rest.removeFirst().piece) }
      if index < content.count { result.append(content[index]) }
    }
    return result
  }
}
