import Layout

extension TextPainter {
  /// Adds the outlines of a slice in other coordinates to the canvas's path.
  /// - Parameter transform: from the coordinates of the slice to those of the canvas.
  func addPath(of slice: TextSlice, x: Double, _ transform: AffineTransform) {
    withGlyphs(of: slice, x: x) { face, batch in
      fonts.forEachStep(of: batch, face) { step in
        switch step {
        case .move(let point): canvas.move(to: transform.applied(to: point))
        case .line(let point): canvas.line(to: transform.applied(to: point))
        case .curve(let control1, let control2, let end):
          canvas.curve(
            transform.applied(to: control1), transform.applied(to: control2), to: transform.applied(to: end))
        case .close: canvas.closePath()
        }
      }
    }
  }
}
