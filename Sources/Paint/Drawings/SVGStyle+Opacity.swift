/// Whether what is below can be seen.
extension SVGStyle {
  /// Whether all that is painted is opaque. A pattern is not, since its tiles may have gaps.
  /// - Parameter gradients: those of the drawing.
  func isOpaque(_ gradients: [String: SVGGradient]) -> Bool {
    func isOpaque(_ paint: Paint, _ opacity: Double) -> Bool {
      switch paint {
      case .none: true
      case .color(let color): opacity == 1 && color.alpha == 1
      case .gradient(let id, _): opacity == 1 && gradients[id]?.isOpaque == true
      default: false
      }
    }
    return opacity == 1 && isOpaque(fill, fillOpacity) && isOpaque(stroke, strokeOpacity)
  }
}

extension SVGDrawing.Operation {
  /// Whether nothing below can be seen through what it draws.
  func isOpaque(_ gradients: [String: SVGGradient]) -> Bool {
    switch self {
    case .beginGroup(let group): group.opacity == 1 && group.masks.isEmpty && group.blend == nil && group.filter == nil
    case .shape(_, let style): style.isOpaque(gradients)
    case .text(let text): text.opacity == 1 && text.segments.allSatisfy { $0.style.isOpaque(gradients) }
    case .endGroup, .beginViewport, .endViewport, .image: true
    }
  }
}
