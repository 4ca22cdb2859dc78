import CPango
import Layout
import Style

/// Shadows of text (css-text-decor-4 §6): vectors without blur, a picture of the shadow's alpha with it.
struct TextShadowPainter {
  let canvas: Canvas
  let text: TextPainter
  let masks: BlurredMasks

  private static let maximumBlurred = 2000

  /// Draws the shadows of one slice, the last below.
  func paint(_ shadows: [TextShadow], _ slice: TextSlice, _ frame: Rect) {
    for shadow in shadows.reversed() where shadow.color.alpha > 0 {
      guard shadow.x.isFinite, shadow.y.isFinite, shadow.blur.isFinite else { continue }
      canvas.isolated {
        canvas.transform(.translation(shadow.x, shadow.y))
        // Each blurred one is a picture of its own: beyond what a page can show them apart, they are sharp.
        if shadow.blur > 0, text.blurredShadows < Self.maximumBlurred {
          text.blurredShadows += 1
          paintBlurred(shadow, slice, frame)
        } else {
          text.show(slice, x: frame.x, shadow.color)
        }
      }
    }
  }

  private func paintBlurred(_ shadow: TextShadow, _ slice: TextSlice, _ frame: Rect) {
    // Glyphs may reach beyond their line's ascent and descent, by no more than their size.
    let area = frame.inset(by: Sides(-frame.height))
    let size = Size(width: area.width, height: area.height)
    let mask = masks.mask(size, sigma: shadow.blur / 2, rule: .winding) { target in
      target.transform(.translation(-area.x, -area.y))
      text.addPath(of: slice, x: frame.x, to: target)
    }
    guard let mask else { return }
    canvas.setColor(shadow.color)
    mask.paint(on: canvas, at: area.topLeft)
  }
}

extension TextPainter {
  /// Shows a slice's glyphs at once, without their text.
  func show(_ slice: TextSlice, x: Double, _ color: Color) {
    withGlyphs(of: slice, x: x) { font, batch in
      guard canvas.canShow(font) else { return }
      cairo_set_scaled_font(canvas.context, font)
      canvas.setColor(color)
      batch.showShapes(on: canvas)
    }
  }

  /// Adds the outlines of a slice's glyphs to a canvas's path.
  func addPath(of slice: TextSlice, x: Double, to target: Canvas? = nil) {
    let target = target ?? canvas
    withGlyphs(of: slice, x: x) { font, batch in
      guard target.canShow(font) else { return }
      cairo_set_scaled_font(target.context, font)
      batch.addPath(to: target)
    }
  }
}
