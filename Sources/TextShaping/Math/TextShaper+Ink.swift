import CPango

/// The ink of a text around the start of its baseline, px; y upwards.
package struct InkBounds: Hashable, Sendable {
  package var left, right, ascent, descent: Double
}

extension TextShaper {
  /// The ink of the glyphs of a text, which has one line; nil if there is none.
  @export(interface)
  package func ink(of text: ShapedText) -> InkBounds? {
    var bounds: InkBounds?
    var pen = 0.0
    for run in text.runs {
      guard let face = book.face(run.face) else { continue }
      let typeface = book.lists.typefaces[face.typeface]
      let unit = typeface.unit * Double(face.size)
      for index in run.glyphs {
        let glyph = text.glyphs[Int(index)]
        var extents = hb_glyph_extents_t()
        if hb_font_get_glyph_extents(typeface.font, glyph.id, &extents) != 0, extents.width != 0 || extents.height != 0
        {
          let left = pen + Double(glyph.dx) + Double(extents.x_bearing) * unit
          let top = Double(extents.y_bearing) * unit - Double(glyph.dy)
          let own = InkBounds(
            left: left, right: left + Double(extents.width) * unit, ascent: top,
            descent: -(top + Double(extents.height) * unit))
          bounds = bounds?.union(own) ?? own
        }
        pen += Double(glyph.advance)
      }
    }
    return bounds
  }
}

extension InkBounds {
  fileprivate func union(_ other: InkBounds) -> InkBounds {
    InkBounds(
      left: min(left, other.left), right: max(right, other.right), ascent: max(ascent, other.ascent),
      descent: max(descent, other.descent))
  }
}
