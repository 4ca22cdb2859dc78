import ArchiveTesting
import Composition
import OperatingSystem
import PDF
import TestTraits
import Testing

/// Documents that shall conform to PDF/A or PDF/UA.
@Suite(.hangLimit) struct DocumentConformanceTests {
  private func rendered(
    _ html: String, _ profiles: String, failure: ConformanceRequest.Failure = .refuse
  ) throws -> RenderedDocument {
    var document = HTMLDocument(html: Array(html.utf8))
    document.name = "report.html"
    document.conform(to: ConformanceRequest(try Conformance(profiles), failure: failure))
    return try withLargeStack { [document] in Result { try Typesetter().render(.html(document)) } }.get()
  }

  private static let report = """
    <!DOCTYPE html><html lang="en"><title>Report</title>
    <style>@page { @top-left { content: "Report" } @bottom-right { content: counter(page) } }
    h1 { border-bottom: 1px solid red; background: #eee } ul { list-style: disc }</style>
    <h1>Results</h1><p>Text with a <a href="https://example.org/">link</a>.<h3>Details</h3>
    <ul><li>One<li>Two <b>bold</b></ul><ol>Text beside items<li>Three</ol>
    <table><tr><th>A<th>B<th>C<tr><td rowspan=9>1<td><tr><td>2</table>
    <svg width="20" height="20"><text x="2" y="12">Chart</text></svg>
    """

  @Test(
    arguments: [
      "pdf/a-1b", "pdf/a-2b", "pdf/a-2u", "pdf/a-2a", "pdf/a-3b", "pdf/a-3u", "pdf/a-3a", "pdf/a-4", "pdf/ua-1",
    ]
      + ["pdf/a-2a,pdf/ua-1", "pdf/a-3b,pdf/ua-1", "pdf/a-4f", "pdf/ua-2", "pdf/a-4,pdf/ua-2"])
  func aReportConforms(profiles: String) throws {
    let document = try rendered(Self.report, profiles, failure: .warn)
    #expect(document.warnings.filter { $0.code == "not_conforming" }.map(\.message) == [])
    #expect(document.pdf == (try rendered(Self.report, profiles, failure: .warn)).pdf)
  }

  /// Elements that HTML permits and PDF 2.0 does not: blocks in inline elements, articles in articles, captions beside
  /// figures.
  private static let nested = """
    <!DOCTYPE html><html lang="en"><title>Notes</title>
    <style>.note { float: footnote } h1, h2 { bookmark-level: 1 } h2 { bookmark-level: 2 }</style>
    <h1 id="top">Results</h1><p>Text<span class="note">A note with a <a href="#top">link</a>.</span> and more
    <span class="note">Another.</span></p><p><a href="#end">To the end</a></p>
    <article><article><h2>Inside</h2><blockquote>Quoted</blockquote></article></article>
    <span>Inline <section><p>Block</p></section><h2>Heading in a span</h2></span>
    <dl><dt><p>Term</p><dd>Text<figure><img alt="A dot" src="\(Self.dot)"><figcaption>Caption</figcaption></figure></dl>
    <table><caption>Table</caption><tr><th>A<td><blockquote>Quoted</blockquote></table>
    <p id="end">The end. <a name="empty"></a><a href="#empty">Here</a>
    """

  @Test func pdf2PermitsWhatItsElementsContain() throws {
    let document = try rendered(Self.nested, "pdf/ua-2", failure: .warn)
    #expect(document.warnings.map(\.message) == [])
    #expect(try QPDF.fault(in: document.pdf) == nil)
    let text = String(decoding: try QPDF.expanded(document.pdf), as: Latin1.self)
    #expect(text.contains("/NS (http://iso.org/pdf2/ssn)"))
    #expect(text.matches(of: /\/S \/FENote/).count == 2)
    #expect(!text.contains("/S /Note"))
    // Two links to the top and the end, one to the empty anchor, two from calls to notes, and three outline items.
    #expect(text.matches(of: /\/SD \[/).count >= 8)
    #expect(!text.contains("/Dest "))
  }

  @Test(arguments: [
    ("/SD [", "/SX [", "8.8"), ("/S /FENote", "/S /Note", "8.2.5.14"),
    ("/NoteType /Footnote", "/NoteType /Other", "8.2.5.14"),
    ("/NS (http://iso.org/pdf2/ssn)", "/NS (http://iso.org/pdf2/sss)", "8.2.5.2"),
    ("/ListNumbering", "/ListNumberinx", "8.2.5.25"), ("/S /H2", "/S /H", "8.2.5.12"), ("/Ref [", "/Rex [", "8.2.5.14"),
  ])
  func faultsOfVersion2AreFound(part: String, fault: String, clause: String) throws {
    let html = Self.nested + "<ul><li>One</ul>"
    let file = String(decoding: try QPDF.expanded(try rendered(html, "pdf/ua-2").pdf), as: Latin1.self)
    func clauses(_ text: String) throws -> Set<String> {
      let bytes = text.unicodeScalars.map { UInt8($0.value) }
      return Set(try ConformanceCheck.violations(in: PDFBytes(bytes), .pdfUA2).map(\.clause))
    }
    #expect(file.contains(part))
    #expect(!(try clauses(file)).contains(clause))
    // The length stays, so that the offsets do.
    let same = fault.count < part.count ? fault + String(repeating: " ", count: part.count - fault.count) : fault
    #expect(try clauses(file.replacing(part, with: same, maxReplacements: part == "/SD [" ? .max : 1)).contains(clause))
  }

  /// Text that follows blocks and pictures in the same element is read after them, on the next page, too.
  @Test(arguments: [
    ("<p>A</p>B <img alt=x src='\(dot)'> C<p>D</p>", "RIRIR"),
    ("B<p>A</p>", "IR"),
    ("<p>A</p>" + String(repeating: "line<br>", count: 80) + "<p>D</p>", "RIDR"),
  ])
  func textIsReadInTheOrderOfTheDocument(cell: String, kids: String) throws {
    let html = "<html lang=en><title>x</title><table><tr><td>\(cell)</table>"
    let text = String(decoding: try QPDF.expanded(try rendered(html, "pdf/ua-1").pdf), as: Latin1.self)
    let element = try #require(text.split(separator: "endobj").first { $0.contains("/S /TD") })
    let list = try #require(element.firstMatch(of: /\/K \[(?<kids>.*?)\]/.dotMatchesNewlines())).kids
    let shape = list.matches(of: /(?<object>[0-9]+ 0 R)|<<(?s:.*?)>>|[0-9]+/).map { match in
      match.object != nil ? "R" : match.0.hasPrefix("<<") ? "D" : "I"
    }
    #expect(shape.joined() == kids)
  }

  private static let dot =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=="

  /// 16 by 8.
  private static let jpeg =
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4RDgsLEBYQERMUFRUVDA8X"
    + "GBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAAR"
    + "CAAIABADAREAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAABwj/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAA"
    + "CQf/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwCdEMKmAjjB0f/Z"

  @Test(arguments: ["pdf/a-1b", "pdf/a-2a,pdf/ua-1", "pdf/a-4"])
  func imagesConform(profiles: String) throws {
    let html = """
      <html lang="en"><title>x</title><p><img alt="A square" src="data:image/jpeg;base64,\(Self.jpeg)">
      <img alt="A dot" src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==">
      """
    let document = try rendered(html, profiles)
    #expect(document.warnings.map(\.message) == [])
    #expect(try QPDF.fault(in: document.pdf) == nil)
  }

  @Test func transparencyIsRefusedByThePartThatForbidsIt() throws {
    let html = "<title>x</title><p style='opacity: 0.5'>faint"
    let error = #expect(throws: CompositionError.self) { try rendered(html, "pdf/a-1b") }
    #expect(error?.code == .notConforming)
    #expect(error?.message.contains("clause 6.4: there must be no transparency") == true)
    #expect(try rendered(html, "pdf/a-2b").warnings.isEmpty)
    let kept = try rendered(html, "pdf/a-1b", failure: .warn)
    #expect(kept.warnings.contains { $0.code == "not_conforming" })
  }

  @Test func whatPDFUANeedsIsAssumedWithWarnings() throws {
    let picture = "<svg width='9' height='9'><rect width='9' height='9'/></svg>"
    let document = try rendered("<p>Text\(picture)</p>", "pdf/ua-1")
    #expect(Set(document.warnings.map(\.code)) == ["title_missing", "language_missing", "picture_without_alternative"])
  }

  @Test(arguments: ["pdf/a-5", "", "pdf/a-2b,pdf/a-3b", "pdf/a-1b,pdf/ua-1", "pdf/a-2b,pdf/ua-2", "pdf/ua-1,"])
  func otherCombinationsAreRefused(names: String) {
    let error = #expect(throws: PDFError.self) { try Conformance(names) }
    #expect(error?.code == .conformance)
  }

  @Test(arguments: [
    ("conformance: pdf/a-9", "not a known profile"), ("conformance: pdf/a-2b\nnonconforming: maybe", "refuse or warn"),
    ("composer: binder", ""),
  ])
  func kindsNameProfiles(line: String, message: String) throws {
    func kinds(_ lines: String) throws -> JobKinds {
      let folder = try TemporaryFolder([
        "Templates/t/template.html": "<p>#TITLE#", "Jobs/k.yaml": "name: k\ncomposer: html\ntemplate: t\n\(lines)\n",
      ])
      return try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
    }
    let kind = try kinds("conformance: pdf/a-2a,pdf/ua-1\nnonconforming: warn").kind(named: "k")
    #expect(kind.conformance == ConformanceRequest(try Conformance("pdf/a-2a,pdf/ua-1"), failure: .warn))
    guard !message.isEmpty else { return }
    let error = #expect(throws: CompositionError.self) { try kinds(line) }
    #expect(error?.message.contains(message) == true)
  }

  /// Each fault is one that the check must find, put into a file that conforms.
  @Test(arguments: [
    ("/S /GTS_PDFA1", "/S /GTS_PDFX99", "6.2.4.3"), ("/FontFile", "/FontFill", "6.2.11.4.1"),
    ("<pdfaid:part>2<", "<pdfaid:part>4<", "6.6.4"), ("/Subtype /Link", "/Subtype /Linx", "6.3.1"),
    ("/F 4", "/F 2", "6.3.2"),
  ])
  func faultsAreFound(part: String, fault: String, clause: String) throws {
    // PDF/A-1 files have no object streams, so that objects can be changed in place.
    let file = String(decoding: try rendered(Self.report, "pdf/a-1b").pdf, as: Latin1.self)
    let text = file.replacing("<pdfaid:part>1<", with: "<pdfaid:part>2<")
    func clauses(_ text: String) throws -> Set<String> {
      let bytes = text.unicodeScalars.map { UInt8($0.value) }
      return Set(try ConformanceCheck.violations(in: PDFBytes(bytes), .pdfA2b).map(\.clause))
    }
    #expect(text.contains(part))
    #expect(!(try clauses(text)).contains(clause))
    #expect(try clauses(text.replacing(part, with: fault)).contains(clause))
  }
}

/// Bytes as the first 256 Unicode scalars.
private enum Latin1 {}

extension String {
  fileprivate init(decoding bytes: [UInt8], as _: Latin1.Type) {
    var scalars = UnicodeScalarView()
    for byte in bytes { scalars.append(Unicode.Scalar(byte)) }
    self.init(scalars)
  }
}
