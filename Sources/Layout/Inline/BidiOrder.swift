import Style

/// Reorders the pieces of a line visually (UAX #9 rule L2) and places the edges of inline boxes: the left edge before
/// the box's leftmost piece, the right edge after the rightmost (CSS 2.2 §8.6).
extension LayoutContext {
  func reorder(_ pieces: inout [LinePiece], _ inline: UInt32) {
    var edges: [LinePiece] = []
    var content: [LinePiece] = []
    for piece in pieces { if case .edge = piece.kind { edges.append(piece) } else { content.append(piece) } }
    reverseLevels(&content)
    guard !edges.isEmpty else {
      pieces = content
      return
    }
    pieces = merge(
      content,
      EdgePlaces(edges, content, tree.inlines[Int(inline)].boxes) { box in
        self[tree.inlines[Int(inline)].boxes[Int(box)].style].text.direction == .rightToLeft
      })
  }

  /// Reverses runs of each level, highest first.
  private func reverseLevels(_ pieces: inout [LinePiece]) {
    let highest = pieces.reduce(0) { max($0, $1.level) }
    guard highest > 0 else { return }
    for level in stride(from: highest, through: 1, by: -1) {
      var index = 0
      while index < pieces.count {
        guard pieces[index].level >= level else {
          index += 1
          continue
        }
        var end = index
        while end < pieces.count, pieces[end].level >= level { end += 1 }
        pieces[index..<end].reverse()
        index = end
      }
    }
  }

  private func merge(_ content: [LinePiece], _ places: EdgePlaces) -> [LinePiece] {
    var result: [LinePiece] = []
    result.reserveCapacity(content.count + places.left.count + places.right.count)
    var (left, right) = (places.left[...], places.right[...])
    for index in content.indices {
      while let edge = left.first, edge.place == index { result.append(left.removeFirst().piece) }
      result.append(content[index])
      while let edge = right.first, edge.place == index { result.append(right.removeFirst().piece) }
    }
    return result + left.map(\.piece) + right.map(\.piece)
  }
}

/// The pieces before or after which the edges of inline boxes are placed.
private struct EdgePlaces {
  /// Ordered by position; at the same position, outer boxes first.
  var left: [(place: Int, piece: LinePiece)] = []
  /// Ordered by position; at the same position, outer boxes last.
  var right: [(place: Int, piece: LinePiece)] = []

  init(_ edges: [LinePiece], _ content: [LinePiece], _ boxes: ContiguousArray<InlineBox>, isRTL: (UInt32) -> Bool) {
    var extents: [UInt32: (first: Int, last: Int)] = [:]
    for edge in edges { extents[edge.box] = (.max, -1) }
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
    for edge in edges {
      guard case .edge(let isStart) = edge.kind, var extent = extents[edge.box] else { continue }
      // An empty box is at the start of its nearest ancestor with content.
      if extent.last < 0 { extent = Self.place(ofEmpty: edge.box, boxes, extents) ?? (content.count, content.count) }
      if isStart != isRTL(edge.box) { left.append((extent.first, edge)) } else { right.append((extent.last, edge)) }
    }
    left.sort { $0.place != $1.place ? $0.place < $1.place : $0.piece.box < $1.piece.box }
    right.sort { $0.place != $1.place ? $0.place < $1.place : $0.piece.box > $1.piece.box }
  }

  private static func place(
    ofEmpty box: UInt32, _ boxes: ContiguousArray<InlineBox>, _ extents: [UInt32: (first: Int, last: Int)]
  ) -> (first: Int, last: Int)? {
    var parent = boxes[Int(box)].parent
    while parent != InlineItem.root {
      if let extent = extents[parent], extent.last >= 0 { return (extent.first, extent.first) }
      parent = boxes[Int(parent)].parent
    }
    return nil
  }
}
