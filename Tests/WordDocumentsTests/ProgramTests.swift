import Composition
import Foundation
import Fuzzing
import OperatingSystem
import TestSupport
import TestTraits
import Testing

/// Documents as other programs read them: a validator, python-docx and LibreOffice.
@Suite(.hangLimit, .needs("the Python packages of Tests/requirements.txt (script/bootstrap)", hasPython))
struct ProgramTests {
  /// Everything that the module writes, in one document.
  static let sample = """
    <html lang=en><head><title>Sample</title><style>
    @page { margin: 25mm 20mm; @top-left { content: string(chapter) } @bottom-center { content: counter(page) " / " counter(pages) } }
    @page :first { margin-top: 40mm; @top-left { content: none } }
    @page wide { size: A4 landscape }
    h1 { string-set: chapter content(text) } .fn { float: footnote } .wide { page: wide }
    nav ol { list-style: none } nav a::after { content: leader('.') target-counter(attr(href url), page) }
    .box { border: 1pt solid #c93; background: #ffe; padding: 8px } .r { float: right; width: 120px }
    </style></head><body>
    <h1 id=one>First</h1><nav><ol><li><a href="#one">First</a><li><a href="#two">Second</a></ol></nav>
    <p class=lead>Text<span class=fn>A <em>note</em>.</span>, <a href="https://example.com/?a&amp;b">link</a>, <b>b <i>c</i></b>, H<sub>2</sub>O, <del>x</del>.</p>
    <img class=r src="\(pngURL)" alt=Red><aside class=r><p>Aside</p></aside>
    <ol start=3><li>three<ul><li>disc</ul><li value=9>nine<p>more</ol>
    <div class=box><p>boxed</p><ul><li>x</ul></div><blockquote><p>quote</p></blockquote><pre>a\tb\nc</pre><hr>
    <table border=1><caption>Cap</caption><thead><tr><th rowspan=2>A<th colspan=2>B<tr><th>C<th>D<tbody><tr><td>1<td>2<td>3</table>
    <div style="display: flex"><div>l</div><div>r</div></div><svg width=20 height=10 viewBox="0 0 2 1"><rect width=2 height=1 /></svg>
    <p>So <math><mfrac><msup><mi>x</mi><mn>2</mn></msup><msqrt><mi>y</mi></msqrt></mfrac><mo>(</mo><mroot><mi>a</mi><mn>3</mn></mroot>
    <mo>)</mo><mover><mi>v</mi><mo>→</mo></mover><mmultiscripts><mi>C</mi><mprescripts/><mn>6</mn><mn>12</mn></mmultiscripts></math>:
    <math display=block><munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub><mo>{</mo><mtable><mtr><mtd>
    <mn>1</mn></mtd><mtd><mtext>if</mtext></mtd></mtr></mtable><menclose notation="box"><munder><mi>lim</mi><mi>n</mi></munder></menclose>
    <mphantom><mover><mi>z</mi><mo>⏞</mo></mover></mphantom><mover><mi>b</mi><mo>¯</mo></mover></math>
    <p dir=rtl lang=ar>سلام abc 12</p><div class=wide><h1 id=two>Second</h1><p>wide</p></div><p>last <input type=checkbox checked></p></body></html>
    """

  private static let validator = """
    import sys
    from openxml_audit import OpenXmlValidator
    errors = 0
    for path in sys.argv[1:]:
        for error in OpenXmlValidator().validate(path).errors:
            # A theme is optional (ISO/IEC 29500-1, 11.3.1).
            if 'relationships/theme' in error.description: continue
            print(path, error.part_uri, error.path, error.description)
            errors += 1
    sys.exit(1 if errors else 0)
    """

  @Test func documentsAreValid() throws {
    var files = ["sample.docx": try TestDocument(Self.sample).bytes]
    for seed in UInt64(0)..<12 {
      let html = RandomDocument.html(seed: seed, size: 30)
      if let document = try? TestDocument(html) { files["random\(seed).docx"] = document.bytes }
    }
    #expect(files.count > 8)
    let folder = try TestFiles(files)
    let result = try folder.run(TestPython.program("python"), ["-c", Self.validator] + files.keys.sorted())
    #expect(result.status == 0, "\(result.output)")
  }

  @Test func pythonDocxReadsTheDocument() throws {
    let folder = try TestFiles(["sample.docx": try TestDocument(Self.sample).bytes])
    let script = """
      import docx
      d = docx.Document("sample.docx")
      print([p.text for p in d.paragraphs if p.style.name.startswith("Heading")])
      print(len(d.sections), d.sections[1].orientation, len(d.tables), len(d.inline_shapes))
      print(d.core_properties.title, [p.style.name for p in d.paragraphs if p.text == "three"])
      """
    let result = try folder.run(TestPython.program("python"), ["-c", script])
    #expect(
      result.output
        == "['First', 'Second']\n3 LANDSCAPE (1) 3 1\nSample ['List Paragraph']\n", "\(result.output)")
  }

  @Test(.needs("libreoffice-writer-nogui", FileManager.default.isExecutableFile(atPath: "/usr/bin/soffice")))
  func libreOfficeShowsTheSameText() throws {
    let html = """
      <h1>Main heading</h1><p>The first paragraph has <b>bold</b> and <i>italic</i> words.</p>
      <ol><li>One item<ul><li>Bullet item</ul><li>Another item</ol><h2>Second heading</h2>
      <table border=1><thead><tr><th>Name<th>Amount<tbody><tr><td>Alpha<td>12.50<tr><td>Beta<td>7.25</table>
      <p>The last paragraph.</p>
      """
    let source = HTMLDocument(html: Array(html.utf8))
    let pdf = try withLargeStack(64 << 20) { Result { try Typesetter().render(.html(source)).pdf } }.get()
    let folder = try TestFiles(["a.docx": try TestDocument(html).bytes, "own.pdf": pdf])
    let profile = "-env:UserInstallation=file://\(folder.folder)/profile"
    let run = try folder.run("/usr/bin/soffice", [profile, "--headless", "--convert-to", "pdf", "a.docx"])
    #expect(run.status == 0, "\(run.output)")
    func words(_ file: String) throws -> [String] {
      let text = try folder.run("/usr/bin/pdftotext", ["-raw", "-enc", "UTF-8", file, "-"]).output
      // Bullets are drawn in Pressrun's PDF, and text in the other.
      return text.split(whereSeparator: \.isWhitespace).map(String.init).filter {
        // The order of markers and their items differs.
        $0.contains { $0.isLetter || $0.isNumber } && $0.wholeMatch(of: /[0-9]+\./) == nil
      }
    }
    let (word, own) = (try words("a.pdf"), try words("own.pdf"))
    #expect(word == own)
  }
}

private let hasPython = FileManager.default.isExecutableFile(atPath: TestPython.program("openxml-audit"))
