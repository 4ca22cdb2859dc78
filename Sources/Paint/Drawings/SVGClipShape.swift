import Layout
import Style

/// `clip-path` of an SVG element that is a basic shape or a box (css-masking-1 §5.1, css-shapes-1 §3).
struct SVGClipShape {
  let path: ClipPath

  init(_ path: ClipPath) { self.path = path }

  /// Fails if the value is not valid.
  init?(_ value: SVGValue, _ style: SVGStyle) {
    let viewport = style.units?.viewport ?? .zero
    guard
      let path = ClipPath(
        css: value.text, fontSize: style.text.font.size, viewport: (viewport.width, viewport.height))
    else { return nil }
    self.path = path
  }

  /// The reference box.
  var box: SVGOrigin.Box {
    switch path.box {
    case .contentBox, .paddingBox: .fill
    case .borderBox, .marginBox: .stroke
    case .viewBox: .view
    }
  }

  /// Whether the box around the content has to be known.
  var needsBox: Bool { box != .view }

  /// Clips to the shape in its reference box.
  func clip(_ canvas: any Canvas, in area: Rect) { canvas.clip(path, in: RoundedRect(area)) }
}
