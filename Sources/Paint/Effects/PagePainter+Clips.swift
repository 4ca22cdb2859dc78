import Layout
import Style

/// The shapes of `clip-path` and `clip` (css-masking-1 §5, §6).
extension PagePainter {
  /// Clips the canvas to `clip-path` and `clip`.
  /// - Returns: a path to which the canvas is not clipped, as it has many points and the output has it already: the box
  ///   is painted as a group through it.
  func clip(to root: Fragment, _ style: PaintStyle) -> (path: ClipOutline, origin: Point)? {
    guard style.clipPath != nil || style.clip != nil else { return nil }
    var outline: (path: ClipOutline, origin: Point)?
    let turn = turn(of: root)
    if let turn { canvas.transform(turn.undone) }
    if let path = style.clipPath {
      let reference = referenceBox(path.box, of: root)
      let (size, origin) = (Size(width: reference.rect.width, height: reference.rect.height), reference.rect.topLeft)
      if let path = pictures.clipOutlines.outline(path, style: root.style, size: size) {
        if clip(to: path, at: origin) { outline = (path, origin) }
      } else {
        canvas.clip(path, in: reference)
      }
    }
    if let rect = style.clip, traits(of: root).flags.contains(.absolute) {
      canvas.clip(rect, in: referenceBox(rect.box, of: root))
    }
    if let turn { canvas.transform(turn.inverse.undone) }
    return outline
  }

  /// Clips the canvas to a path with many points, or to the box around it.
  /// - Returns: whether what is painted must be masked by the path.
  private func clip(to outline: ClipOutline, at origin: Point) -> Bool {
    let isRepeated = canvas.isVector && outline.use()
    if isRepeated || !canvas.isVector && !pictures.clipOutlines.take(outline) {
      canvas.add(outline.box.offset(x: origin.x, y: origin.y))
      canvas.clip()
      return isRepeated && !canvas.isClippedOut && !canvas.isInvisible
    }
    outline.path.add(to: canvas, at: origin)
    canvas.clip(rule: outline.rule)
    return false
  }

  /// The reference box, with the orientation of the page.
  private func referenceBox(_ box: ClipPath.ReferenceBox, of root: Fragment) -> RoundedRect {
    let geometry = BoxGeometry(root, document.styles)
    let shape =
      switch box {
      case .borderBox, .viewBox: geometry.border
      case .paddingBox: geometry.padding
      case .contentBox: geometry.content(root, document.styles)
      case .marginBox: RoundedRect(root.frame.outset(by: document.styles[Int(root.style.index)].box.margin))
      }
    return turn(of: root)?.onPage(shape) ?? shape
  }
}
