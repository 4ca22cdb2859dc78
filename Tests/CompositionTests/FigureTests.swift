import Foundation
import PDFReading
import ProgramTesting
import TestTraits
import Testing

@testable import Composition

/// Charts: where they are found, what they draw, and what is refused.
@Suite(.hangLimit) struct FigureTests {
  private func expand(_ html: String, tagged: Bool = false, medium: FigureMedium = .print) throws -> String {
    var document = HTMLDocument(html: Array(html.utf8))
    document.name = "page.html"
    document.isTagged = tagged
    return String(decoding: try FigureExpander.expand(document, for: medium), as: UTF8.self)
  }

  private func refusal(_ html: String) -> String? { error { _ = try expand(html) }?.description }

  private static let bars = #"<pressrun-chart type="bar" data='{"Q1": 4, "Q2": 5.5}'></pressrun-chart>"#

  @Test func elementIsReplaced() throws {
    let html = try expand("<p>a</p>\(Self.bars)<p>b</p>")
    #expect(
      html.hasPrefix(
        "<p>a</p><figure class=\"pressrun-chart\" style=\"position: relative\"><svg viewBox=\"0 0 640 320\""))
    #expect(html.hasSuffix("</svg></figure><p>b</p>"))
    #expect(html.contains("aria-label=\"Q1: 4; Q2: 5.5\""))
  }

  @Test(arguments: [
    "<!-- \(bars) -->", "<style>\(bars)</style>", "<p title=\"<pressrun-chart\">", "<textarea>\(bars)</textarea>",
    "<pressrun-charts></pressrun-charts>", "<!--><b>--><script>'<pressrun-chart>'</script>",
  ])
  func elementInOtherTextIsLeft(html: String) throws { #expect(try expand(html) == html) }

  /// `<style/>` in SVG hid the rest of the document.
  @Test(arguments: [
    "<svg><style/></svg>", "<svg><style>a{}</style><title>b</title></svg>", "<svg><title/></svg>", "<svg/><p>",
    "<svg><foreignObject><style>a</style></foreignObject><style/></svg>", "<math><style/></math>",
    "<svg><![CDATA[ <style> ]]></svg>", "<svg><desc><svg><style/></svg></desc><style/></svg>",
  ])
  func elementsAfterSVGAreFound(html: String) throws {
    #expect(try expand(html + Self.bars).hasPrefix(html + "<figure"))
  }

  @Test(arguments: [
    "<svg><![CDATA[ \(bars) ]]></svg>", "<svg></svg><style/>\(bars)",
    "<svg><foreignObject><style>\(bars)</style></foreignObject></svg>",
  ])
  func elementsInTextOfSVGAreLeft(html: String) throws { #expect(try expand(html) == html) }

  @Test func linesAfterElementKeepTheirNumbers() throws {
    let html = try expand("<p>\n<pressrun-chart type=pie data='{\n\"a\": 1,\n\"b\": 2}'>\n</pressrun-chart>\n<p>end")
    let line = html.components(separatedBy: "\n").firstIndex { $0.contains("<p>end") }
    #expect(line == 5)
  }

  @Test func tableIsData() throws {
    let table = """
      <table><thead><tr><th></th><th>Sales</th><th>Profit</th></tr></thead>
      <tr><th>2025</th><td data-value="1200">1.200</td><td>\u{2212}3</td></tr><tr><th>2026</th><td>1300</td><td></td></tr></table>
      """
    let html = try expand("<pressrun-chart type=bar title='Fund' unit='€ m'>\(table)</pressrun-chart>")
    #expect(html.contains("aria-label=\"Fund. Sales – 2025: 1,200; 2026: 1,300. Profit – 2025: -3\""))
    #expect(html.contains("<figcaption>Fund</figcaption>"))
    #expect(!html.contains("<table"))
  }

  @Test func taggedDocumentHasDataTable() throws {
    #expect(try expand(Self.bars, tagged: true).contains("aria-label=\"Q2\"></th>"))
    #expect(try !expand(Self.bars, tagged: true, medium: .mail).contains("<table"))
    let shown = Self.bars.replacing("type=", with: "table=show type=")
    #expect(try expand(shown, medium: .mail).contains("<table class=\"pressrun-chart-data\">"))
  }

  /// The hidden table takes no space, is in the structure only, and is not in files that have none.
  @Test func hiddenTableIsInStructureOfPDF() throws {
    var document = HTMLDocument(html: Array("<!DOCTYPE html><p>before</p>\(Self.bars)".utf8))
    let untagged = try Typesetter().render(.html(document))
    document.isTagged = true
    let tagged = try Typesetter().render(.html(document))
    #expect(tagged.warnings.isEmpty && tagged.pages == untagged.pages)
    let pdf = try unpackedText(tagged.pdf)
    #expect(
      structureTypes(pdf).drop { $0 != "Table" }
        == ["Table", "THead", "TR", "TH", "TH", "TBody", "TR", "TH", "TD", "TR", "TH", "TD"])
    for text in ["Q1", "4", "Q2", "5.5"] { #expect(pdf.contains("/ActualText (\(text))"), "\(text)") }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("chart-\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(tagged.pdf).write(to: file)
    let text = try BarcodeScanTests.run(["pdftotext", file.path, "-"])
    #expect(text.ranges(of: "Q2").count == 1 && text.ranges(of: "5.5").count <= 1, "\(text)")
    let outputs: [OutputFormat] = [.docx, .text, .markdown]
    let tables = try [true, false].map { isTagged in
      document.isTagged = isTagged
      return try DocumentOutputs(.html(document), outputs: outputs.map { KindOutput($0) }).files(by: Typesetter()).files
        .map { file -> [UInt8] in if case .bytes(let bytes) = file.content { bytes } else { [] } }
    }
    #expect(tables[0] == tables[1])
  }

  @Test func mailShowsChartAsPicture() throws {
    let body = try MailComposerTests.compose("<p>a</p>\(Self.bars)")
    #expect(body.images.map(\.mediaType) == ["image/png"])
    #expect(MailComposerTests.tag("img", in: body).contains("alt=\"Q1: 4; Q2: 5.5\""))
    #expect(body.text.contains("Q1: 4; Q2: 5.5"))
  }

  /// The type of a chart has its size on small pages too.
  @Test func chartIsDrawnForSizeOfPage() throws {
    var document = HTMLDocument(html: Array(Self.bars.utf8))
    document.pageSize = try #require(PaperSize("90mm 160mm"))
    let html = String(decoding: try FigureExpander.expand(document, for: .print), as: UTF8.self)
    #expect(html.contains("viewBox=\"0 0 280 140\""))
  }

  @Test func pieOnSmallPageHasLegendBelow() throws {
    var document = HTMLDocument(
      html: Array("<pressrun-chart type=pie data='{\"A rather long label\": 1, \"b\": 2}' />".utf8))
    document.pageSize = try #require(PaperSize("90mm 160mm"))
    let html = String(decoding: try FigureExpander.expand(document, for: .print), as: UTF8.self)
    #expect(html.contains("viewBox=\"0 0 280 184\""), "\(html)")
  }

  @Test func numbersUseLocale() throws {
    let html = try expand(Self.bars.replacing("type=", with: "locale=de type="))
    #expect(html.contains("Q2: 5,5"))
  }

  @Test(arguments: [
    (
      "<p>\n<pressrun-chart type=bar data='{}'>", "page.html:2: <pressrun-chart>: there is no end tag </pressrun-chart>"
    ),
    ("<pressrun-chart data='{}'/>", "there is no type; expected one of bar, line, pie"),
    ("<pressrun-chart type=donut data='{}'/>", "unknown type “donut”"),
    ("<pressrun-chart type=bar />", "there is no data"),
    ("<pressrun-chart type=bar data='{}'/>", "the data is empty"),
    ("<pressrun-chart type=bar data='{\"a\": \"x\"}'/>", "data: $.a: "),
    ("<pressrun-chart type=bar data='nonsense'/>", "data is not JSON"),
    (
      "<pressrun-chart type=bar data='{\"labels\": [\"a\"], \"series\": [{\"name\": \"s\", \"values\": [1, 2]}]}'/>",
      "the series “s” has 2 values for 1 labels"
    ),
    ("<pressrun-chart type=pie data='{\"a\": -1}'/>", "a pie cannot show the negative value of “a”"),
    ("<pressrun-chart type=pie data='{\"a\": 0}'/>", "all values of the pie are 0"),
    ("<pressrun-chart type=bar onclick=x data='{\"a\": 0}'/>", "unknown attribute “onclick”"),
    ("<pressrun-chart type=bar width=1px data='{\"a\": 0}'/>", "width must be from 120 to 4000 px"),
    (
      "<pressrun-chart type=bar><table><tr><th><th>s<tr><td>a<td>1.234,5</table></pressrun-chart>",
      "row 2, column 2 of the table: expected a number"
    ),
    ("<pressrun-barcode type=qr></pressrun-barcode>", "there is no value"),
    (
      "<pressrun-barcode type=ean13 value=4006381333932></pressrun-barcode>",
      "the check digit of “4006381333932” is 2, but should be 1"
    ),
    ("<pressrun-barcode type=ean13 value=abc></pressrun-barcode>", "an EAN-13 has 12 digits"),
    ("<pressrun-barcode type=aztec value=1></pressrun-barcode>", "unknown type “aztec”"),
  ])
  func badDataIsRefused(html: String, message: String) throws {
    #expect(refusal(html)?.contains(message) == true, "\(refusal(html) ?? "accepted")")
  }

  @Test func tooMuchDataForSymbologyIsRefused() {
    let value = String(repeating: "x", count: 5000)
    #expect(refusal("<pressrun-barcode type=qr value=\(value) />")?.contains("cannot be encoded") == true)
    #expect(refusal("<pressrun-barcode type=qr value=\(value)\(value) />")?.contains("the limit is 8000") == true)
  }

  @Test func valuesWithoutSpreadAreDrawn() throws {
    for data in [
      #"{"a": 0}"#, #"{"a": 5, "b": 5}"#, #"{"a": -5}"#, #"{"a": 1e-9}"#, #"{"a": 999999999999999999}"#,
      #"{"a": null, "b": 1}"#, #"{"a": 437924871102733241, "b": 437924871102733341}"#,
    ] {
      for type in ["bar", "line"] {
        #expect(try expand("<pressrun-chart type=\(type) data='\(data)'/>").contains("<svg"))
      }
    }
  }

  /// The time grew with the square of the length.
  @Test func longLabelsAreShortened() throws {
    let label = String(repeating: "long ", count: 20_000)
    for type in ["bar", "pie"] {
      let svg = try expand("<pressrun-chart type=\(type) alt=x data='{\"\(label)\": 1, \"b\": 2}'/>")
      #expect(svg.contains("…</text>") && svg.utf8.count < 20_000)
    }
  }

  // MARK: axes and colours

  @Test(arguments: [
    (0.0, 100.0, ["0", "20", "40", "60", "80", "100"]), (0, 342, ["0", "100", "200", "300", "400"]),
    (-3, 7, ["-4", "-2", "0", "2", "4", "6", "8"]), (0.1, 0.34, ["0.1", "0.2", "0.3", "0.4"]),
    (0, 1, ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]), (105, 105, ["0", "50", "100", "150"]),
  ])
  func ticksAreRound(low: Double, high: Double, ticks: [String]) {
    let scale = ChartScale(from: low, to: high, ticks: 6)
    #expect(scale.ticks.map(\.description) == ticks)
    #expect(scale.minimum <= low && scale.maximum >= high)
  }

  /// Any two colours must be distinguishable in grey.
  @Test func coloursDifferInLightness() throws {
    let lightness = try ChartDrawing.colors.map { color in
      let number = try #require(Int(color.dropFirst(), radix: 16))
      let channels = [16, 8, 0].map { shift -> Double in
        let value = Double(number >> shift & 0xFF) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      let luminance = 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
      return 116 * cbrt(luminance) - 16
    }.sorted()
    for (darker, lighter) in zip(lightness, lightness.dropFirst()) { #expect(lighter - darker >= 7, "\(lightness)") }
  }

  @Test func sameDataGivesSameBytes() throws {
    var document = HTMLDocument(
      html: Array((Self.bars + "<pressrun-barcode type=qr value='https://fund.example' />").utf8))
    document.isTagged = true
    let first = try Typesetter().render(.html(document)).pdf
    #expect(try Typesetter().render(.html(document)).pdf == first)
  }
}

/// Barcodes are read back from printed pages.
@Suite(.hangLimit) struct BarcodeScanTests {
  private func scan(_ markup: String, _ program: [String]) throws -> String {
    var document = HTMLDocument(
      html: Array("<!DOCTYPE html><style>@page { size: 120mm 90mm; margin: 10mm }</style>\(markup)".utf8))
    document.isTagged = true
    let temporary = try TemporaryFolder(["x": ""])
    defer { withExtendedLifetime(temporary) {} }
    let folder = temporary.path
    try Data(try Typesetter().render(.html(document)).pdf).write(to: URL(fileURLWithPath: folder + "/code.pdf"))
    _ = try Self.run(["pdftoppm", "-r", "300", "-gray", "-png", "-singlefile", folder + "/code.pdf", folder + "/code"])
    return try Self.run(program + [folder + "/code.png"])
  }

  static func run(_ command: [String]) throws -> String {
    return try TestProgram.output(command, errors: .discarded).trimmingCharacters(in: .whitespacesAndNewlines)
  }

  @Test(arguments: [
    ("qr", "https://fund.example/q3?a=1&amp;b=2", "QR-Code:https://fund.example/q3?a=1&b=2"),
    ("qr", "Grüße 北京", "QR-Code:Grüße 北京"), ("code128", "INV-2026-0815", "CODE-128:INV-2026-0815"),
    ("ean13", "400638133393", "EAN-13:4006381333931"), ("ean13", "4006381333931", "EAN-13:4006381333931"),
  ])
  func printedCodeIsRead(type: String, value: String, expected: String) throws {
    let markup = "<pressrun-barcode type=\"\(type)\" value=\"\(value)\"></pressrun-barcode>"
    #expect(try scan(markup, ["zbarimg", "--quiet", "-Stest-inverted=0"]) == expected)
  }

  @Test func printedDataMatrixIsRead() throws {
    let markup = "<pressrun-barcode type=datamatrix value='PKG 2026/0815' />"
    #expect(try scan(markup, ["dmtxread", "--stop-after=1", "--milliseconds=60000"]) == "PKG 2026/0815")
  }

  /// A code on a dark background needs its own white margin.
  @Test func codeHasQuietZone() throws {
    let markup = "<div style='background: #000; padding: 5mm'><pressrun-barcode type=qr value=quiet /></div>"
    #expect(try scan(markup, ["zbarimg", "--quiet"]) == "QR-Code:quiet")
  }
}
