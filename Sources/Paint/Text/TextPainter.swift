import CPango
import Layout
import Style
import TextShaping

/// Shows glyphs, collecting those of one face and colour from as many slices and lines as follow each other: one operation
/// instead of hundreds keeps the PDF small and Cairo fast.
///
/// Each cluster keeps the text it stands for, so that searching and copying find ligatures, spaces and right-to-left text as
/// they were written.
final class TextPainter {
  private let canvas: Canvas
  private let texts: ContiguousArray<ShapedText>
  private let fonts: FaceCache
  private var glyphs: ContiguousArray<cairo_glyph_t> = []
  private var clusters: ContiguousArray<cairo_text_cluster_t> = []
  private var bytes: ContiguousArray<UInt8> = []
  private var face: FaceID?
  private var color = Color.black
  /// Lines under and over the collected glyphs are drawn before them, lines through them after.
  private var below: [DecorationLine] = []
  private var above: [DecorationLine] = []

  init(canvas: Canvas, texts: ContiguousArray<ShapedText>, fonts: FaceCache) {
    self.canvas = canvas
    self.texts = texts
    self.fonts = fonts
  }

  func add(_ slice: TextSlice, frame: Rect, _ style: borrowing TextStyle) {
    guard texts.indices.contains(Int(slice.text)) else { return }
    add(slice, of: texts[Int(slice.text)], frame, style)
  }

  private func add(_ slice: TextSlice, of text: borrowing ShapedText, _ frame: Rect, _ style: borrowing TextStyle) {
    guard text.runs.indices.contains(Int(slice.run)) else { return }
    let runFace = text.runs[Int(slice.run)].face
    let runGlyphs = text.runs[Int(slice.run)].glyphs
    let range = slice.glyphs.clamped(to: runGlyphs)
    guard Int(range.upperBound) <= text.glyphs.count else { return }
    if face != runFace || color != style.color || glyphs.count > Self.maximumGlyphs {
      flush()
      face = runFace
      color = style.color
    }
    if style.color.alpha > 0 { addGlyphs(range, slice, of: text, x: frame.x) }
    if !style.decorations.isEmpty { addDecorations(style.decorations, slice.baseline, frame, runFace) }
  }

  /// A bound on one operation's size, far above a page's.
  private static let maximumGlyphs = 50_000

  private func addGlyphs(_ range: Range<UInt32>, _ slice: TextSlice, of text: borrowing ShapedText, x: Double) {
    let run = text.runs[Int(slice.run)]
    let isRightToLeft = run.level & 1 == 1
    var x = x
    var index = Int(range.lowerBound)
    let end = Int(range.upperBound)
    while index < end {
      let start = text.glyphs[index].cluster
      let first = index
      while index < end, text.glyphs[index].cluster == start {
        let glyph = text.glyphs[index]
        glyphs.append(
          cairo_glyph_t(index: UInt(glyph.id), x: x + Double(glyph.dx), y: slice.baseline + Double(glyph.dy)))
        x += Double(glyph.advance)
        if slice.justification != 0, JustificationOpportunity.isOne(text.bytes, at: Int(start)) {
          x += Double(slice.justification)
        }
        index += 1
      }
      // The cluster ends where the next one of the text begins: to the right of it, or to the left.
      let neighbour = isRightToLeft ? first - 1 : index
      let isInRun = run.glyphs.contains(UInt32(truncatingIfNeeded: neighbour)) && neighbour >= 0
      let limit = isInRun ? text.glyphs[neighbour].cluster : run.bytes.upperBound
      addCluster(text.bytes, from: start, to: limit, glyphs: index - first)
    }
  }

  /// Cairo refuses the whole text for one cluster that is not valid UTF-8, so such a one goes without its text.
  private func addCluster(_ text: ContiguousArray<UInt8>, from: UInt32, to: UInt32, glyphs: Int) {
    var count = 0
    if from < to, Int(to) <= text.count, to - from <= 256 {
      let range = Int(from)..<Int(to)
      if range.count == 1 {
        if 1..<0x80 ~= text[range.lowerBound] {
          bytes.append(text[range.lowerBound])
          count = 1
        }
      } else if isText(text[range]) {
        bytes.append(contentsOf: text[range])
        count = range.count
      }
    }
    clusters.append(cairo_text_cluster_t(num_bytes: Int32(count), num_glyphs: Int32(glyphs)))
  }

  private func isText(_ slice: ContiguousArray<UInt8>.SubSequence) -> Bool {
    !slice.contains(0) && String(validating: slice, as: UTF8.self) != nil
  }

  private func addDecorations(_ decorations: [TextDecoration], _ baseline: Double, _ frame: Rect, _ face: FaceID) {
    for decoration in decorations where decoration.color.alpha > 0 {
      let line = DecorationLine(
        decoration, baseline: baseline, top: frame.y, from: frame.x, to: frame.maxX, fonts.metrics(face))
      if decoration.line == .lineThrough {
        DecorationLine.append(line, to: &above)
      } else {
        DecorationLine.append(line, to: &below)
      }
    }
  }

  /// Draws what was collected. Needed before anything else is drawn, and before the canvas changes its state.
  func flush() {
    if !below.isEmpty {
      for line in below { line.paint(on: canvas) }
      below.removeAll(keepingCapacity: true)
    }
    if !glyphs.isEmpty {
      showGlyphs()
      glyphs.removeAll(keepingCapacity: true)
      clusters.removeAll(keepingCapacity: true)
      bytes.removeAll(keepingCapacity: true)
    }
    if !above.isEmpty {
      for line in above { line.paint(on: canvas) }
      above.removeAll(keepingCapacity: true)
    }
  }

  private func showGlyphs() {
    guard let face, let font = fonts.scaledFont(face) else { return }
    cairo_set_scaled_font(canvas.context, font)
    canvas.setColor(color)
    bytes.withUnsafeBytes { bytes in
      glyphs.withUnsafeBufferPointer { glyphs in
        clusters.withUnsafeBufferPointer { clusters in
          // A null pointer would mean "measure it".
          let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
          if let text {
            cairo_show_text_glyphs(
              canvas.context, text, Int32(bytes.count), glyphs.baseAddress, Int32(glyphs.count), clusters.baseAddress,
              Int32(clusters.count), cairo_text_cluster_flags_t(0))
          } else {
            cairo_show_glyphs(canvas.context, glyphs.baseAddress, Int32(glyphs.count))
          }
        }
      }
    }
  }
}

/// Faces and their measures, asked for once each.
final class FaceCache {
  private let source: FontSource
  private var fonts: [FaceID: OpaquePointer?] = [:]
  private var known: [FaceID: FontMetrics] = [:]
  init(_ source: FontSource) { self.source = source }

  func scaledFont(_ face: FaceID) -> OpaquePointer? {
    if let font = fonts[face] { return font }
    let font = source.scaledFont(face)
    fonts[face] = .some(font)
    return font
  }

  func metrics(_ face: FaceID) -> FontMetrics {
    if let metrics = known[face] { return metrics }
    let metrics = source.metrics(face)
    known[face] = metrics
    return metrics
  }
}
