import Layout
import Style

/// Text shadows, with those of decoration lines (css-text-decor-4 §6): vectors if they are not blurred, otherwise a picture of the shadow's alpha.
struct TextShadowPainter {
  let canvas: any Canvas
  let text: TextPainter
  let masks: BlurredMasks

  private static let maximumBlurred = 2000

  /// Draws the shadows of one slice and its decoration lines, the last one lowest.
  func paint(_ style: TextStyle, _ slice: TextSlice, _ lines: TextLines?, _ frame: Rect) {
    for shadow in style.shadows.reversed() {
      let color = shadow.color ?? style.color
      guard color.alpha > 0, shadow.x.isFinite, shadow.y.isFinite, shadow.blur.isFinite,
        masks.takeText(glyphs: slice.glyphs.count)
      else { continue }
      canvas.isolated {
        canvas.transform(.translation(shadow.x, shadow.y))
        // Each blurred shadow is a picture. Shadows beyond the limits for a page and for the document are not blurred.
        if shadow.blur > 0, text.blurredShadows < Self.maximumBlurred,
          masks.takeBlurredText(glyphs: slice.glyphs.count)
        {
          text.blurredShadows += 1
          paintBlurred(shadow, color, slice, lines, frame)
        } else {
          text.show(slice, x: frame.x, color)
          if let lines {
            for part in text.parts(of: lines, slice, frame) { part.colored(color).paint(on: canvas) }
          }
        }
      }
    }
  }

  private func paintBlurred(
    _ shadow: TextShadow, _ color: Color, _ slice: TextSlice, _ lines: TextLines?, _ frame: Rect
  ) {
    // Glyphs and lines may exceed the line's ascent and descent; at most by the font size.
    let area = frame.inset(by: Sides(-frame.height))
    let size = Size(width: area.width, height: area.height)
    let mask = masks.mask(size, sigma: shadow.blur / 2, rule: .winding) { target in
      target.transform(.translation(-area.x, -area.y))
      text.addPath(of: slice, x: frame.x, to: target)
      if let lines { text.addPath(of: lines, slice, frame: frame, to: target) }
    }
    guard let mask else { return }
    canvas.setColor(color)
    mask.paint(on: canvas, at: area.topLeft)
  }
}

extension TextPainter {
  /// Paints a slice's glyphs immediately and without their text.
  func show(_ slice: TextSlice, x: Double, _ color: Color) {
    withGlyphs(of: slice, x: x) { face, batch in
      canvas.setColor(color)
      canvas.show(batch, face, fonts, hasText: false)
    }
  }

  /// Adds the outlines of a slice's glyphs to a canvas's path.
  func addPath(of slice: TextSlice, x: Double, to target: (any Canvas)? = nil) {
    let target = target ?? canvas
    withGlyphs(of: slice, x: x) { face, batch in target.addPath(of: batch, face, fonts) }
  }
}
