import Layout
import Style
import TextShaping

/// Paints text. Consecutive slices of one face and colour are painted by one operation instead of hundreds, which keeps
/// the PDF small.
///
/// Each cluster carries its source text, so that search and copy work for ligatures, spaces and right-to-left text.
final class TextPainter {
  let canvas: any Canvas
  private let texts: ContiguousArray<ShapedText>
  let fonts: FaceCache
  private let inkGaps: InkGaps
  // Exclusivity checks for each slice would cost more than the work. They are not needed: no method passes these
  // properties to code that calls this painter.
  @exclusivity(unchecked) private var batch = GlyphBatch()
  /// The number of blurred shadows on the page.
  var blurredShadows = 0
  @exclusivity(unchecked) private var face: FaceID?
  @exclusivity(unchecked) private var color = Color.black
  @exclusivity(unchecked) private var stroke: GlyphStroke?
  private let strokes: GlyphStrokeBudget
  /// Whether the page is tagged. Spaces at line ends are then added for readers of the structure.
  private let isTagged: Bool
  /// The last text in the open marked content.
  @exclusivity(unchecked) private var last: (text: UInt32, frame: Rect, endsWithSpace: Bool)?
  /// The space of the last face.
  @exclusivity(unchecked) private var space: (face: FaceID, glyph: UInt?)?
  /// Underlines and overlines, which are drawn before the collected glyphs; `above` has line-throughs, drawn after
  /// them.
  @exclusivity(unchecked) private var below: [DecorationLine] = []
  @exclusivity(unchecked) private var above: [DecorationLine] = []

  init(
    canvas: any Canvas, texts: ContiguousArray<ShapedText>, fonts: FaceCache, strokes: GlyphStrokeBudget,
    isTagged: Bool = false
  ) {
    self.isTagged = isTagged
    self.strokes = strokes
    self.canvas = canvas
    self.texts = texts
    self.fonts = fonts
    inkGaps = InkGaps(fonts)
  }

  /// - Parameter lines: the text's decoration lines, if any.
  func add(_ slice: TextSlice, frame: Rect, _ color: Color, _ stroke: GlyphStroke? = nil, _ lines: TextLines?) {
    // The text is not a variable, because that would copy it.
    guard texts.indices.contains(Int(slice.text)), texts[Int(slice.text)].runs.indices.contains(Int(slice.run)) else {
      return
    }
    let run = texts[Int(slice.text)].runs[Int(slice.run)]
    let range = slice.glyphs.clamped(to: run.glyphs)
    guard Int(range.upperBound) <= texts[Int(slice.text)].glyphs.count else { return }
    if face != run.face || self.color != color || self.stroke != stroke || batch.glyphs.count > Self.maximumGlyphs {
      flush()
      face = run.face
      self.color = color
      self.stroke = stroke
    }
    // A file has the text of transparent glyphs, too, so that it is found and read.
    if color.alpha > 0 || stroke != nil || canvas.isVector {
      var space: UInt?
      if isTagged {
        space = self.space(of: run.face)
        if let space, needsSeparator(slice, frame) { batch.addSpace(space, x: frame.x, y: slice.baseline) }
        // The text of a hyphen does not begin a block.
        last = (slice.ending == .hyphen ? last?.text ?? slice.text : slice.text, frame, slice.ending == .space)
      }
      let (seen, start) =
        range.count > Self.longSlice ? visiblePart(of: range, slice, run.face, x: frame.x) : (range, frame.x)
      batch.add(seen, slice, of: texts, x: start, space: slice.ending == .space ? space : nil)
    }
    if let lines { addDecorations(lines, slice, of: texts[Int(slice.text)], frame, run.face) }
  }

  /// The glyphs that a slice must have for a search of those that can be seen.
  private static let longSlice = 1000

  /// The glyphs of a long slice that can be seen, and the position of the first one. A line that is turned may be as long
  /// as hundreds of pages, each of which shows a part of it.
  private func visiblePart(
    of range: Range<UInt32>, _ slice: TextSlice, _ face: FaceID, x: Double
  ) -> (range: Range<UInt32>, x: Double) {
    guard slice.justification == 0, slice.ending == .none else { return (range, x) }
    let text = Int(slice.text)
    let metrics = fonts.metrics(face)
    // Glyphs may be wider than their advances.
    let margin = 4 * (metrics.ascent + metrics.descent)
    let box = canvas.visibleBox
    func place(_ glyph: UInt32) -> Double {
      x + texts[text].advance(run: Int(slice.run), glyphs: range.lowerBound..<glyph)
    }
    func first(from edge: Double) -> UInt32 {
      var (low, high) = (range.lowerBound, range.upperBound)
      while low < high {
        let middle = low + (high - low) / 2
        if place(middle) < edge { low = middle + 1 } else { high = middle }
      }
      while low > range.lowerBound, low < range.upperBound,
        texts[text].glyphs[Int(low)].cluster == texts[text].glyphs[Int(low) - 1].cluster
      {
        low -= 1
      }
      return low
    }
    let start = first(from: box.x - margin)
    let end = max(start, first(from: box.maxX + margin))
    return (start..<end, place(start))
  }

  /// The glyph of a space, if the face has one.
  private func space(of face: FaceID) -> UInt? {
    if let known = space, known.face == face { return known.glyph }
    let glyph = fonts.space(face)
    space = (face, glyph)
    return glyph
  }

  /// Records that new marked content begins.
  func beginMark() { last = nil }

  /// Whether text belongs to another block than the preceding text of the same element and does not adjoin it, so that
  /// a space must separate them.
  private func needsSeparator(_ slice: TextSlice, _ frame: Rect) -> Bool {
    guard let last, last.text != slice.text, slice.ending != .hyphen, !last.endsWithSpace else { return false }
    let isBeside = frame.y < last.frame.maxY && frame.maxY > last.frame.y
    return !isBeside || frame.x > last.frame.maxX + 1 || frame.maxX < last.frame.x - 1
  }

  /// Calls `body` with the font and the glyphs of a slice.
  func withGlyphs(of slice: TextSlice, x: Double, _ body: (FaceID, borrowing GlyphBatch) -> Void) {
    guard texts.indices.contains(Int(slice.text)), texts[Int(slice.text)].runs.indices.contains(Int(slice.run)) else {
      return
    }
    let run = texts[Int(slice.text)].runs[Int(slice.run)]
    let range = slice.glyphs.clamped(to: run.glyphs)
    guard Int(range.upperBound) <= texts[Int(slice.text)].glyphs.count else { return }
    var batch = GlyphBatch()
    batch.add(range, slice, of: texts, x: x)
    body(run.face, batch)
  }

  /// The limit on the glyphs of one operation, far above the number on a usual page.
  private static let maximumGlyphs = 50_000

  private func addDecorations(
    _ lines: TextLines, _ slice: TextSlice, of text: borrowing ShapedText, _ frame: Rect, _ face: FaceID
  ) {
    for decoration in lines.decorations where decoration.color.alpha > 0 {
      let parts = lines.parts(of: decoration, slice, of: text, frame, fonts.metrics(face), inkGaps)
      for part in parts {
        if decoration.line == .lineThrough {
          DecorationLine.append(part, to: &above)
        } else {
          DecorationLine.append(part, to: &below)
        }
      }
    }
  }

  /// Adds the outlines of a slice's decoration lines to a canvas's path.
  func addPath(of lines: TextLines, _ slice: TextSlice, frame: Rect, to target: (any Canvas)? = nil) {
    for part in parts(of: lines, slice, frame) { part.addPath(to: target ?? canvas) }
  }

  /// The parts of a slice's decoration lines.
  func parts(of lines: TextLines, _ slice: TextSlice, _ frame: Rect) -> [DecorationLine] {
    guard texts.indices.contains(Int(slice.text)), texts[Int(slice.text)].runs.indices.contains(Int(slice.run)) else {
      return []
    }
    let metrics = fonts.metrics(texts[Int(slice.text)].runs[Int(slice.run)].face)
    return lines.decorations.flatMap {
      lines.parts(of: $0, slice, of: texts[Int(slice.text)], frame, metrics, inkGaps)
    }
  }

  /// Draws the collected text. Must be called before anything else is drawn and before the canvas changes its state.
  func flush() {
    if !below.isEmpty {
      for line in below { line.paint(on: canvas) }
      below.removeAll(keepingCapacity: true)
    }
    if !batch.glyphs.isEmpty {
      showGlyphs()
      batch.removeAll()
    }
    if !above.isEmpty {
      for line in above { line.paint(on: canvas) }
      above.removeAll(keepingCapacity: true)
    }
  }

  private func showGlyphs() {
    guard let face else { return }
    if let stroke { return showGlyphs(face, stroke) }
    if color.alpha == 0 { return showText(face) }
    if canvas.isVector, !canvas.isInvisible, let rects = fonts.blocks.rects(of: batch, face, fonts) {
      showText(face)
      for rect in rects { canvas.fill(rect, color) }
      return
    }
    canvas.setColor(color)
    canvas.show(batch, face, fonts, hasText: true)
  }

  /// Shows the text of the glyphs, which are painted otherwise or not at all.
  private func showText(_ face: FaceID) {
    canvas.showInvisibly {
      canvas.setColor(.black)
      canvas.show(batch, face, fonts, hasText: true)
    }
  }

  /// The stroke is above the fill. Glyphs without a fill have their text nevertheless.
  private func showGlyphs(_ face: FaceID, _ stroke: GlyphStroke) {
    if color.alpha > 0 {
      canvas.setColor(color)
      canvas.show(batch, face, fonts, hasText: true)
    } else {
      showText(face)
    }
    let pixels = canvas.isVector ? 0 : stroke.width * canvas.greatestScale
    guard !canvas.isInvisible, strokes.take(glyphs: batch.glyphs.count, pixels: pixels) else { return }
    canvas.addPath(of: batch, face, fonts)
    canvas.stroke(stroke.color, Stroke(width: stroke.width, miterLimit: GlyphStroke.miterLimit))
  }
}
