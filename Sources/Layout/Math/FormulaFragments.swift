import Markup
import Style

/// The box of a formula and its fragments.
extension LayoutContext {
  /// Places the formula in its box: centred in a box that is a block (MathML Core §3.1.5).
  mutating func layoutFormula(of box: BoxID, into builder: inout BoxFragmentBuilder, space: ConstraintSpace) {
    guard let layout = formulaLayout(box) else { return }
    let isBlock = self[box].box.display == .block
    let x = isBlock ? max(0, (space.width - layout.box.width) / 2) : 0
    let baseline = layout.box.ascent
    addFormula(layout, to: builder.fragment, x: builder.x + x, y: builder.y + baseline, link: tree[box].link, space)
    builder.advance(to: layout.box.height, margin: MarginStrut())
    (builder.firstBaseline, builder.lastBaseline) = (builder.y + baseline, builder.y + baseline)
  }

  /// A piece to be added to a fragment.
  private struct OpenPiece {
    var piece: Int
    var parent: FragmentID
    /// The origin, relative to the parent.
    var x, y: Double
  }

  private mutating func addFormula(
    _ layout: FormulaLayout, to fragment: FragmentID, x: Double, y: Double, link: UInt32, _ space: ConstraintSpace
  ) {
    guard layout.box.piece >= 0 else { return }
    var open = [OpenPiece(piece: layout.box.piece, parent: fragment, x: x, y: y)]
    while var place = open.popLast() {
      let piece = layout.pieces[place.piece]
      if let added = add(piece, at: place, link: link, space) {
        (place.parent, place.x, place.y) = (added, 0, piece.ascent)
      }
      for part in piece.parts.reversed() {
        open.append(OpenPiece(piece: part.piece, parent: place.parent, x: place.x + part.x, y: place.y + part.y))
      }
    }
  }

  /// Adds the fragment of a piece.
  /// - Returns: the fragment, if it contains those of the parts.
  private mutating func add(
    _ piece: FormulaLayout.Piece, at place: OpenPiece, link: UInt32, _ space: ConstraintSpace
  ) -> FragmentID? {
    var entry = FragmentArena.Entry(
      width: piece.width, height: piece.ascent + piece.descent, style: piece.style, node: piece.element, box: .none,
      content: .position)
    entry.link = link
    var top = place.y - piece.ascent
    switch piece.content {
    case .group: return nil
    case .text(let slice, let ascent, let descent):
      (entry.height, top) = (ascent + descent, place.y - ascent)
      entry.content = .text(slice, ascent: ascent)
    case .line(let line): entry.content = .fragment(.formulaLine(line, self[piece.style].text.color))
    case .frame: entry.content = .fragment(.box)
    case .box(let box):
      var inner = ConstraintSpace(width: Self.widestForeignBox)
      inner.mode = space.mode
      let result = layoutShrunk(box, space: inner).1
      page.fragments.append(result.fragment, to: place.parent, x: place.x, y: top)
      return nil
    }
    let added = page.fragments.add(entry)
    page.fragments.append(added, to: place.parent, x: place.x, y: top)
    guard case .frame = piece.content else { return nil }
    moveIfRelative(added, containerWidth: 0, containerHeight: nil)
    return added
  }
}
