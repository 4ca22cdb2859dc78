import ArchiveTesting
import Foundation
import OperatingSystem
import PDF
import PDFReading
import Resources
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit, .needs("pdftotext", FileManager.default.fileExists(atPath: "/usr/bin/pdftotext")))
struct BinderTests {
  private static func note(_ title: String, pages: Int = 1, body: String = "") -> String {
    let rest = (1..<max(1, pages)).map { "<p style='break-before: page'>page \($0 + 1)</p>" }.joined()
    return #"{"kind": "note", "payload": {"title": "\#(title)", "body": "<h2>Head of \#(title)</h2>\#(body)\#(rest)"}}"#
  }

  /// A foreign file of one A4 page.
  private static let sheet = Fixture.table(
    Fixture.onePage.map { $0.replacingOccurrences(of: "[0 0 200 100]", with: "[0 0 595 842]") })

  private func compose(_ payload: String, job: JobContext = Project.job) throws -> ComposedDocument {
    try DocumentComposer(kinds: try Project.kinds()).compose(kind: "binder", payload: Array(payload.utf8), job: job)
  }

  private func render(_ document: ComposedDocument) throws -> RenderedDocument {
    try withLargeStack {
      Result { () throws(CompositionError) in try Typesetter().render(document) }
    }.get()
  }

  private func bind(_ payload: String, job: JobContext = Project.job) throws -> RenderedDocument {
    let document = try render(compose(payload, job: job))
    #expect(try QPDF.fault(in: document.pdf) == nil)
    return document
  }

  /// The error of composing and binding.
  private func refusal(_ payload: String, job: JobContext = Project.job) throws -> CompositionError? {
    do {
      _ = try render(compose(payload, job: job))
      return nil
    } catch let error as CompositionError {
      return error
    }
  }

  private func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

  @Test func partsFollowCoverAndContents() throws {
    let document = try bind(
      #"{"title": "Year", "parts": [\#(Self.note("One", pages: 3)), \#(Self.note("Two")), "#
        + #"{"title": "Own title", "base64": "\#(base64(Fixture.table()))"}]}"#)
    #expect(document.warnings == [])
    #expect(document.pages.count == 2 + 5)
    #expect(document.parts.map(\.title) == ["One", "Two", "Own title"])
    #expect(document.parts.map(\.firstPage) == [3, 6, 7] && document.parts.map(\.pages) == [3, 1, 1])
    let file = try PDFFile(bytes: document.pdf)
    let outline = try file.resolve(file.catalog()["Outlines"]).dictionary
    // The cover has an entry of its own.
    var first = try file.resolve(outline?["First"] ?? .null).dictionary
    while let entry = first, entry["Title"].string != Array("One".utf8) {
      first = try file.resolve(entry["Next"]).dictionary
    }
    // The part's own outline is below its title.
    let inner = try file.resolve(first?["First"] ?? .null).dictionary
    #expect(inner.map { !$0["Title"].isNull } == true)
  }

  @Test func aFileOfTheJobIsAPart() throws {
    var job = Project.job
    job.assets = ResourceLoader(files: ["scans/one.pdf": Fixture.table()])
    let document = try bind(#"{"title": "T", "parts": [{"title": "Scan", "asset": "scans/one.pdf"}]}"#, job: job)
    #expect(document.parts.map(\.title) == ["Scan"])
    #expect(try PDFFile(bytes: document.pdf).restore(PDFFile(bytes: document.pdf).originals()[0]) == Fixture.table())
    let missing = try #require(try refusal(#"{"title": "T", "parts": [{"asset": "scans/two.pdf"}]}"#, job: job))
    #expect(missing.code == .artifactMissing && missing.place == "$.parts[0].asset")
    for address in ["../etc/passwd", "/etc/passwd", "file:///etc/passwd", "https://example.org/one.pdf"] {
      let refused = try refusal(#"{"title": "T", "parts": [{"asset": "\#(address)"}]}"#, job: job)
      #expect(refused?.code == .invalidValue && refused?.place == "$.parts[0].asset", "\(address)")
    }
    let both = try refusal(#"{"title": "T", "parts": [{"asset": "a.pdf", "base64": ""}]}"#, job: job)
    #expect(both?.code == .invalidValue && both?.place == "$.parts[0]")
  }

  @Test func eachPartComesBackAsItWasAlone() throws {
    let foreign = Fixture.stream()
    let payload =
      #"{"title": "T", "separators": true, "parts": [\#(Self.note("One", pages: 2)), {"base64": "\#(base64(foreign))"}]}"#
    let file = try PDFFile(bytes: try bind(payload).pdf)
    let parts = try file.originals()
    let alone = try render(
      DocumentComposer(kinds: try Project.kinds()).compose(
        kind: "note",
        payload: Array(
          #"{"title": "One", "body": "<h2>Head of One</h2><p style='break-before: page'>page 2</p>"}"#.utf8),
        job: Project.job))
    #expect(try file.restore(parts[0]) == alone.pdf)
    #expect(try file.restore(parts[1]) == foreign)
  }

  @Test func theSamePayloadGivesTheSameBytes() throws {
    let payload = #"{"title": "T", "separators": true, "parts": [\#(Self.note("One")), \#(Self.note("Two"))]}"#
    #expect(try bind(payload).pdf == bind(payload).pdf)
  }

  @Test func theContentsLeadToThePartsAndNameTheirPages() throws {
    let parts = (1...80).map { Self.note("Part \($0)") }.joined(separator: ",")
    let document = try bind(#"{"title": "T", "parts": [\#(parts)]}"#)
    // The table of contents takes several pages, which move the parts.
    let first = try #require(document.parts.first?.firstPage)
    #expect(first > 3 && document.parts.last?.firstPage == first + 79)
    let text = try pageTexts(document.pdf)
    #expect(text[1].contains("Part 1") && text[1].contains("\(first)"))
    #expect(text[first - 2].contains("Part 80") && text[first - 2].contains("\(first + 79)"))
    #expect(text[first - 1].contains("Part 1") && text[first - 1].contains("\(first)"))
    let file = try PDFFile(bytes: document.pdf)
    let pages = try file.pages().map(\.reference)
    let tree = try file.resolve(file.resolve(file.catalog()["Names"]).dictionary?["Dests"] ?? .null).dictionary
    let names = try #require(tree?["Names"].array)
    let index = try #require(names.firstIndex { $0.string == Array("part-80".utf8) })
    #expect(names[index + 1].array?.first?.reference == pages[document.pages.count - 1])
  }

  @Test func numberingPerPart() throws {
    let document = try bind(
      #"{"title": "T", "numbering": "per-part", "parts": [\#(Self.note("One")), \#(Self.note("Two", pages: 2))]}"#)
    let text = try pageTexts(document.pdf)
    #expect(text[2].contains("1-1") && text[3].contains("2-1") && text[4].contains("2-2"))
    let file = try PDFFile(bytes: document.pdf)
    let labels = try #require(try file.resolve(file.catalog()["PageLabels"]).dictionary?["Nums"].array)
    #expect(labels.map(\.integer) == [0, nil, 2, nil, 3, nil])
    let plain = try bind(
      #"{"title": "T", "numbering": "none", "cover": false, "contents": false, "parts": [\#(Self.note("One"))]}"#)
    #expect(plain.pages.count == 1 && plain.parts[0].firstPage == 1)
  }

  @Test func stampsOfTemplatesAreDrawnBelowAndAbove() throws {
    let stamp = { (text: String, place: String, pages: String) in
      #"{"kind": "note", "payload": {"title": "\#(text)", "body": ""}, "place": "\#(place)", "pages": "\#(pages)"}"#
    }
    let document = try bind(
      #"{"title": "T", "cover": false, "contents": false, "numbering": "none", "#
        + #""stamps": [\#(stamp("Letterhead", "below", "first")), \#(stamp("Copy", "above", "rest"))], "#
        + #""parts": [\#(Self.note("One", pages: 2)), {"base64": "\#(base64(Self.sheet))", "stamps": [\#(stamp("Own", "above", "all"))]}]}"#
    )
    let text = try pageTexts(document.pdf)
    #expect(text[0].contains("Letterhead") && !text[0].contains("Copy"))
    #expect(text[1].contains("Copy") && !text[1].contains("Letterhead") && !text[1].contains("Own"))
    #expect(text[2].contains("Copy") && text[2].contains("Own"))
  }

  @Test func documentsSideBySideKeepTheirColumns() throws {
    let document = try bind(
      #"{"title": "T", "cover": false, "contents": false, "sheets": {"columns": 2, "order": "documents", "size": "A3 landscape"}, "#
        + #""parts": [\#(Self.note("Article", pages: 3)), \#(Self.note("Note"))]}"#)
    #expect(document.pages.count == 3 && document.parts.map(\.firstPage) == [1, 1])
    #expect(document.pages.allSatisfy { $0.width > 1190 && $0.height < 842 })
    let text = try pageTexts(document.pdf)
    #expect(text[0].contains("Article") && text[0].contains("Note") && text[2].contains("page 3"))
    let file = try PDFFile(bytes: document.pdf)
    #expect(try file.restore(file.originals()[0]).starts(with: Array("%PDF".utf8)))
  }

  @Test func sheetsOfAnyKind() throws {
    let payload = { (sheets: String) in
      #"{"title": "T", "body": "<p>one</p><p style='break-before: page'>two</p>", "sheets": \#(sheets)}"#
    }
    func note(_ sheets: String) throws -> RenderedDocument {
      let document = try Project.compose("note", payload(sheets))
      let placed = try render(.html(document))
      #expect(try QPDF.fault(in: placed.pdf) == nil)
      return placed
    }
    let two = try note(#"{"columns": 2}"#)
    #expect(two.pages.count == 1 && two.pages[0].width > two.pages[0].height)
    let reduced = try note(#"{"scale": 0.5}"#)
    // Laid out on A2, printed on A4.
    #expect(reduced.pages.count == 2 && abs(reduced.pages[0].width - 595.28) < 0.1)
    #expect(try note(#"{"order": "booklet"}"#).pages.count == 2)
  }

  /// Scaled pages are painted at their scale, so that pictures have it too and the document can conform to a profile.
  @Test func pagesThatAreOnlyScaledAreNotPlaced() throws {
    func note(_ sheets: String) throws -> HTMLDocument {
      try Project.compose("note", #"{"title": "T", "body": "<p>one</p>", "sheets": \#(sheets)}"#)
    }
    let scaled = try note(#"{"scale": 0.5}"#)
    #expect(scaled.sheets == nil && scaled.pageScale == 0.5)
    let picture = try Typesetter().typeset(scaled).png(page: 0).bytes
    #expect(abs(picture[16..<20].reduce(0) { $0 << 8 | Int($1) } - 794) <= 1)
    for member in [#""margin": "5mm""#, #""size": "A4""#, #""columns": 2"#] {
      let placed = try note(#"{"scale": 0.5, \#(member)}"#)
      #expect(placed.sheets != nil && placed.pageScale == 1)
    }
  }

  @Test(arguments: [
    (#"{"columns": 9}"#, "$.sheets.columns"), (#"{"order": "spiral"}"#, "$.sheets.order"),
    (#"{"scale": 9}"#, "$.sheets.scale"),
    (#"{"size": "A99"}"#, "$.sheets.size"), (#"{"gap": "1m"}"#, "$.sheets.gap"), (#"{"colums": 2}"#, "$.sheets.colums"),
    (#"{"order": "booklet", "columns": 2}"#, "$.sheets.order"), (#"{"order": "documents"}"#, "$.sheets.order"),
    ("2", "$.sheets"),
  ])
  func sheetsThatAreWrong(sheets: String, place: String) throws {
    let error = try Project.refusal("note", #"{"title": "T", "body": "", "sheets": \#(sheets)}"#)
    #expect(error?.place == place && error?.isPermanent == true)
  }

  @Test func partsThatCannotBeBoundAreNamed() throws {
    let empty = Fixture.table(["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[]/Count 0>>"])
    let encrypted = Fixture.table(trailer: "/Encrypt<</Filter/Standard/V 1>>")
    let cases: [([UInt8], String)] = [
      (empty, "no pages"), (encrypted, "encrypted"), (Array("hello".utf8), "PDF"),
      (Array(Fixture.table().dropLast(60)), "startxref"),
    ]
    for (bytes, message) in cases {
      let error = try refusal(#"{"title": "T", "parts": [\#(Self.note("One")), {"base64": "\#(base64(bytes))"}]}"#)
      #expect(error?.code == .partRefused && error?.place == "$.parts[1]" && error?.isPermanent == true)
      #expect(error?.message.contains(message) == true, "\(String(describing: error))")
    }
  }

  @Test(arguments: [
    (#"{"parts": []}"#, "$.title"), (#"{"title": "T"}"#, "$.parts"), (#"{"title": "T", "parts": []}"#, "$.parts"),
    (#"{"title": "T", "parts": [{}]}"#, "$.parts[0]"),
    (#"{"title": "T", "parts": [{"kind": "note"}]}"#, "$.parts[0].payload"),
    (#"{"title": "T", "parts": [{"kind": "note", "payload": {"title": "x"}}]}"#, "$.parts[0].payload.body"),
    (#"{"title": "T", "parts": [{"job": 7}]}"#, "$.parts[0].job"), (#"{"title": "T", "batch": "b"}"#, "$.parts"),
    (#"{"title": "T", "numbering": "roman", "parts": [{}]}"#, "$.numbering"),
    (#"{"title": "T", "stamps": [{"place": "left"}], "parts": [{}]}"#, "$.stamps[0].place"),
    (
      #"{"title": "T", "parts": [{"kind": "binder", "payload": {"title": "I", "parts": [{"base64": ""}]}}]}"#,
      "$.parts[0].payload"
    ),
    (#"{"title": "T", "parts": [{"kind": "note", "artifact": "x"}]}"#, "$.parts[0]"),
    (#"{"title": "T", "parts": [{"left_out": "job 7 was discarded"}]}"#, "$.parts"),
  ])
  func payloadsThatAreWrong(payload: String, place: String) throws {
    let error = try refusal(payload)
    #expect(error?.place == place, "\(String(describing: error))")
    #expect(error?.isPermanent == true)
  }

  /// The message named parts, which such a payload does not have.
  @Test func aBatchWithoutJobsIsNotBound() throws {
    var request = try BinderRequest(payload: Array(#"{"title": "T", "batch": "year"}"#.utf8))
    let refusal = error { try request.use([]) }
    #expect(
      refusal?.message == "the batch year has no jobs, so there is nothing to bind" && refusal?.place == "$.batch")
    #expect(refusal?.code == .partRefused && refusal?.isPermanent == true)
  }

  @Test func artifactsComeFromTheRequest() throws {
    var job = Project.job
    let sha256 = String(repeating: "a", count: 64)
    job.artifact = { name throws(CompositionError) in
      try name == sha256 ? Fixture.table() : JobContext.noArtifacts(name)
    }
    #expect(try bind(#"{"title": "T", "parts": [{"artifact": "\#(sha256)"}]}"#, job: job).parts.count == 1)
    let missing = String(repeating: "b", count: 64)
    let error = try refusal(#"{"title": "T", "parts": [{"artifact": "\#(missing)"}]}"#, job: job)
    #expect(error?.code == .artifactMissing && error?.place == "$.parts[0].artifact")
  }

  @Test func missingPartsAreWarnings() throws {
    let document = try bind(
      #"{"title": "T", "parts": [{"left_out": "job 7 was discarded"}, \#(Self.note("One"))]}"#)
    #expect(document.parts.map(\.title) == ["One"])
    #expect(document.warnings.map(\.description) == ["$.parts[0]: job 7 was discarded"])
  }

  @Test func pagesOfAnySizeAndTitlesOfAnyLength() throws {
    let parts = ["[0 0 9 9]", "[0 0 100 72]", "[0 0 9000 200]", "[10 20 605 862]"].map { box in
      let file = Fixture.table(Fixture.onePage.map { $0.replacingOccurrences(of: "[0 0 200 100]", with: box) })
      return #"{"title": "\#(String(repeating: "A long title. ", count: 100))", "base64": "\#(base64(file))"}"#
    }
    let document = try bind(
      #"{"title": "T", "separators": true, "page_size": "A5", "parts": [\#(parts.joined(separator: ","))]}"#)
    let text = try pageTexts(document.pdf)
    let first = try #require(document.parts.first?.firstPage)
    #expect(document.parts.map { $0.firstPage - first } == [0, 2, 4, 6])
    // The first and the third page have no space for a number.
    #expect(!text[first - 1].contains("\(first)") && text[first + 1].contains("\(first + 2)"))
    #expect(text[first + 5].contains("\(first + 6)"))
  }

  @Test func taggedPartsStayTagged() throws {
    let parts = try ["One", "Two"].map { title in
      var document = try Project.compose("note", #"{"title": "\#(title)", "body": "<p>text</p>"}"#)
      document.isTagged = true
      return #"{"base64": "\#(base64(try render(.html(document)).pdf))"}"#
    }
    let bound = try bind(
      #"{"title": "T", "cover": false, "contents": false, "sheets": {"columns": 2}, "parts": [\#(parts.joined(separator: ","))]}"#
    )
    let catalog = try PDFFile(bytes: bound.pdf).catalog()
    #expect(catalog["MarkInfo"].dictionary?["Marked"].boolean == true && !catalog["StructTreeRoot"].isNull)
  }
}
