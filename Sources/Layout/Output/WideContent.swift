import Markup
import Style

/// Content that is wider than its page.
package struct WideContent: Hashable, Sendable {
  /// Pages from which content is cut off at the side, from 0.
  package var pages: [Int]
  /// The width, px, that is cut off at most.
  package var excess: Double
  /// An element or text of which a part is cut off; the first in the document.
  package var node: NodeID
  /// How many times as wide the page areas must be for all content.
  package var ratio: Double
}

extension LaidOutDocument {
  /// Texts, pictures and tables that begin on a page and end beyond its sheet; nil if there are none.
  ///
  /// Content of margin boxes, what a box clips, what a transform moves, and positioned boxes beside the page are not
  /// counted: they are placed on purpose.
  package var wideContent: WideContent? { found { $0.size.width } }

  /// Texts, pictures and tables that end beyond the page area, in the margin; nil if there are none.
  package var contentBeyondArea: WideContent? { found { $0.area.x + $0.area.width } }

  /// - Parameter limit: the right edge of the page's width; the left one is at the same distance from the other side.
  private func found(_ limit: (Page) -> Double) -> WideContent? {
    var wide: WideContent?
    for (index, page) in pages.enumerated() {
      let right = limit(page)
      let left = right == page.size.width ? 0 : page.area.x
      // Rounding of widths is no excess.
      let tolerance = 1.0
      guard
        page.fragments.contains(where: {
          $0.frame.x + $0.frame.width > right + tolerance || $0.frame.x < left - tolerance
        }), let (excess, node) = page.excess(left: left, right: right, tolerance, styles)
      else { continue }
      let width = max(1, page.area.width)
      let beyond = right == page.size.width ? excess + max(0, right - page.area.x - width) : excess
      var found = wide ?? WideContent(pages: [], excess: 0, node: node, ratio: 1)
      found.pages.append(index)
      found.excess = max(found.excess, excess)
      found.ratio = max(found.ratio, (width + beyond) / width)
      wide = found
    }
    return wide
  }
}

extension Page {
  /// The largest excess at either side, and the node of the first fragment that has one; nil if there is none.
  fileprivate func excess(
    left: Double, right: Double, _ tolerance: Double, _ styles: ContiguousArray<ComputedStyle>
  ) -> (excess: Double, node: NodeID)? {
    let pieces = pieces(left: left - tolerance, right: right + tolerance, styles)
    var counted: [WidePiece] = []
    // What begins far beyond the page and all content before it, or ends before it, is hidden on purpose.
    var reach = right
    for piece in pieces.sorted(by: { $0.start < $1.start }) where piece.end > right + tolerance {
      guard piece.start < reach + area.width else { break }
      reach = max(reach, piece.end)
      counted.append(piece)
    }
    var back = left
    for piece in pieces.sorted(by: { $0.end > $1.end }) where piece.start < left - tolerance {
      guard piece.end > back - (back < left ? tolerance : 0) else { break }
      back = min(back, piece.start)
      counted.append(piece)
    }
    return counted.min { $0.index < $1.index }.map { (max(reach - right, left - back), $0.node) }
  }

  /// What a reader misses if the parts beside two edges are cut off.
  private func pieces(left: Double, right: Double, _ styles: ContiguousArray<ComputedStyle>) -> [WidePiece] {
    var pieces: [WidePiece] = []
    // The elements around the fragment, for lines, which have none of their own.
    var around: [(end: Int, node: NodeID)] = []
    var index = 0
    while index < fragments.count {
      let fragment = fragments[index]
      let style = styles[Int(fragment.style.index)]
      while let last = around.last, last.end <= index { around.removeLast() }
      if !fragment.node.isNone, fragment.isBox { around.append((Int(fragment.subtreeEnd), fragment.node)) }
      let isOwn = index == marginBoxes.lowerBound && !marginBoxes.isEmpty
      let isPositioned = style.box.position == .absolute || style.box.position == .fixed
      let isHidden = fragment.isBox && isPositioned && fragment.frame.x >= right
      if isOwn || isHidden || !style.paint.transforms.isEmpty {
        index = isOwn ? marginBoxes.upperBound : Int(fragment.subtreeEnd)
        continue
      }
      let (start, end) = (fragment.frame.x, fragment.frame.maxX)
      if end > right || start < left, fragment.counts(style) || isAroundTurnedContent(index, styles) {
        pieces.append(WidePiece(start: start, end: end, index: index, node: around.last?.node ?? fragment.node))
      }
      index = style.box.overflowX == .visible || !fragment.isBox ? index + 1 : Int(fragment.subtreeEnd)
    }
    return pieces
  }

  /// Whether a fragment is that of a box around turned contents, which is as wide as their lines as seen on the page.
  private func isAroundTurnedContent(_ index: Int, _ styles: ContiguousArray<ComputedStyle>) -> Bool {
    guard fragments[index].isBox, fragments[index].node.isNone, index + 1 < fragments[index].subtreeEnd else {
      return false
    }
    // A window on sliced content is wider than what it shows.
    guard styles[Int(fragments[index].style.index)].box.overflowX == .visible else { return false }
    return styles[Int(fragments[index + 1].style.index)].paint.isQuarterTurn
  }
}

/// A fragment of which a part is beside the page.
private struct WidePiece {
  /// px.
  var start, end: Double
  /// In the page's fragments.
  var index: Int
  var node: NodeID
}

extension Fragment {
  /// Whether the fragment shows something that a reader misses if it is cut off.
  func counts(_ style: ComputedStyle) -> Bool {
    switch content {
    case .text, .image, .generated, .control: true
    case .box, .collapsedBox: style.box.display == .table
    default: false
    }
  }

  var isBox: Bool {
    switch content {
    case .box, .group, .collapsedBox, .fieldset: true
    default: false
    }
  }
}
