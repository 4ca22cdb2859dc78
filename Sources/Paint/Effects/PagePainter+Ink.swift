import Layout
import Style

/// Where a group may draw, as far as this is known without drawing it.
extension PagePainter {
  /// The most fragments of which the boxes are added: groups with filters may be nested.
  private static let mostFragments = 1000

  /// A box around everything that the fragments of a subtree may draw, px.
  /// - Returns: nil if it is not known: the subtree is large, or has content that may be drawn anywhere.
  func inkBox(of root: PaintOrder.Index) -> Rect? {
    guard fragments.indices.contains(Int(root)) else { return nil }
    let end = min(Int(fragments[Int(root)].subtreeEnd), fragments.count)
    guard end > Int(root), end - Int(root) <= Self.mostFragments else { return nil }
    var box: Rect?
    for index in Int(root)..<end {
      guard let ink = inkBox(fragments[index], isRoot: index == Int(root)) else { return nil }
      box = box.map { $0.union(ink) } ?? ink
    }
    return box
  }

  /// Where a fragment may draw; nil if it may draw anywhere. The transform and the filters of the root are those of the
  /// group.
  private func inkBox(_ fragment: Fragment, isRoot: Bool) -> Rect? {
    let flags = traits(of: fragment).flags
    let style = Int(fragment.style.index)
    guard isRoot || !flags.contains(.transformed), document.styles[style].text.vertical.turn == nil,
      document.styles[style].paint.borderImage == nil
    else { return nil }
    var reach = 1.0
    switch fragment.content {
    case .canvas, .layer, .generated, .collapsedBox: return nil
    case .image(let image):
      guard !pictures.showsOverflow(document.pages[page].images[Int(image)].image) else { return nil }
    case .text:
      guard document.styles[style].text.decorations.isEmpty else { return nil }
      // Glyphs may exceed the line's ascent and descent; at most by the font size.
      reach += fragment.frame.height + traits(of: fragment).strokeReach
      for shadow in document.styles[style].text.shadows {
        reach += max(abs(shadow.x), abs(shadow.y)) + shadow.blur * 1.5
      }
    default: break
    }
    for shadow in document.styles[style].paint.boxShadows where !shadow.isInset {
      reach += max(abs(shadow.x), abs(shadow.y)) + shadow.blur * 1.5 + max(shadow.spread, 0)
    }
    if flags.contains(.outlined) {
      reach += document.styles[style].paint.outlineWidth + max(document.styles[style].paint.outlineOffset, 0)
    }
    if !isRoot { reach += document.styles[style].paint.filters.reduce(0) { $0 + $1.reach } }
    return reach.isFinite ? fragment.frame.inset(by: Sides(-reach)) : nil
  }
}
