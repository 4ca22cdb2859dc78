import Foundation
import PDF
import ProgramTesting
import TestTraits
import Testing

@testable import Composition

/// Pages of a PDF, as Poppler draws them, look like the pictures that Cairo draws of the same pages.
@Suite(.hangLimit) struct PDFCanvasTests {
  /// Pixels as red, green and blue, one byte each.
  private struct Bitmap {
    var width = 0, height = 0
    var bytes: [UInt8] = []

    /// The file of `pdftoppm`: `P6 WIDTH HEIGHT 255`, and the pixels.
    init(ppm file: [UInt8]) throws {
      let header = file.prefix(64).split(maxSplits: 4, omittingEmptySubsequences: true) { $0 <= 0x20 }
      try #require(header.count == 5)
      width = try #require(Int(String(decoding: header[1], as: UTF8.self)))
      height = try #require(Int(String(decoding: header[2], as: UTF8.self)))
      bytes = Array(file[header[4].startIndex...])
    }

    /// A PNG file whose rows are not filtered.
    init(quickPNG file: [UInt8]) throws {
      func long(_ place: Int) -> Int {
        var value = 0
        for byte in file[place..<(place + 4)] { value = value << 8 | Int(byte) }
        return value
      }
      (width, height) = (long(16), long(20))
      var data: [UInt8] = []
      var place = 8
      while place < file.count {
        let end: Int = place + 8 + long(place)
        let name: ArraySlice<UInt8> = file[(place + 4)..<(place + 8)]
        if name.elementsEqual("IDAT".utf8) { data.append(contentsOf: file[(place + 8)..<end]) }
        place = end + 4
      }
      let rows = try PDFStream(dictionary: ["Filter": .name("FlateDecode")], data: data).decoded(limits: PDFLimits())
      let rowBytes = 1 + 3 * width
      for row in 0..<height {
        let start = row * rowBytes
        bytes.append(contentsOf: rows[(start + 1)..<(start + rowBytes)])
      }
    }

    /// The share of pixels that differ clearly from all those around the same place. Edges are smoothed in different
    /// ways.
    func difference(_ other: Bitmap) -> Double {
      guard width == other.width, height == other.height, bytes.count == other.bytes.count else { return 1 }
      func isNear(_ x: Int, _ y: Int) -> Bool {
        for row in max(0, y - 1)...min(height - 1, y + 1) {
          for column in max(0, x - 1)...min(width - 1, x + 1) {
            let (a, b) = (3 * (y * width + x), 3 * (row * width + column))
            var distance = 0
            for channel in 0..<3 {
              distance = max(distance, abs(Int(bytes[a + channel]) - Int(other.bytes[b + channel])))
            }
            if distance < 48 { return true }
          }
        }
        return false
      }
      let differing = (0..<height).reduce(0) { sum, y in sum + (0..<width).count { !isNear($0, y) } }
      return Double(differing) / Double(width * height)
    }
  }

  private func drawn(_ pdf: [UInt8]) throws -> Bitmap {
    try Bitmap(ppm: Array(TestProgram.output(of: pdf) { ["pdftoppm", "-r", "96", $0] }))
  }

  /// An image that is drawn several times becomes a form, with the line style of its own.
  private static let repeatedImage: String = {
    let image = """
      <img width=60 height=60 src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 100'><linearGradient id='g'>
      <stop stop-color='red'/><stop offset='1' stop-color='blue'/></linearGradient><rect width='60' height='40' fill='url(%23g)' stroke='lime'
      stroke-width='7'/><circle cx='70' cy='70' r='40' opacity='.5'/><path d='M5 90h30' stroke='red' stroke-dasharray='3'/></svg>">
      """
    let style = "<style>b{text-decoration:underline dotted red}</style>"
    return style + "\(image)<b>a</b>\(image)<u>b</u>\(image)c\(image)"
  }()

  static let bodies = [
    repeatedImage,
    "<p style='background:linear-gradient(to right,red,blue)'>",
    "<p style='background:linear-gradient(to right,blue 60%,silver 60%)'>",
    "<p style='background:linear-gradient(45deg,rgba(255,0,0,0),green)'>",
    "<p style='background:repeating-linear-gradient(45deg,gold 0 16px,navy 16px 32px)'>",
    "<p style='background:radial-gradient(ellipse at 30% 30%,rgba(0,0,255,.8),rgba(0,0,255,0))'>",
    "<p style='background:repeating-radial-gradient(circle,red 0 20px,white 20px 40px)'>",
    "<p style='background:conic-gradient(red,yellow,lime,aqua,blue,magenta,red);border-radius:50%'>",
    "<p style='background:conic-gradient(from 40deg,rgba(255,0,0,.2),rgba(0,0,255,.9))'>",
    "<p style='background:linear-gradient(teal,teal) 0 0/4px 4px'>",
    "<p style='background:gold;opacity:.4;mix-blend-mode:multiply'>group <b style='opacity:.5'>in a group</b>",
    "<p style='box-shadow:3px 3px 8px rgba(0,0,0,.6),inset 0 0 9px red'>",
    "<p style='text-shadow:2px 2px 3px red;font-size:40px'>Shadow",
    "<p style='background:linear-gradient(red,blue);background-clip:text;color:transparent;font-size:60px'>Clip",
    "<p style='clip-path:circle(40%);background:teal'>",
    "<p style='filter:grayscale(1) blur(2px);background:linear-gradient(red,blue)'>",
    "<p style='filter:drop-shadow(4px 4px 2px red) opacity(60%);border-radius:50%;background:teal'>",
    "<p style='filter:drop-shadow(4px 4px 0 red);transform:rotate(9deg);font-size:40px'>Shadow",
    "<p style='mask-border:linear-gradient(to right,black,transparent) 30 fill/20px;background:teal'>",
    "<p style='mask-border:linear-gradient(to right,white,black) 30 fill/20px luminance;background:teal'>",
    "<p style='transform:rotate(15deg) scale(.8);background:pink;border:4px dashed red'>turned",
    "<p style='border:9px dotted purple;border-radius:20px'>",
    "<p style='border:9px double;border-color:red green blue orange'>",
    "<p style='font:italic bold 30px Carlito'>Slanted and <u>underlined</u> – “é”",
    "<style>\(ColouredFont.css)</style><p style='font:60px Coloured'>😀😀",
    "<svg viewBox='0 0 1 1'><path d='M.1.1L.9.2L.5.9z' fill='none' stroke='red' stroke-width='.02'/>"
      + "<circle cx='.5' cy='.5' r='.123456' fill='blue' fill-opacity='.5'/></svg>",
    "<svg viewBox='0 0 90000 90000'><rect x='9000' y='9000' width='60000' height='50000' fill='green' stroke='black'"
      + " stroke-width='2000' stroke-dasharray='8000 4000'/></svg>",
    "<svg viewBox='0 0 100 60'><linearGradient id='g' spreadMethod='reflect' gradientTransform='scale(.3)'><stop "
      + "stop-color='red'/><stop offset='1' stop-color='blue' stop-opacity='.2'/></linearGradient>"
      + "<rect width='100' height='60' fill='url(#g)' stroke='url(#g)' stroke-width='8'/></svg>",
    "<svg viewBox='0 0 100 60'><mask id='m'><rect width='50' height='60' fill='white'/></mask>"
      + "<circle cx='50' cy='30' r='28' fill='purple' mask='url(#m)'/></svg>",
    "<svg viewBox='0 0 100 60'><marker id='m' viewBox='0 0 10 10' refX='5' refY='5' orient='auto'><path d='M0 0L10 5L0 10z'/>"
      + "</marker><path d='M10 10L50 50L90 10' fill='none' stroke='red' marker='url(#m)'/></svg>",
    "<svg viewBox='0 0 100 60'><clipPath id='c'><circle cx='30' cy='30' r='20'/><rect x='60' y='10' width='30' height='30'/>"
      + "</clipPath><g opacity='.7' transform='rotate(9)'><rect width='100' height='60' clip-path='url(#c)'/></g></svg>",
    "<svg viewBox='0 0 10 60' preserveAspectRatio='none'><g opacity='.6'><path d='M1 5L9 50' stroke='blue' stroke-width='8' "
      + "vector-effect='non-scaling-stroke'/></g></svg>",
    "<svg viewBox='0 0 100 60'><linearGradient id='g'><stop stop-color='red'/><stop offset='1' stop-color='blue'/>"
      + "</linearGradient><text x='5' y='40' fill='url(#g)' font-size='30' text-decoration='underline'>Grad</text></svg>",
    "<svg viewBox='0 0 100 60'><rect width='60' height='60' fill='yellow'/><circle cx='60' cy='30' r='25' fill='cyan' "
      + "style='mix-blend-mode:multiply'/></svg>",
    "<svg viewBox='0 0 100 60'><image x='10' y='10' width='80' height='40' href=\"data:image/svg+xml,"
      + "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 2'><path d='M0 0L4 1L0 2z' fill='green'/></svg>\"/></svg>",
  ]

  @Test(arguments: bodies) func aPageOfAPDFLooksLikeAPicture(body: String) throws { try compare(body) }

  /// Regression: nested boxes whose backgrounds were clipped to the same text took minutes and a gigabyte.
  @Test func backgroundsClippedToTextAreLimited() throws {
    func html(_ depth: Int) -> HTMLDocument {
      let css = "div { background: linear-gradient(red, blue); background-clip: text }"
      let text = String(repeating: "word ", count: 1_000)
      return HTMLDocument(html: Array("<style>\(css)</style>\(String(repeating: "<div>", count: depth))\(text)".utf8))
    }
    let (few, many) = (try Typesetter().render(.html(html(2))), try Typesetter().render(.html(html(60))))
    #expect(!few.warnings.contains { $0.code == "background_clip_limit" })
    #expect(many.warnings.contains { $0.code == "background_clip_limit" })
    #expect(many.pdf.count < 20 * few.pdf.count)
  }

  /// Regression: drawings were always clipped to their boxes. Text from right to left is drawn by librsvg.
  @Test(
    arguments: ["", "<text style='font:calc(3px) Arial'/>"], ["style='overflow:visible'", "overflow='visible'", ""])
  func drawingsOverflowTheirBoxesIfVisible(_ other: String, _ attributes: String) throws {
    let circle = "<circle cx='5' cy='5' r='10' fill='red'/>"
    let body = "<svg \(attributes) viewBox='0 0 10 10'>\(circle)\(other)</svg>"
    let css = "@page{size:100px;margin:30px}body{margin:0}svg{display:block;width:40px;height:40px;border-radius:9px}"
    let document = HTMLDocument(html: Array("<!doctype html><style>\(css)</style>\(body)".utf8))
    let page = try drawn(try Typesetter().render(.html(document)).pdf)
    let picture = try Bitmap(quickPNG: Typesetter().typeset(document).png(page: 0, isQuick: true).bytes)
    #expect(picture.difference(page) < 0.01)
    // The circle is four times as large as its part in the box.
    let red = stride(from: 1, to: picture.bytes.count, by: 3).count { picture.bytes[$0] < 60 }
    #expect(attributes.isEmpty ? red < 1650 : red > 4500)
  }

  /// Regression: Cairo kept the pixels of glyphs of any size, up to a gigabyte for a document. Large glyphs are paths.
  @Test(arguments: [250, 260, 900])
  func largeGlyphsOfPicturesAreThoseOfPDFFiles(size: Int) throws {
    let css =
      "@page{size:400px 300px;margin:0}body{margin:0}div{height:300px;overflow:hidden;font:\(size)px/.8 'Liberation Sans'}"
    let document = HTMLDocument(html: Array("<!doctype html><style>\(css)</style><div>aO</div>".utf8))
    let page = try drawn(try Typesetter().render(.html(document)).pdf)
    let picture = try Bitmap(quickPNG: Typesetter().typeset(document).png(page: 0, isQuick: true).bytes)
    #expect(picture.difference(page) < 0.01)
  }

  /// Regression: readers paint a rectangle without an area as a thin line.
  @Test(arguments: [
    "<div style='height:0;background:red'></div>", "<div style='width:0;height:40px;background:red'></div>",
    "<div style='height:.0001px;background:linear-gradient(red,blue)'></div>",
    "<div style='height:0;background:url(data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22/>)'></div>",
    "<svg width='90' height='90' viewBox='0 0 9 9'><rect width='0' height='9' fill='red'/><path d='M1 1L8 1' fill='red'/></svg>",
  ])
  func boxesWithoutAnAreaAreNotPainted(body: String) throws {
    let document = HTMLDocument(
      html: Array("<!doctype html><style>@page{size:300px 200px;margin:20px}</style>\(body)".utf8))
    #expect(Set(try drawn(try Typesetter().render(.html(document)).pdf).bytes) == [255])
  }

  /// Regression: Cairo contained the default instance of a variable font, whatever instance the text had.
  @Test(arguments: [100, 500, 900]) func textHasItsInstanceOfAVariableFont(weight: Int) throws {
    try compare(
      """
      <style>@font-face { font-family: V; font-weight: 100 900; src: url(data:font/ttf;base64,\(VariableFont.base64)) }
      p { font: \(weight) 60px V }</style><p>ABAB
      """)
  }

  /// The text of content that is drawn as pixels can be found.
  @Test func textWithAFilterCanBeSearched() throws {
    let document = HTMLDocument(html: Array("<!doctype html><p style='filter:blur(1px)'>Findable <b>text</b>".utf8))
    let pdf = try Typesetter().render(.html(document)).pdf
    let text = String(decoding: try TestProgram.output(of: pdf) { ["pdftotext", $0, "-"] }, as: UTF8.self)
    #expect(text.contains("Findable text"))
  }

  private func compare(_ body: String) throws {
    var document = HTMLDocument(
      html: Array(
        "<!doctype html><style>@page{size:300px 200px;margin:20px}p,svg{width:200px;height:100px;margin:10px}</style>\(body)"
          .utf8))
    document.name = "page.html"
    let typesetter = Typesetter()
    let picture = try Bitmap(quickPNG: typesetter.typeset(document).png(page: 0, isQuick: true).bytes)
    let page = try drawn(try typesetter.render(.html(document)).pdf)
    #expect(picture.difference(page) < 0.01)
    #expect(Set(picture.bytes).count > 1)
  }
}
