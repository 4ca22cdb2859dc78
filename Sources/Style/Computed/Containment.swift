/// How a box is independent of its content or its content of the rest of the document (css-contain-2 §3): `contain`,
/// and what `container-type` and `content-visibility` add.
package struct Containment: OptionSet, Hashable, Sendable {
  package var rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }
  /// The box is laid out as if empty, and not fragmented.
  package static let size = Containment(rawValue: 1)
  /// The box is as wide as if empty.
  package static let inlineSize = Containment(rawValue: 2)
  /// An independent formatting context without a baseline.
  package static let layout = Containment(rawValue: 4)
  /// Nothing is painted outside of the padding box.
  package static let paint = Containment(rawValue: 8)
  /// Counters and quotation marks do not affect the rest of the document.
  package static let style = Containment(rawValue: 16)
  /// The contents are not shown (`content-visibility: hidden`, css-contain-2 §4).
  package static let skipsContents = Containment(rawValue: 32)
}

enum ContentVisibility: UInt8, Hashable, Sendable { case visible, auto, hidden }

extension ComputedStyle {
  /// Whether the box is the containing block of all positioned descendants (css-transforms-1 §3, filter-effects-1 §5,
  /// css-contain-2 §3.3 and §3.4).
  package var containsPositioned: Bool {
    paint.isTransformedOrFiltered || !box.containment.isDisjoint(with: [.layout, .paint])
  }
}

extension BoxStyle {
  /// `contain` with what other properties add, as far as it applies to the kind of box.
  mutating func finishContainment() {
    containment = contain
    switch containerType {
    case .normal: break
    case .inlineSize: containment.formUnion([.inlineSize, .style])
    case .size: containment.formUnion([.size, .style])
    }
    switch contentVisibility {
    case .visible: break
    case .auto: containment.formUnion([.layout, .paint, .style])
    case .hidden: containment.formUnion([.layout, .paint, .style, .size, .skipsContents])
    }
    guard !containment.isEmpty else { return }
    switch display {
    case .none, .contents, .inline, .inlineListItem, .tableRowGroup, .tableHeaderGroup, .tableFooterGroup, .tableRow,
      .tableColumn, .tableColumnGroup:
      // Inline replaced elements are atomic.
      containment.formIntersection(display == .inline ? [.style, .size, .inlineSize, .skipsContents] : .style)
    case .table, .inlineTable, .tableCell, .tableCaption:
      containment.subtract([.size, .inlineSize])
    case .block, .flowRoot, .listItem, .inlineBlock, .inlineBlockListItem, .flex, .inlineFlex, .grid, .inlineGrid,
      .gridLanes, .inlineGridLanes:
      break
    }
    if containment.contains(.paint) {
      if overflowX == .visible { overflowX = .clip }
      if overflowY == .visible { overflowY = .clip }
    }
  }
}
