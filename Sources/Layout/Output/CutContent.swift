import Markup
import Style

/// Content that readers of the paper cannot reach.
package struct CutContent: Hashable, Sendable {
  package enum Place: Sendable {
    /// In a box with `overflow: auto` or `scroll`, which nobody can scroll on paper.
    case scrollContainer
    /// In a margin box, beside the sheet.
    case marginBox
  }

  package var place: Place
  /// Pages on which content is cut off, from 0.
  package var pages: [Int]
  /// The width and the height, px, that are cut off at most.
  package var excess: Size
  /// The box, or an element in the margin box; the first in the document.
  package var node: NodeID
}

extension LaidOutDocument {
  /// Texts, pictures and tables that end beyond a box that can be scrolled to them (css-overflow-3 §2.2), and texts of
  /// margin boxes that end beyond the sheet.
  ///
  /// What `overflow: hidden` and `clip` cut off, what a transform moves, and positioned boxes are not counted: they are
  /// placed on purpose.
  package var cutContent: [CutContent] {
    let scrolls = styles.map { $0.box.overflowX.scrolls || $0.box.overflowY.scrolls }
    let hasScrollContainers = scrolls.contains(true)
    var found: [CutContent] = []
    for (index, page) in pages.enumerated() {
      var search = CutContentSearch(page, styles, scrolls)
      if hasScrollContainers { search.searchContent() }
      if !page.marginBoxes.isEmpty { search.searchMarginBoxes() }
      for (place, part) in search.found.sorted(by: { $0.value.index < $1.value.index }) {
        if let known = found.firstIndex(where: { $0.place == place }) {
          found[known].pages.append(index)
          found[known].excess.width = max(found[known].excess.width, part.excess.width)
          found[known].excess.height = max(found[known].excess.height, part.excess.height)
        } else {
          found.append(CutContent(place: place, pages: [index], excess: part.excess, node: part.node))
        }
      }
    }
    return found
  }
}

/// The search for cut content on a page.
private struct CutContentSearch {
  struct Part {
    var excess: Size
    var node: NodeID
    /// The first fragment, in the page's fragments.
    var index: Int
  }

  /// A box that can be scrolled.
  private struct Container {
    let index: Int
    /// One past its last fragment.
    let end: Int
    /// The area in which its content is visible; it is unlimited along an axis that does not scroll.
    let view: Rect
    let startsRight: Bool
  }

  private let page: Page
  private let styles: ContiguousArray<ComputedStyle>
  private let scrolls: [Bool]
  private(set) var found: [CutContent.Place: Part] = [:]

  /// Rounding of sizes is no excess.
  private static let tolerance = 1.5
  /// px.
  private static let unlimited = 1e9

  init(_ page: Page, _ styles: ContiguousArray<ComputedStyle>, _ scrolls: [Bool]) {
    (self.page, self.styles, self.scrolls) = (page, styles, scrolls)
  }

  mutating func searchContent() {
    var containers: [Container] = []
    var index = 0
    while index < page.fragments.count {
      while let last = containers.last, last.end <= index { containers.removeLast() }
      let fragment = page.fragments[index]
      let style = Int(fragment.style.index)
      if index == page.marginBoxes.lowerBound, !page.marginBoxes.isEmpty {
        index = page.marginBoxes.upperBound
        continue
      }
      if !containers.isEmpty {
        if isPlacedOnPurpose(fragment) || styles[style].text.visibility != .visible {
          index = max(index + 1, Int(fragment.subtreeEnd))
          continue
        }
        if fragment.counts(styles[style]) { count(fragment, in: containers) }
      }
      if fragment.isBox, hidesOverflow(style) {
        index = Int(fragment.subtreeEnd)
        continue
      }
      if scrolls[style], fragment.clipsContent(styles[style]), let view = view(of: fragment) {
        containers.append(
          Container(
            index: index, end: Int(fragment.subtreeEnd), view: view,
            startsRight: styles[style].text.direction == .rightToLeft))
      }
      index += 1
    }
  }

  mutating func searchMarginBoxes() {
    let sheet = page.size
    var index = page.marginBoxes.lowerBound
    var around = NodeID.none
    while index < page.marginBoxes.upperBound {
      let fragment = page.fragments[index]
      let style = Int(fragment.style.index)
      if isPlacedOnPurpose(fragment) || styles[style].box.overflow != .visible && fragment.isBox {
        index = max(index + 1, Int(fragment.subtreeEnd))
        continue
      }
      if fragment.isBox, !fragment.node.isNone { around = fragment.node }
      if case .text = fragment.content {
        let frame = fragment.frame
        let excess = Size(
          width: max(frame.maxX - sheet.width, -frame.x), height: max(frame.maxY - sheet.height, -frame.y))
        // The space of a line above and below its glyphs is not seen.
        let least = frame.height / 2
        if excess.width > Self.tolerance || excess.height > least {
          let size = Size(width: max(0, excess.width), height: excess.height > least ? excess.height : 0)
          add(size, .marginBox, node: fragment.node.isNone ? around : fragment.node, at: index)
        }
      }
      index += 1
    }
  }

  private func isPlacedOnPurpose(_ fragment: Fragment) -> Bool {
    let style = Int(fragment.style.index)
    let position = styles[style].box.position
    return fragment.isBox && (position == .absolute || position == .fixed) || !styles[style].paint.transforms.isEmpty
  }

  /// Whether a box hides what its author does not want to show.
  private func hidesOverflow(_ style: Int) -> Bool {
    let (x, y) = (styles[style].box.overflowX, styles[style].box.overflowY)
    return x.hides && y.hides
  }

  /// The padding box of a scroll container. What is beyond it on the side where its content starts cannot be scrolled
  /// to (css-overflow-3 §2.2).
  private func view(of fragment: Fragment) -> Rect? {
    let box = styles[Int(fragment.style.index)].box
    guard fragment.frame.width > 0 || fragment.frame.height > 0 else { return nil }
    var view = fragment.frame.inset(by: box.borderWidth)
    if !box.overflowX.scrolls { (view.x, view.width) = (-Self.unlimited, 2 * Self.unlimited) }
    if !box.overflowY.scrolls { view.height = Self.unlimited }
    // A box that continues on the next page cuts nothing off at its end.
    if !fragment.edges.contains(.bottom) { view.height = Self.unlimited }
    return view
  }

  /// Compares a fragment with the containers around it, the innermost first: with each, what the inner ones show of it.
  private mutating func count(_ fragment: Fragment, in containers: [Container]) {
    var frame = fragment.frame
    for container in containers.reversed() {
      count(fragment, shown: frame, in: container)
      guard let rest = frame.part(in: container.view) else { return }
      frame = rest
    }
  }

  /// - Parameter frame: the part of the fragment that containers in this one show.
  private mutating func count(_ fragment: Fragment, shown frame: Rect, in container: Container) {
    let view = container.view
    let across = container.startsRight ? view.x - frame.x : frame.maxX - view.maxX
    // The space of a line above and below its glyphs is not seen.
    var bottom = frame.maxY
    if case .text = fragment.content { bottom = min(bottom, fragment.frame.maxY - fragment.frame.height / 4) }
    let down = bottom - view.maxY
    guard across > Self.tolerance || down > Self.tolerance else { return }
    let excess = Size(
      width: across > Self.tolerance ? across : 0, height: down > Self.tolerance ? frame.maxY - view.maxY : 0)
    add(excess, .scrollContainer, node: page.fragments[container.index].node, at: container.index)
  }

  private mutating func add(_ excess: Size, _ place: CutContent.Place, node: NodeID, at index: Int) {
    var part = found[place] ?? Part(excess: Size(width: 0, height: 0), node: node, index: index)
    part.excess.width = max(part.excess.width, excess.width)
    part.excess.height = max(part.excess.height, excess.height)
    found[place] = part
  }
}

extension Fragment {
  /// Whether `overflow` applies to the fragment (css-overflow-3 §3.1).
  fileprivate func clipsContent(_ style: ComputedStyle) -> Bool {
    switch style.box.display {
    case .inline, .table, .inlineTable, .tableRow, .tableRowGroup: false
    default: isBox
    }
  }
}

extension BoxStyle.Overflow {
  fileprivate var scrolls: Bool { self == .auto || self == .scroll }
  fileprivate var hides: Bool { self == .hidden || self == .clip }
}

extension Rect {
  /// The part in another rectangle; nil if there is none.
  fileprivate func part(in view: Rect) -> Rect? {
    let (left, top) = (max(x, view.x), max(y, view.y))
    let (right, bottom) = (min(maxX, view.maxX), min(maxY, view.maxY))
    guard right > left, bottom > top else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }
}
