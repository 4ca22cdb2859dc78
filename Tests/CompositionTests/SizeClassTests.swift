import Foundation
import PDFReading
import ProgramTesting
import TestTraits
import Testing

@testable import Composition

/// The shipped templates on A4, letter, A5 and a page for phones.
@Suite(.hangLimit) struct SizeClassTests {
  static let sizes = ["A4", "letter", "A5", "90mm 160mm"]

  @Test(arguments: [
    ("A4", "regular"), ("letter", "regular"), ("A5", "compact"), ("A5 landscape", "regular"), ("90mm 160mm", "compact"),
  ])
  func pageHasSizeClass(size: String, expected: String) throws {
    #expect(SizeClass(try #require(PaperSize(size))).rawValue == expected)
  }

  @Test func rootElementHasSizeClass() throws {
    let folder = try TemporaryFolder([
      "T/template.html": "<!DOCTYPE html><html class='a'><p>x",
      "T/style.css":
        ".a.compact { width: 10px } .a.regular { width: 20px } @media (width < 100mm) { p { width: 1px } }",
    ])
    let template = try Template(folder: folder.path + "/T")
    var document = try template.document([:], format: try #require(LocalFormat(identifier: "en")))
    #expect(!document.hasSizeClass)
    document.hasSizeClass = true
    for size in Self.sizes {
      document.pageSize = try #require(PaperSize(size))
      #expect(try Typesetter().render(.html(document)).warnings.isEmpty)
    }
  }

  @Test func unsupportedSizeIsRefused() throws {
    let folder = try TemporaryFolder([
      "Jobs/wide.yaml": "name: wide\ncomposer: html\ntemplate: wide\nsupports: [regular]\n",
      "Templates/wide/template.html": "<p>{{title}}",
    ])
    let kinds = try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
    func compose(_ size: String) throws {
      let payload = "{\"title\": \"t\", \"page_size\": \"\(size)\"}"
      _ = try DocumentComposer(kinds: kinds).compose(kind: "wide", payload: Array(payload.utf8), job: Project.job)
    }
    try compose("letter")
    let refusal = error { try compose("A5") }
    #expect(refusal?.code == .invalidValue)
    #expect(refusal?.description.hasPrefix("$.page_size: the page size is compact") == true)
  }

  /// A kind whose template is made for wide pages and has a link, on a page of another size.
  private func composed(
    _ size: String, rule: String, tenantSupports: Set<SizeClass> = []
  ) throws -> HTMLDocument {
    let folder = try TemporaryFolder([
      "Jobs/wide.yaml": "name: wide\ncomposer: html\ntemplate: wide\nsupports: [regular]\nunsupported_size: \(rule)\n",
      "Templates/wide/template.html":
        "<!doctype html><style>@page { margin: 0 } body { margin: 0 }</style><p><a href='https://a.example/'>{{title}}</a>",
    ])
    defer { withExtendedLifetime(folder) {} }
    let kinds = try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
    var job = Project.job
    job.supports = tenantSupports
    let payload = Array("{\"title\": \"t\", \"page_size\": \"\(size)\"}".utf8)
    guard
      case .html(let document) = try DocumentComposer(kinds: kinds).compose(kind: "wide", payload: payload, job: job)
    else { throw Unexpected() }
    return document
  }

  @Test(arguments: ["A5", "90mm 160mm", "A4"]) func documentOfAnUnsupportedSizeIsScaled(size: String) throws {
    let document = try composed(size, rule: "scale")
    let paper = try #require(PaperSize(size))
    #expect(SizeClass(document.pageSize) == .regular)
    let rendered = try Typesetter().render(.html(document))
    let page = try #require(rendered.pages.first)
    #expect(abs(page.width - paper.width * 0.75) < 0.01 && abs(page.height - paper.height * 0.75) < 0.01)
    #expect(rendered.warnings.map(\.code) == (size == "A4" ? [] : ["page_scaled"]))
    let scale = paper.width / PaperSize.a4.width
    #expect(abs(document.pageScale - scale) < 1e-9)
    if size == "A5" {
      #expect(
        rendered.warnings[0].message
          == "the page size is compact (compact is narrower than 160 mm); the kind wide supports regular; the document is scaled to 70%"
      )
    }
    // The link and the picture are scaled too.
    let link = try #require(
      try unpackedText(rendered.pdf).firstMatch(of: /\/Rect *\[ *([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+)/))
    let top = try #require(Double(link.4))
    #expect(abs(top - (page.height - 16 * 0.75 * scale)) < 2)
    let picture = try Typesetter().typeset(document).png(page: 0).bytes
    let width = picture[16..<20].reduce(0) { $0 << 8 | Int($1) }
    #expect(abs(Double(width) - paper.width) <= 1)
  }

  @Test func sizeThatIsOpenToTheTenantIsNotScaledOrRefused() throws {
    for rule in ["scale", "refuse"] {
      let document = try composed("A5", rule: rule, tenantSupports: [.compact])
      #expect(document.pageScale == 1 && document.warnings.isEmpty)
    }
    #expect(error { _ = try composed("A5", rule: "refuse") }?.code == .invalidValue)
  }

  @Test(arguments: [
    ("supports: [wide]", "expected a list of compact and regular"), ("supports: [compact]", "must include regular"),
    ("unsupported_size: shrink", "expected refuse or scale"),
  ])
  func unknownSizeClassIsAnError(line: String, message: String) throws {
    let folder = try TemporaryFolder([
      "Jobs/x.yaml": "name: x\ncomposer: html\ntemplate: x\n\(line)\n", "Templates/x/template.html": "x",
    ])
    let refusal = error { _ = try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates") }
    #expect(refusal?.description.contains(message) == true, "\(String(describing: refusal))")
  }

  /// Words with their positions in points, as `pdftotext -bbox` reports them.
  private struct Word {
    var text: String
    var left, right, pageWidth: Double
  }

  private func words(_ example: String, _ size: String) throws -> (words: [Word], pages: Int) {
    let rendered = try Project.example(example, on: size)
    let output = try TestProgram.output(of: rendered.pdf) { ["pdftotext", "-bbox", $0, "-"] }
    let text = String(decoding: output, as: UTF8.self)
    let width = rendered.pages[0].width
    let words = text.matches(of: /<word xMin="([\d.-]+)" yMin="[^"]*" xMax="([\d.-]+)" yMax="[^"]*">(.*?)<\/word>/).map
    {
      Word(text: String($0.3), left: Double($0.1) ?? 0, right: Double($0.2) ?? 0, pageWidth: width)
    }
    return (words, rendered.pages.count)
  }

  @Test(arguments: ["note", "note-long", "invoice-8", "statement"], sizes)
  func textStaysOnPage(example: String, size: String) throws {
    let (words, _) = try words(example, size)
    try #require(words.count > 50)
    let margin = size == "90mm 160mm" ? 12.0 : 24.0
    let outside = words.filter { $0.left < margin || $0.right > $0.pageWidth - margin }
    #expect(outside.isEmpty, "\(outside.prefix(5))")
  }

  /// On phones the numbers of an item are below its description, each after its name.
  @Test func phoneShowsItemsAsBlocks() throws {
    let phone = try words("invoice-8", "90mm 160mm").words.map(\.text)
    let wide = try words("invoice-8", "A4").words.map(\.text)
    let items = try #require(FileManager.default.contents(atPath: Project.root + "/Jobs/examples/invoice-8.json"))
    let count = String(decoding: items, as: UTF8.self).components(separatedBy: "\"description\"").count - 1
    #expect(phone.count { $0 == "Quantity" } == count)
    #expect(wide.count { $0 == "Quantity" } <= 2)
  }
}
