import CPango
import Layout
import Style
import TestTraits
import Testing

@testable import Paint
@testable import TextShaping

@Suite(.hangLimit) struct TextTests {
  private let font = SquareFont()

  /// Text of one run with one glyph per byte, 2 px each. A space is glyph 1, which is empty.
  static func shaped(_ string: String, level: UInt8 = 0) -> ShapedText {
    let bytes = PackedArray(string.utf8)
    var glyphs = ContiguousArray(
      bytes.enumerated().map { index, byte in
        Glyph(id: byte == 0x20 ? 1 : UInt32(byte), advance: 2, dx: 0, dy: 0, cluster: UInt32(index))
      })
    if level & 1 == 1 { glyphs.reverse() }
    let count = UInt32(bytes.count)
    return ShapedText(
      bytes: bytes, runs: [GlyphRun(bytes: 0..<count, glyphs: 0..<count, face: FaceID(0), level: level, span: 0)],
      glyphs: GlyphList(glyphs), boundaries: [])
  }

  private func scene(_ string: String, width: Double, height: Double = 4) -> Scene {
    var scene = Scene(width: width, height: height)
    scene.fonts = font.source
    scene.document.texts = [Self.shaped(string)]
    return scene
  }

  private func slice(_ glyphs: Range<UInt32>, baseline: Double = 2, justification: Float = 0) -> Fragment.Content {
    .text(TextSlice(text: 0, run: 0, glyphs: glyphs, baseline: baseline, justification: justification))
  }

  /// Regression: Cairo cannot make pictures of glyphs that are much smaller than a pixel, and failed for the whole
  /// page.
  @Test func textThatIsTooSmallToBeSeenIsNotDrawn() throws {
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1))
    defer { cairo_surface_destroy(surface) }
    let canvas = RasterCanvas(surface: surface, scale: 1)
    for (x, y, isShown) in [(1, 1, true), (0.01, 0.01, true), (0.001, 1, false), (1, 0.001, false), (1e5, 1, false)] {
      canvas.isolated {
        canvas.transform(.scale(x, y))
        #expect(canvas.canShow(2) == isShown, "\(x), \(y)")
      }
    }
  }

  @Test func glyphsAreOnTheBaselineInTheTextColour() throws {
    var scene = scene("a b", width: 8)
    scene.add(Rect(1, 0, 6, 3), scene.style { $0.text.color = .red }, slice(0..<3))
    #expect(try scene.grid() == "_RR__RR_\n_RR__RR_\n________\n________")
  }

  @Test func aSlicePaintsOnlyItsGlyphs() throws {
    var scene = scene("abcd", width: 8)
    scene.add(Rect(0, 0, 4, 3), scene.style { _ in }, slice(1..<3))
    #expect(try scene.grid().hasPrefix("KKKK____"))
  }

  @Test func justificationIsAddedAfterSpaces() throws {
    var scene = scene("a b c", width: 14)
    scene.add(Rect(0, 0, 14, 3), scene.style { _ in }, slice(0..<5, justification: 2))
    #expect(try scene.grid().hasPrefix("KK____KK____KK"))
  }

  @Test func slicesOfOneColourArePaintedTogether() throws {
    var scene = scene("abcd", width: 8)
    let style = scene.style { _ in }
    scene.add(Rect(0, 0, 2, 3), style, slice(0..<1))
    scene.add(Rect(4, 0, 2, 3), style, slice(2..<3, baseline: 4))
    #expect(try scene.grid() == "KK______\nKK______\n____KK__\n____KK__")
  }

  @Test func laterDrawingIsAboveText() throws {
    var scene = scene("abcd", width: 8)
    let style = scene.style { _ in }
    scene.add(Rect(0, 0, 4, 3), style, slice(0..<2))
    let inline = scene.style {
      $0.box.display = .inline
      $0.paint.backgroundColor = .red
    }
    scene.add(Rect(2, 0, 4, 3), inline, .inlineBox) { $0.add(Rect(4, 0, 2, 3), style, self.slice(2..<3)) }
    #expect(try scene.grid().hasPrefix("KKRRKK__"))
  }

  @Test func hiddenTextIsNotPainted() throws {
    var scene = scene("ab", width: 4)
    scene.add(Rect(0, 0, 4, 3), scene.style { $0.text.visibility = .hidden }, slice(0..<2))
    #expect(try scene.grid().hasPrefix("____"))
  }

  @Test func underlineOverlineAndLineThroughAreDrawn() throws {
    var scene = scene("ab", width: 4, height: 6)
    let style = scene.style {
      $0.text.font.size = 10
      $0.text.decorations = [
        TextDecoration(line: .underline, color: .red), TextDecoration(line: .lineThrough, color: .blue),
        TextDecoration(line: .overline, color: .green),
      ]
    }
    scene.add(Rect(0, 1, 4, 3), style, slice(0..<2, baseline: 4))
    // The overline is under the glyphs, the line-through above them.
    #expect(try scene.grid() == "GGGG\n____\nKKKK\nBBBB\n____\nRRRR")
  }

  /// css-text-decor-3 §4: lines have shadows, too.
  @Test func decorationLinesHaveShadows() throws {
    func grid(blur: Double) throws -> [Substring] {
      var scene = scene("ab", width: 4, height: 8)
      let style = scene.style {
        $0.text.font.size = 10
        $0.text.decorations = [TextDecoration(line: .underline, color: .red)]
        $0.text.shadows = [TextShadow(x: 0, y: 2, blur: blur, color: .blue)]
      }
      scene.add(Rect(0, 1, 4, 3), style, slice(0..<2, baseline: 4))
      return try scene.grid().split(separator: "\n")
    }
    #expect(try grid(blur: 0) == ["____", "____", "KKKK", "KKKK", "BBBB", "RRRR", "____", "BBBB"])
    #expect(try grid(blur: 1)[7] != "____")
  }

  /// css-text-decor-3 §2: the font of the box determines the position, not a fallback font with the glyphs.
  @Test func theFirstAvailableFontDeterminesThePositionOfLines() throws {
    func grid(_ line: TextDecoration.Line, ascent: Double?) throws -> String {
      var scene = scene("ab", width: 2, height: 7)
      if let ascent {
        var metrics = FontMetrics.square
        metrics.ascent = ascent
        scene.fonts.styleMetrics = { _ in metrics }
      }
      let style = scene.style { $0.text.decorations = [TextDecoration(line: line, color: .red)] }
      scene.add(Rect(0, 4, 2, 3), style, slice(0..<1, baseline: 6))
      return try scene.grid()
    }
    let below = "__\n__\n__\n__\nKK\nKK\n__"
    #expect(try grid(.overline, ascent: nil) == "__\n__\n__\nRR\nKK\nKK\n__")
    #expect(try grid(.overline, ascent: 4.2) == "__\nRR\n__\n__\nKK\nKK\n__")
    #expect(try grid(.lineThrough, ascent: nil) != grid(.lineThrough, ascent: 9))
    #expect(try grid(.underline, ascent: 9).hasPrefix(below.dropLast(2)))
  }

  @Test func anUnderlinesThicknessAndOffsetMayBeSet() throws {
    var scene = scene("ab", width: 4, height: 6)
    let style = scene.style {
      var line = TextDecoration(line: .underline, color: .red)
      line.thickness = .length(2)
      line.offset = 1
      $0.text.decorations = [line]
    }
    scene.add(Rect(0, 0, 4, 3), style, slice(0..<2))
    #expect(try scene.grid() == "KKKK\nKKKK\n____\nRRRR\nRRRR\n____")
  }

  /// The place of the line did not fit into an integer.
  @Test func anUnderlineMayBeHuge() throws {
    for (thickness, offset) in [(1e20, 0), (1, 1e20), (1, -1e20)] {
      var scene = scene("ab", width: 4)
      let style = scene.style {
        var line = TextDecoration(line: .underline, color: .red)
        (line.thickness, line.offset) = (.length(thickness), offset)
        $0.text.decorations = [line]
      }
      scene.add(Rect(0, 0, 4, 3), style, slice(0..<2))
      #expect(try scene.grid().hasPrefix("KKKK"), "\(thickness), \(offset)")
    }
  }

  /// css-text-decor-4 §2.7: on the right of vertical text, the underline is where the overline is otherwise, and the
  /// other way round.
  @Test func linesOfVerticalTextChangeSides() throws {
    func grid(_ line: TextDecoration.Line, _ change: (inout TextStyle) -> Void) throws -> String {
      var scene = scene("ab", width: 4, height: 6)
      let style = scene.style {
        $0.text.decorations = [TextDecoration(line: line, color: .red)]
        $0.text.vertical.isVertical = true
        change(&$0.text)
      }
      scene.add(Rect(0, 1, 4, 3), style, slice(0..<2, baseline: 4))
      return try scene.grid()
    }
    let under = try grid(.underline) { _ in }
    let over = try grid(.overline) { _ in }
    #expect(under != over)
    #expect(try grid(.underline) { $0.underlinePosition = .right } == over)
    #expect(try grid(.overline) { $0.underlinePosition = .right } == under)
    #expect(try grid(.underline) { $0.language = "ja-JP" } == over)
    #expect(try grid(.underline) { ($0.language, $0.underlinePosition) = ("ja", .left) } == under)
  }

  @Test func decorationLinesSkipInk() throws {
    var scene = scene("a  a", width: 8)
    let line = TextDecoration(line: .overline, color: .green)
    let skipping = scene.style { ($0.text.decorations, $0.text.font.size) = ([line], 10) }
    scene.add(Rect(0, 1, 8, 2), skipping, slice(0..<4))
    #expect(try scene.grid() == "KK_GG_KK\nKK____KK\n________\n________")
    var crossing = self.scene("a  a", width: 8)
    let style = crossing.style {
      ($0.text.decorations, $0.text.font.size) = ([line], 10)
      $0.text.skipInk = .none
    }
    crossing.add(Rect(0, 1, 8, 2), style, slice(0..<4))
    #expect(try crossing.grid().hasPrefix("KKGGGGKK"))
  }

  /// css-text-decor-4 §2.10: `auto` leaves no gaps at ideographs, kana and Hangul, `all` does.
  @Test(arguments: [(SkipInk.auto, "KK_GGGKK"), (.all, "KK_GG_KK"), (.none, "KKGGGGKK")])
  func onlyAllSkipsTheInkOfEastAsianText(skipped: SkipInk, expected: String) throws {
    for character in ["語", "か", "한"] {
      var scene = scene("a  \(character)", width: 8)
      let style = scene.style {
        ($0.text.decorations, $0.text.font.size) = ([TextDecoration(line: .overline, color: .green)], 10)
        $0.text.skipInk = skipped
      }
      scene.add(Rect(0, 1, 8, 2), style, slice(0..<4))
      #expect(try scene.grid().prefix(8) == expected, "\(character)")
    }
  }

  /// As in Chromium: a tenth of the font size, in whole px.
  @Test(arguments: [(10.0, 1.0, 6.0), (16, 1, 6), (24, 2, 7), (48, 4, 8)])
  func theThicknessOfLinesFollowsTheFontSize(size: Double, thickness: Double, top: Double) {
    let line = DecorationLine(
      TextDecoration(line: .underline, color: .red), baseline: 5, top: 0, from: 0, to: 1, .square, size: size)
    #expect(line.band == top...top + thickness)
  }

  /// Regression: half a wave did not change a very large position, so that the waves had no end.
  @Test func wavesFarFromThePageEnd() throws {
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 4, 4))
    defer { cairo_surface_destroy(surface) }
    var decoration = TextDecoration(line: .underline, color: .red)
    decoration.style = .wavy
    let line = DecorationLine(decoration, baseline: 5, top: 0, from: 1e18, to: 1e18 + 4096, .square, size: 10)
    line.paint(on: RasterCanvas(surface: surface, scale: 1))
    #expect(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
  }

  /// Regression: Cairo's pen for a line of 1e29 px had no end of vertices.
  @Test(arguments: [TextDecoration.Style.wavy, .dotted], [1, 1e-6])
  func thickLinesEnd(style: TextDecoration.Style, scale: Double) throws {
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 4, 4))
    defer { cairo_surface_destroy(surface) }
    var decoration = TextDecoration(line: .lineThrough, color: .red)
    (decoration.style, decoration.thickness) = (style, .length(1e29))
    let line = DecorationLine(decoration, baseline: 2, top: 0, from: 0, to: 4, .square, size: 10)
    line.paint(on: RasterCanvas(surface: surface, scale: scale))
    #expect(cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
  }

  @Test func aDecorationContinuesAcrossSlices() {
    var lines: [DecorationLine] = []
    for x in [0.0, 10, 20] {
      DecorationLine.append(
        DecorationLine(
          TextDecoration(line: .underline, color: .red), baseline: 5, top: 0, from: x, to: x + 10, .square, size: 10),
        to: &lines)
    }
    #expect(lines.count == 1)
  }

  @Test(arguments: [TextDecoration.Style.solid, .double, .dotted, .dashed, .wavy])
  func everyLineStyleIsDrawn(_ lineStyle: TextDecoration.Style) throws {
    var scene = scene("ab", width: 20, height: 10)
    let style = scene.style {
      var line = TextDecoration(line: .underline, color: .red)
      line.style = lineStyle
      $0.text.decorations = [line]
    }
    scene.add(Rect(0, 0, 20, 3), style, slice(0..<1, baseline: 4))
    #expect(try scene.grid().contains { $0 != "_" && $0 != "K" && $0 != "\n" })
  }

  @Test func invalidClustersArePaintedWithoutTheirText() throws {
    // A cluster that begins within a character, and one after the end of the text.
    var scene = scene("ab", width: 4)
    scene.document.texts[0].bytes = PackedArray([0x80, 0x80])
    var glyphs = Array(scene.document.texts[0].glyphs)
    glyphs[1].cluster = 900
    scene.document.texts[0].glyphs = GlyphList(glyphs)
    scene.add(Rect(0, 0, 4, 3), scene.style { _ in }, slice(0..<2))
    #expect(try scene.grid().hasPrefix("KKKK"))
    _ = try scene.painter.pdf()
  }
}
