import CPango
import Layout
import Style

/// Box shadows (css-backgrounds-3 §6): vectors if they are not blurred, otherwise a picture of the shadow's alpha.
struct ShadowPainter {
  let canvas: any Canvas
  let masks: BlurredMasks
  let border: RoundedRect
  let padding: RoundedRect

  /// Paints outer shadows, the last one lowest.
  func paintOuter(_ shadows: [BoxShadow]) {
    for shadow in shadows.reversed() where !shadow.isInset && shadow.color.alpha > 0 && shadow.isFinite {
      let shape = border.outset(by: shadow.spread).offset(x: shadow.x, y: shadow.y)
      let area = shape.rect.inset(by: Sides(-shadow.blur * 1.5))
      guard shape.rect.width > 0, shape.rect.height > 0 else { continue }
      canvas.isolated {
        // Shadows are clipped inside the box.
        canvas.add(area.union(border.rect).inset(by: Sides(-1)))
        canvas.add(border)
        canvas.clip(rule: .evenOdd)
        if shadow.blur > 0 {
          paintBlurred(shadow, area: shape.rect, shape, hole: nil)
        } else {
          canvas.add(shape)
          canvas.fill(shadow.color)
        }
      }
    }
  }

  /// Paints inner shadows within the padding edge, the last one lowest.
  func paintInner(_ shadows: [BoxShadow]) {
    for shadow in shadows.reversed() where shadow.isInset && shadow.color.alpha > 0 && shadow.isFinite {
      let hole = padding.outset(by: -shadow.spread).offset(x: shadow.x, y: shadow.y)
      guard padding.rect.width > 0, padding.rect.height > 0 else { continue }
      let outside = padding.rect.union(hole.rect).inset(by: Sides(-shadow.blur * 1.5 - 1))
      canvas.isolated {
        canvas.add(padding)
        canvas.clip()
        if shadow.blur > 0 {
          paintBlurred(shadow, area: padding.rect, RoundedRect(outside), hole: hole)
        } else {
          canvas.add(outside)
          if hole.rect.width > 0, hole.rect.height > 0 { canvas.add(hole) }
          canvas.fill(shadow.color, rule: .evenOdd)
        }
      }
    }
  }

  /// Draws a shape's blurred alpha in the shadow's colour over `area` and what the blur reaches around it.
  private func paintBlurred(_ shadow: BoxShadow, area: Rect, _ outline: RoundedRect, hole: RoundedRect?) {
    let shape = BlurredShape(outline: outline, hole: hole, in: area, sigma: shadow.blur / 2)
    guard let mask = masks.mask(of: shape) else { return }
    canvas.setColor(shadow.color)
    mask.paint(on: canvas, at: area.topLeft)
  }
}

extension BoxShadow {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite && blur.isFinite && spread.isFinite }
}
