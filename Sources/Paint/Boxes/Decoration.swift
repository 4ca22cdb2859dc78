import Layout
import Resources
import Style

/// Shadows, background and border of one box.
struct DecorationPainter {
  let canvas: Canvas
  let pictures: PictureCache
  /// What a background of `background-attachment: fixed` stands in.
  let page: Rect
  /// Adds the outlines of the text in the box to the canvas's path; nil where no background is cut to it.
  let addText: (() -> Void)?

  /// - Parameter fragment: the box, or the whole one that a fragment is a slice of.
  func paint(_ fragment: Fragment, _ style: borrowing ComputedStyle) {
    let geometry = BoxGeometry(fragment, style)
    let shadows = style.paint.boxShadows
    let shadowPainter = ShadowPainter(canvas: canvas, masks: pictures.masks, border: geometry.border, padding: geometry.padding)
    if !shadows.isEmpty { shadowPainter.paintOuter(shadows) }
    if style.paint.hasBackground {
      BackgroundPainter(
        canvas: canvas, pictures: pictures, border: geometry.border, padding: geometry.padding,
        content: geometry.content(fragment, style), page: page, addText: addText
      ).paint(color: style.paint.backgroundColor, layers: style.paint.backgroundLayers)
    }
    if !shadows.isEmpty { shadowPainter.paintInner(shadows) }
    if case .collapsedBox = fragment.content { return }
    if let image = style.paint.borderImage,
      let painter = BorderImagePainter(
        image, canvas: canvas, pictures: pictures, border: geometry.border.rect, widths: geometry.borderWidth)
    {
      painter.paint()
    } else if geometry.borderWidth != Sides(0) {
      BorderPainter(
        canvas: canvas, outer: geometry.border, widths: geometry.borderWidth, styles: style.box.borderStyle,
        colors: style.paint.borderColor
      ).paint()
    }
  }
}
