import Foundation
import TestTraits
import Testing

/// Annotations with the built command: appended to a PDF, listed, and exported.
@Suite(.hangLimit) struct AnnotationTests {
  static let xfdf = """
    <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots>
    <text page="0" rect="50,700,70,720" name="ask" title="Ann"><contents>Is this right?</contents></text>
    <text page="0" rect="50,700,70,720" name="yes" title="Bo" inreplyto="ask"><contents>It is.</contents></text>
    <freetext page="0" rect="50,600,250,640" name="words"><contents>Straße, улица, οδός</contents></freetext>
    </annots></xfdf>
    """

  /// Calls `body` with an annotated page.
  func withAnnotations(_ body: @Sendable (TestInstallation, String) async throws -> Void) async throws {
    try await TestInstallation.with { site in
      let page = try site.file("page.html", "<p>One page.")
      try await site.pressrun("render", page, "-o", site.folder + "/base.pdf")
      let annotated = site.folder + "/annotated.pdf"
      try await site.pressrun(
        "archive", "append", site.folder + "/base.pdf", "--xfdf", site.file("a.xfdf", Self.xfdf), "-o", annotated)
      try await body(site, annotated)
    }
  }

  @Test func repliesAreListedUnderParent() async throws {
    try await withAnnotations { site, annotated in
      let lines = try await site.pressrun("archive", "annotations", annotated).lines
      #expect(lines.count == 4)
      #expect(lines[1].contains("Text  ") && lines[1].contains("Is this right?"))
      #expect(lines[2].contains("  Text") && lines[2].contains("It is."))
    }
  }

  @Test(arguments: ["xfdf", "instant-json"])
  func exportCanBeAppliedToBase(format: String) async throws {
    try await withAnnotations { site, annotated in
      let out = site.folder + "/out"
      let again = site.folder + "/again.pdf"
      try await site.pressrun("archive", "annotations", annotated, "--format", format, "-o", out)
      try await site.pressrun("archive", "append", site.folder + "/base.pdf", "--\(format)", out, "-o", again)
      let once = try await site.pressrun("archive", "annotations", annotated, "--format", format).output
      let twice = try await site.pressrun("archive", "annotations", again, "--format", format).output
      #expect(once == twice)
    }
  }

  @Test func textOfAnyScriptIsExtractable() async throws {
    try await withAnnotations { site, annotated in
      let text = try await site.text(of: annotated)
      #expect(text.contains("Straße, улица, οδός"))
    }
  }

  @Test func strokeErrorHasPath() async throws {
    try await TestInstallation.with { site in
      let page = try site.file("page.html", "<p>One page.")
      try await site.pressrun("render", page, "-o", site.folder + "/base.pdf")
      let ink = try site.file(
        "ink.json",
        #"{"format": "pressrun-touches/1", "recordings": [{"pageIndex": 0, "strokes": [{"input": "nose", "touches": []}]}]}"#
      )
      let out = site.folder + "/out.pdf"
      let result = try await site.pressrun(
        "archive", "append", site.folder + "/base.pdf", "--ink", ink, "-o", out, status: 2)
      #expect(result.errors.contains("$.recordings[0].strokes[0].input"))
      #expect(!FileManager.default.fileExists(atPath: out))
    }
  }
}
