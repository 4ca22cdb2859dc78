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
    try await TestInstallation.with { installation in
      let page = try installation.file("page.html", "<p>One page.")
      try await installation.pressrun("render", page, "-o", installation.folder + "/base.pdf")
      let annotated = installation.folder + "/annotated.pdf"
      try await installation.pressrun(
        "archive", "append", installation.folder + "/base.pdf", "--xfdf", installation.file("a.xfdf", Self.xfdf), "-o",
        annotated)
      try await body(installation, annotated)
    }
  }

  @Test func repliesAreListedUnderParent() async throws {
    try await withAnnotations { installation, annotated in
      let lines = try await installation.pressrun("archive", "annotations", annotated).lines
      #expect(lines.count == 4)
      #expect(lines[1].contains("Text  ") && lines[1].contains("Is this right?"))
      #expect(lines[2].contains("  Text") && lines[2].contains("It is."))
    }
  }

  @Test(arguments: ["xfdf", "instant-json"])
  func exportCanBeAppliedToBase(format: String) async throws {
    try await withAnnotations { installation, annotated in
      let out = installation.folder + "/out"
      let again = installation.folder + "/again.pdf"
      try await installation.pressrun("archive", "annotations", annotated, "--format", format, "-o", out)
      try await installation.pressrun(
        "archive", "append", installation.folder + "/base.pdf", "--\(format)", out, "-o", again)
      let once = try await installation.pressrun("archive", "annotations", annotated, "--format", format).output
      let twice = try await installation.pressrun("archive", "annotations", again, "--format", format).output
      #expect(once == twice)
    }
  }

  @Test func textOfAnyScriptIsExtractable() async throws {
    try await withAnnotations { installation, annotated in
      let text = try await installation.text(of: annotated)
      #expect(text.contains("Straße, улица, οδός"))
    }
  }

  @Test func strokeErrorHasPath() async throws {
    try await TestInstallation.with { installation in
      let page = try installation.file("page.html", "<p>One page.")
      try await installation.pressrun("render", page, "-o", installation.folder + "/base.pdf")
      let ink = try installation.file(
        "ink.json",
        #"{"format": "pressrun-touches/1", "recordings": [{"pageIndex": 0, "strokes": [{"input": "nose", "touches": []}]}]}"#
      )
      let out = installation.folder + "/out.pdf"
      let result = try await installation.pressrun(
        "archive", "append", installation.folder + "/base.pdf", "--ink", ink, "-o", out, status: 2)
      #expect(result.errors.contains("$.recordings[0].strokes[0].input"))
      #expect(!FileManager.default.fileExists(atPath: out))
    }
  }
}
