import Composition
import Foundation
import OperatingSystem
import PDF
import TestSupport
import TestTraits
import Testing

@testable import Service

@Suite(.hangLimit) struct GotenbergTests {
  private func with(_ body: @escaping @Sendable (TestClient) async throws -> Void) async throws {
    try await RealRenderers.withPool { pool, kinds in
      try await serving(GotenbergRoutes(pool: pool, files: RealRenderers.files, kinds: kinds).routes, body)
    }
  }

  private func form(_ fields: [String: String], html: String = "<p>Text", files: [String: String] = [:]) -> [UInt8] {
    var form = TestForm()
    form.add("files", html, fileName: "index.html", mediaType: "text/html")
    for (name, text) in files { form.add("files", text, fileName: name) }
    for (name, value) in fields { form.add(name, value) }
    return form.body
  }

  private func convert(_ client: TestClient, _ body: [UInt8]) async throws -> TestResponse {
    try await client.send("POST", "/forms/chromium/convert/html", headers: TestForm.headers, bytes: body)
  }

  @Test func pagePropertiesHaveGotenbergsDefaultsAndUnits() async throws {
    try await with { client in
      let cases: [([String: String], Double, Double)] = [
        ([:], 612.0, 792.0), (["paperWidth": "8.27", "paperHeight": "11.7"], 595.44, 842.4),
        (["paperWidth": "210mm", "paperHeight": "29.7cm", "landscape": "true"], 841.89, 595.28),
        (["paperWidth": "100pt", "paperHeight": "96px"], 100, 72),
      ]
      for (fields, width, height) in cases {
        let answer = try await convert(client, form(fields))
        #expect(answer.status == 200, "\(answer.text)")
        let page = try #require(try PDFFile(bytes: answer.body).pages().first)
        #expect(
          abs(page.width - width) < 0.5 && abs(page.height - height) < 0.5, "\(fields): \(page.width) \(page.height)")
      }
      // The size of the style sheet counts only if it is preferred.
      for (preferred, width) in [("true", 144.0), ("false", 612.0)] {
        let answer = try await convert(
          client, form(["preferCssPageSize": preferred], html: "<style>@page{size:2in 3in}</style><p>x"))
        let found = try PDFFile(bytes: answer.body).pages().first?.width ?? 0
        #expect(abs(found - width) < 0.5)
      }
    }
  }

  @Test func markdownIsIncludedInThePage() async throws {
    try await with { client in
      let path = "/forms/chromium/convert/markdown"
      let page = #"<!doctype html><title>Notes</title><body>{{ toHTML "notes.md" }}"#
      let body = form([:], html: page, files: ["notes.md": String(repeating: "# Heading\n\ntext\n\n", count: 60)])
      let answer = try await client.send("POST", path, headers: TestForm.headers, bytes: body)
      #expect(answer.status == 200, "\(answer.text)")
      #expect(try PDFFile(bytes: answer.body).pages().count > 1)
      let missing = form([:], html: #"{{ toHTML "other.md" }}"#, files: ["notes.md": "x"])
      let refused = try await client.send("POST", path, headers: TestForm.headers, bytes: missing)
      #expect(refused.status == 400 && refused.text.contains("other.md"), "\(refused.text)")
      let without = try await client.send("POST", path, headers: TestForm.headers, bytes: form([:], html: page))
      #expect(without.status == 400 && without.text.contains("[.md]"))
      // The route for HTML does not touch the marks.
      #expect(try await convert(client, form([:], html: page)).status == 200)
    }
  }

  @Test func rangesAndMetadataAreApplied() async throws {
    try await with { client in
      let html = (1...5).map { "<p style='break-after: page'>\($0)" }.joined()
      let fields = [
        "nativePageRanges": "2-3, 5",
        "metadata": #"{"Title": "Tïtle", "Keywords": ["a", "b"], "CreateDate": "2026-01-31T12:00:00Z"}"#,
      ]
      let file = try PDFFile(bytes: try await convert(client, form(fields, html: html)).body)
      #expect(try file.pages().count == 3)
      let information = try #require(try file.resolve(file.trailer["Info"]).dictionary)
      #expect(information["Title"].string.map { TextString.decode($0) } == "Tïtle")
      #expect(information["Keywords"].string == Array("a, b".utf8))
      #expect(information["CreationDate"].string == Array("D:20260131120000Z".utf8))
      let outside = try await convert(client, form(["nativePageRanges": "7-9"]))
      #expect(outside.status == 400 && outside.text.contains("nativePageRanges"))
    }
  }

  @Test func headerAndFooterAreInTheMarginsOfEachPage() async throws {
    try await with { client in
      let header = """
        <html><head><style>p { color: red } body { font-size: 12px }</style></head>
        <body><p>Top <span class="pageNumber"></span> of <span class="totalPages"></span></p></body></html>
        """
      let answer = try await convert(
        client,
        form(
          ["marginTop": "1", "marginBottom": "1"],
          html: "<html><body><p>One<p style='break-before: page'>Two</body></html>",
          files: ["header.html": header, "footer.html": "<p>Bottom</p>"]))
      #expect(answer.status == 200 && answer["pressrun-warnings"] == "0", "\(answer.text) \(answer.headers)")
      let path = FileManager.default.temporaryDirectory.path + "/pressrun-header-\(UUID()).pdf"
      try Data(answer.body).write(to: URL(fileURLWithPath: path))
      defer { try? FileManager.default.removeItem(atPath: path) }
      let text = try ProgramRun(ProgramCommand(path: "/usr/bin/pdftotext", arguments: ["-layout", path, "-"])).output
      let pages = text.split(separator: "\u{c}").map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      #expect(pages == ["Top 1 of 2 One Bottom", "Top 2 of 2 Two Bottom"])
    }
  }

  @Test func documentsConformToProfiles() async throws {
    try await with { client in
      let html = "<html lang=en><title>T</title><p>Text"
      for (fields, profiles) in [
        (["pdfa": "PDF/A-1b"], [ConformanceProfile.pdfA1b]), (["pdfa": "PDF/A-2b"], [.pdfA2b]),
        (["pdfa": "PDF/A-3b", "pdfua": "true"], [.pdfA3b, .pdfUA1]), (["pdfua": "true"], [.pdfUA1]),
      ] {
        let answer = try await convert(client, form(fields, html: html))
        #expect(answer.status == 200, "\(answer.text)")
        for profile in profiles {
          #expect(try ConformanceCheck.violations(in: PDFBytes(answer.body), profile).isEmpty, "\(fields)")
        }
      }
      for (name, value) in [("nativePageRanges", "1"), ("metadata", "{}"), ("scale", "0.5")] {
        let answer = try await convert(client, form(["pdfa": "PDF/A-2b", name: value], html: html))
        #expect(answer.status == 400 && answer.text.contains(name) && answer.text.contains("pdfa"), "\(answer.text)")
      }
    }
  }

  @Test func fieldsWithoutSupportSayWhatToUse() async throws {
    try await with { client in
      for (name, value, words) in [
        ("scale", "3", "from 0.1 to 2"), ("pdfa", "PDF/X-4", "is invalid"),
        ("waitForExpression", "true", "scripts are not run"), ("downloadFrom", "[]", "send the files"),
        ("nonesuch", "1", "unknown to this route"), ("landscape", "maybe", "expected true or false"),
        ("paperWidth", "wide", "expected a length"), ("marginLeft", "9", "leave no space"),
        ("metadata", "{", "expected a JSON object"), ("stages", "[]", "one after the other"),
        ("emulatedMediaType", "screen", "must be print"), ("singlePage", "true", "paperHeight"),
      ] {
        let answer = try await convert(client, form([name: value]))
        #expect(
          answer.status == 400 && answer.text.contains(words) && answer.text.contains(name), "\(name): \(answer.text)")
        #expect(answer["content-type"] == "text/plain; charset=utf-8")
      }
      var empty = TestForm()
      empty.add("landscape", "true")
      #expect(try await convert(client, empty.body).text.contains("'index.html' is required"))
    }
  }

  @Test func routesNeedATokenExceptHealth() async throws {
    try await with { client async throws in
      var anonymous = client
      anonymous.headers = [:]
      #expect(try await convert(anonymous, form([:])).status == 401)
      #expect(try await anonymous.send("/health").text.hasPrefix(#"{"status":"up""#))
      #expect(try await anonymous.send("/version").status == 200)
    }
  }

  @Test func rangesOfPages() throws {
    #expect(try PageRanges("1-2,4").ranges.pages(of: 9) == [0, 1, 3])
    #expect(try PageRanges("8-, -2").ranges.pages(of: 9) == [0, 1, 7, 8])
    #expect(try PageRanges("3,3,1").ranges.pages(of: 3) == [0, 2])
    for text in ["", "0", "2-1", "a", "1-2-3", "-", "1,,2", "99999999999999999999"] {
      #expect(throws: FormError.self, "\(text)") { try PageRanges(text) }
    }
  }

  @Test func styleSheetsOfHeadersAreLimitedToThem() {
    let css =
      "/* x */ html, body.a > p { color: red } .b { content: \"}\" } @media print { p { color: blue } } bodyguard { x: y }"
    #expect(
      ScopedStyleSheet.scoped(css, to: "#h") == """
        #h, #h.a > p { color: red }
        #h .b { content: "}" }
        #h bodyguard { x: y }

        """)
  }

  @Test func headersAreTakenApart() {
    let header = RunningTemplate(
      "<!doctype html><head><title>T</title><STYLE media=x>p { color: red }</STYLE ></head><body class=a><header>H</header>"
        + "<script>1 < 2</script><p>A", name: "h")
    #expect(header.element == "<div id=\"h\"><header>H</header><p>A</div>")
    #expect(header.style(place: "top", now: .distantPast).hasSuffix("#h p { color: red }\n"))
    #expect(RunningTemplate("<style>a", name: "h").element == "<div id=\"h\"><style>a</div>")
  }

  /// Elements, tags and comments that do not end.
  @Test(arguments: ["<style>", "<script>", "<title>", "<body ", "<!doctype ", "<style><body ", "/*", "<style>/*"])
  func headersAreTakenApartInLinearTime(text: String) {
    let many = String(repeating: text, count: 20_000)
    for html in [many, many + "</style>", many + "*/</style>"] {
      _ = RunningTemplate("<style>" + html, name: "h").style(place: "top", now: .distantPast)
    }
    #expect(ScopedStyleSheet.scoped(many + "p { color: red }", to: "#h").hasSuffix("p { color: red }\n"))
  }

  /// The client from PyPI, unchanged.
  @Test(
    .needs(
      "the packages of Tests/requirements.txt",
      FileManager.default.isExecutableFile(atPath: TestPython.program("python"))))
  func gotenbergClientWorksUnchanged() async throws {
    try await with { client in
      let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/gotenberg_client_check.py"
      let port = client.port
      let run = try await onThread(name: "client") {
        try ProgramRun(
          ProgramCommand(
            path: TestPython.program("python"), arguments: [script, "\(port)"], environment: ["PATH": "/usr/bin:/bin"]))
      }
      #expect(run.report.shellStatus == 0 && run.output.hasSuffix("done\n"), "\(run.output)")
    }
  }
}
