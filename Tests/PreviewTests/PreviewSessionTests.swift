import Foundation
import TestTraits
import Testing

@testable import Preview

@Suite(.hangLimit) struct PreviewSessionTests {
  private func settings(_ folder: TemporaryFolder) -> PreviewSettings {
    var settings = PreviewSettings()
    settings.home = folder.path
    return settings
  }

  @Test func aSavedTemplateMakesANewDocument() async throws {
    let folder = try TemporaryFolder(letterFiles())
    let preview = try await OpenPreview(settings(folder))
    guard case .hello(let catalog, let id) = try await preview.next() else { throw PreviewError(.notFound, "no hello") }
    #expect(catalog.kinds == [.init(name: "letter", payloads: ["a.json", "b.json"], locales: ["de", "de-DE", "en"])])
    #expect(id == preview.session.id)
    let (summary, _) = try await preview.document(showing: ["First", "Hello"])
    #expect(summary.pages == [.init(width: 400, height: 300)])

    try folder.write("Templates/letter/template.html", "<h1>New {{title}}</h1>")
    _ = try await preview.document(showing: ["New First"])
    try folder.write("Templates/letter/style.css", "@page { size: 500px 300px }")
    _ = try await preview.document(width: 500, height: 300)
    try folder.write("Jobs/examples/a.json", #"{"kind": "letter", "payload": {"title": "Third"}}"#)
    _ = try await preview.document(showing: ["New Third"])
    await preview.close()
  }

  @Test func thePayloadLocaleAndPageSizeCanBeChosen() async throws {
    let folder = try TemporaryFolder(letterFiles().merging(["Templates/letter/style.css": ""]) { $1 })
    let source = PreviewSource(.kind("letter"), payload: "b.json", locale: "en-GB", pageSize: "A5 landscape")
    let preview = try await OpenPreview(settings(folder), source)
    let (summary, _) = try await preview.document(showing: ["Second", "Hello"])
    #expect(summary.pages.first.map { $0.width > $0.height } == true)
    await preview.close()
  }

  @Test func anErrorKeepsTheLastDocument() async throws {
    let folder = try TemporaryFolder(letterFiles())
    let preview = try await OpenPreview(settings(folder))
    let (_, version) = try await preview.document()
    try folder.write("Templates/letter/template.html", "<p>\n{{#open}}x")
    let problem = try await preview.failure()
    #expect(problem.severity == .error)
    #expect(problem.source == "letter/template.html")
    #expect(problem.line > 0)
    let picture = try await preview.current(version) { version throws(PreviewError) in
      try await preview.session.picture(version: version, page: 0, scale: 1, known: nil)
    }
    #expect(picture?.png.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
    let excerpt = try preview.host.excerpt(problem.source, line: problem.line)
    #expect(excerpt.lines.contains("{{#open}}x"))
    await preview.close()
  }

  @Test func onlyChangedPicturesAreSent() async throws {
    let folder = try TemporaryFolder(
      letterFiles("<p>one<p style='break-before: page'>{{title}}"))
    let preview = try await OpenPreview(settings(folder))
    let (_, first) = try await preview.document(showing: ["one", "First"])
    let one = try #require(
      try await preview.current(first) { version throws(PreviewError) in
        try await preview.session.picture(version: version, page: 0, scale: 1, known: nil)
      })
    let two = try #require(
      try await preview.current(first) { version throws(PreviewError) in
        try await preview.session.picture(version: version, page: 1, scale: 1, known: nil)
      })
    try folder.write("Templates/letter/template.html", "<p>one<p style='break-before: page'>other")
    let (_, second) = try await preview.document(showing: ["one", "other"])
    let same = try await preview.current(second) { version throws(PreviewError) in
      try await preview.session.picture(version: version, page: 0, scale: 1, known: one.digest)
    }
    #expect(same == nil)
    let other = try await preview.current(second) { version throws(PreviewError) in
      try await preview.session.picture(version: version, page: 1, scale: 1, known: two.digest)
    }
    #expect(other != nil && other?.digest != two.digest)
    await #expect(throws: PreviewError.self) {
      try await preview.session.picture(version: first, page: 0, scale: 1, known: nil)
    }
    await #expect(throws: PreviewError.self) {
      try await preview.session.picture(version: second, page: 9, scale: 1, known: nil)
    }
    await preview.close()
  }

  @Test func warningsOfPaintingFollow() async throws {
    let folder = try TemporaryFolder(letterFiles("<p>\n<a href='#nowhere'>x</a>"))
    let preview = try await OpenPreview(settings(folder))
    let problems = try await preview.checked()
    let problem = try #require(problems.first { $0.code == "link_without_destination" })
    #expect(problem.place == "letter/template.html:2:1")
    await preview.close()
  }

  @Test func aMailIsShown() async throws {
    let folder = try TemporaryFolder(letterFiles())
    let preview = try await OpenPreview(settings(folder), PreviewSource(.kind("letter"), medium: .mail))
    while true {
      guard case .mail(let summary, let version) = try await preview.next() else { continue }
      guard let mail = try? await preview.session.mail(version: version) else { continue }
      #expect(summary.title == "First")
      #expect(mail.htmlWithImages.contains("First"))
      #expect(String(decoding: mail.text, as: UTF8.self).contains("Hello"))
      break
    }
    await preview.close()
  }

  @Test func aPageReadsItsFolderOnly() async throws {
    let folder = try TemporaryFolder([
      "docs/page.html": "<link rel=stylesheet href=a.css><p>Text", "docs/a.css": "@page { size: 100px 200px }",
      "secret.css": "p { color: red }",
    ])
    var settings = PreviewSettings()
    settings.page = folder.path + "/docs/page.html"
    let preview = try await OpenPreview(settings)
    _ = try await preview.document(width: 100, height: 200)
    try folder.write("docs/page.html", "<link rel=stylesheet href=../secret.css><p>Other")
    let (summary, _) = try await preview.document(showing: ["Other"])
    #expect(summary.problems.contains { $0.source == "page.html" && $0.line == 1 }, "\(summary.problems)")
    #expect(throws: PreviewError.self) { try preview.host.excerpt("../secret.css", line: 1) }
    await preview.close()
  }

  @Test func aRendererThatDiesIsReplaced() async throws {
    let folder = try TemporaryFolder(letterFiles())
    let preview = try await OpenPreview(settings(folder))
    let (_, version) = try await preview.document()
    await preview.session.renderer.stop()
    await #expect(throws: PreviewError.self) { try await preview.session.structure(version: version) }
    // The document is made again.
    _ = try await preview.document(showing: ["First", "Hello"])
    await preview.close()
  }

  @Test func anUnknownKindIsRefused() throws {
    let folder = try TemporaryFolder(letterFiles())
    var settings = settings(folder)
    settings.kind = "bill"
    let error = #expect(throws: PreviewError.self) {
      try PreviewHost(settings, renderer: previewRenderer(home: folder.path))
    }
    #expect(error?.message == "unknown kind; there are letter")
  }

  @Test func anUnknownKindInTheAddressIsAnError() async throws {
    let folder = try TemporaryFolder(letterFiles())
    let preview = try await OpenPreview(settings(folder), PreviewSource(.kind("bill")))
    #expect(try await preview.failure().message == "unknown kind; there are letter")
    await preview.close()
  }

  @Test func aPayloadCanBeNamed() async throws {
    let folder = try TemporaryFolder(letterFiles().merging(["elsewhere/p.json": #"{"title": "Own"}"#]) { $1 })
    var settings = settings(folder)
    (settings.kind, settings.payload) = ("letter", folder.path + "/elsewhere/p.json")
    let preview = try await OpenPreview(settings)
    _ = try await preview.document(showing: ["Own", "Hello"])
    try folder.write("elsewhere/p.json", #"{"title": "Changed"}"#)
    _ = try await preview.document(showing: ["Changed", "Hello"])
    await preview.close()
  }

  @Test func aBrokenPayloadIsShownWithItsLine() async throws {
    let folder = try TemporaryFolder(letterFiles())
    let preview = try await OpenPreview(settings(folder))
    _ = try await preview.document()
    try folder.write("Jobs/examples/a.json", "{\n\"kind\": \"letter\", oops")
    let problem = try await preview.failure()
    #expect(problem.source == folder.path + "/Jobs/examples/a.json")
    #expect(problem.line == 2)
    #expect(try preview.host.excerpt(problem.source, line: problem.line).lines.count == 2)
    await preview.close()
  }

  @Test func severalPreviewsAreLimited() async throws {
    let folder = try TemporaryFolder(letterFiles())
    let host = try PreviewHost(settings(folder), renderer: previewRenderer(home: folder.path))
    var sessions: [PreviewSession] = []
    for _ in 0..<PreviewHost.sessionLimit { sessions.append(try await host.open(host.standardSource)) }
    await #expect(throws: PreviewError.self) { try await host.open(host.standardSource) }
    await host.close(sessions[0])
    await #expect(throws: PreviewError.self) { try await host.session(sessions[0].id) }
    _ = try await host.open(host.standardSource)
    await host.stop()
  }
}
