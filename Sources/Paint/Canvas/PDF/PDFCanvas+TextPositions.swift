import Layout
import PDF

/// The positions of glyphs in a text object (ISO 32000-1, 9.4.2).
extension PDFCanvas {
  /// Places the next glyph, in a string that is open afterwards.
  func place(_ point: Point, _ style: DrawnStyle) {
    let gap = point.x - text.origin.x - text.pen
    // A space of the width of a column is rather a new position.
    guard text.hasOrigin, point.y == text.baseline, abs(gap) < 40 * style.size, !style.isUpright else {
      endString()
      beginLine(point)
      return beginString()
    }
    let adjustment = (-gap / style.size * 1000).rounded()
    guard adjustment != 0 else {
      if text.stringStart == nil { beginString() }
      return
    }
    if let start = text.stringStart {
      if !text.isInArray { stream.insert(UInt8(ascii: "["), at: start) }
      stream.append(")")
    } else {
      text.stringStart = stream.count
      stream.append("[")
    }
    text.isInArray = true
    stream.append(Int(adjustment))
    stream.append("(")
    text.pen -= adjustment * style.size / 1000
  }

  private func beginString() {
    text.stringStart = stream.count
    stream.append("(")
  }

  /// Begins a line. Glyph space has y upwards; a synthetic slant is in the matrix.
  private func beginLine(_ point: Point) {
    let x = ContentStream.rounded(point.x, decimals: state.decimals)
    let y = ContentStream.rounded(point.y, decimals: state.decimals)
    if text.hasOrigin, !text.isOblique, !text.isUpright {
      stream.append(x - text.origin.x, decimals: state.decimals)
      stream.append(text.origin.y - y, decimals: state.decimals)
      stream.append("Td\n")
    } else if text.hasOrigin, text.isUpright, !text.isOblique, y == text.origin.y, x != text.origin.x {
      // In the space of turned glyphs, each is on a line of its own.
      setLeading(x - text.origin.x)
      text.isOnNextLine = true
    } else {
      switch (text.isUpright, text.isOblique) {
      case (false, false): stream.append("1 0 0 -1 ")
      case (false, true): stream.append("1 0 .25 -1 ")
      case (true, false): stream.append("0 -1 -1 0 ")
      case (true, true): stream.append("0 -1 -1 -.25 ")
      }
      stream.append(x, decimals: state.decimals)
      stream.append(y, decimals: state.decimals)
      stream.append("Tm\n")
    }
    text.origin = Point(x: x, y: y)
    text.baseline = point.y
    text.pen = 0
    text.hasOrigin = true
  }

  /// Sets the distance of lines (9.3.5).
  private func setLeading(_ leading: Double) {
    let leading = ContentStream.rounded(leading, decimals: state.decimals)
    guard state.leading != leading else { return }
    state.leading = leading
    stream.append(leading, decimals: state.decimals)
    stream.append("TL\n")
  }
}
