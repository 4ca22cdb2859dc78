import CPango
import Layout
import Style

/// Box shadows (css-backgrounds-3 §6): vectors if they are not blurred, otherwise a picture of the shadow's alpha.
struct ShadowPainter {
  let canvas: any Canvas
  let masks: BlurredMasks
  let border: RoundedRect
  let padding: RoundedRect
  /// The sides that no break has removed.
  let edges: Fragment.Edges

  /// Paints outer shadows, the last one lowest.
  func paintOuter(_ shadows: [BoxShadow]) {
    for shadow in shadows.reversed() where !shadow.isInset && shadow.color.alpha > 0 && shadow.isFinite {
      let shape = continued(border, shadow).outset(by: shadow.spread).offset(x: shadow.x, y: shadow.y)
      let area = shape.rect.inset(by: Sides(-shadow.blur * 1.5))
      guard shape.rect.width > 0, shape.rect.height > 0 else { continue }
      canvas.isolated {
        // Shadows are clipped inside the box.
        canvas.add(area.union(border.rect).inset(by: Sides(-1)))
        canvas.add(border)
        canvas.clip(rule: .evenOdd)
        clipAtBreaks()
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
      let hole = continued(padding, shadow).outset(by: -shadow.spread).offset(x: shadow.x, y: shadow.y)
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

  /// A box continues beyond a break, so that it has no shadow there (css-break-3 §5.4).
  private func continued(_ shape: RoundedRect, _ shadow: BoxShadow) -> RoundedRect {
    guard edges != .all else { return shape }
    let reach = abs(shadow.spread) + shadow.blur * 1.5 + max(abs(shadow.x), abs(shadow.y)) + 1
    return RoundedRect(shape.rect.inset(by: sides(broken: -reach, whole: 0)), radii: shape.radii)
  }

  private func clipAtBreaks() {
    guard edges != .all else { return }
    canvas.add(border.rect.inset(by: sides(broken: 0, whole: -1e5)))
    canvas.clip()
  }

  private func sides(broken: Double, whole: Double) -> Sides<Double> {
    func value(_ edge: Fragment.Edges) -> Double { edges.contains(edge) ? whole : broken }
    return Sides(top: value(.top), right: value(.right), bottom: value(.bottom), left: value(.left))
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
