import ArchiveTesting
import Foundation
import OperatingSystem
import PDF
import TestTraits
import Testing

@testable import Composition

/// Binders, archives and sheets that conform to profiles.
@Suite(.hangLimit) struct BinderConformanceTests {
  private func render(_ kind: String, _ payload: String, _ profiles: String?) throws -> RenderedDocument {
    var document = try DocumentComposer(kinds: try Project.kinds()).compose(
      kind: kind, payload: Array(payload.utf8), job: Project.job)
    if let profiles { try document.conform(to: ConformanceRequest(named: profiles)) }
    return try withLargeStack { [document] in
      Result { () throws(CompositionError) in try Typesetter().render(document) }
    }.get()
  }

  private func note(_ profiles: String?) throws -> [UInt8] {
    try render("note", #"{"title": "Alone", "body": "<h2>Head</h2><p>Text</p>"}"#, profiles).pdf
  }

  private static let part = #"{"kind": "note", "payload": {"title": "One", "body": "<h2>Head</h2><p>Text</p>"}}"#
  private static let stamp =
    #""stamps": [{"kind": "note", "payload": {"title": "Stamp", "body": "<p>Copy</p>"}, "pages": "first"}]"#

  /// An untagged file whose font is not embedded.
  private static let withoutTagsAndFonts: [UInt8] = {
    let content = "BT /F 12 Tf 10 10 Td (Text) Tj ET"
    return Fixture.table([
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
      "<</Length \(content.utf8.count)>>\nstream\n\(content)\nendstream",
      "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ])
  }()

  private func base64(_ bytes: [UInt8]) -> String { #"{"base64": "\#(Data(bytes).base64EncodedString())"}"# }

  private func findings(_ pdf: [UInt8], _ profiles: String) throws -> [String] {
    try Conformance(profiles).profiles.flatMap { profile in
      try ConformanceCheck.violations(in: PDFBytes(pdf), profile).map { "\($0)" }
    }
  }

  @Test(
    arguments: ["pdf/a-2b", "pdf/a-2u", "pdf/a-3b", "pdf/a-3a", "pdf/a-2a,pdf/ua-1", "pdf/ua-1"],
    ["", #""separators": true, "numbering": "per-part","#, #""cover": false, "contents": false, "numbering": "none","#])
  func bindersOfPartsThatAreComposedConform(profiles: String, options: String) throws {
    let payload = #"{"title": "Year", \#(options) \#(Self.stamp), "parts": [\#(Self.part), \#(Self.part)]}"#
    let document = try render("binder", payload, profiles)
    #expect(try findings(document.pdf, profiles) == [])
    #expect(document.warnings == [])
    #expect(try QPDF.fault(in: document.pdf) == nil)
    #expect(try render("binder", payload, profiles).pdf == document.pdf)
    // The parts come back as they were bound.
    let file = try PDFFile(bytes: document.pdf)
    #expect(try file.originals().map { try findings(file.restore($0), profiles) } == [[], []])
  }

  @Test func finishedFilesThatConformCanBeParts() throws {
    for profiles in ["pdf/a-2b", "pdf/a-2a,pdf/ua-1"] {
      let own = try note(profiles)
      let document = try render(
        "binder", #"{"title": "Year", "parts": [\#(Self.part), \#(base64(own))]}"#, profiles)
      #expect(try findings(document.pdf, profiles) == [])
      let file = try PDFFile(bytes: document.pdf)
      #expect(try file.restore(file.originals()[1]) == own)
    }
  }

  @Test func partsThatDoNotConformAreNamed() throws {
    let payload = #"{"title": "Y", "parts": [\#(Self.part), \#(Self.part), \#(base64(Self.withoutTagsAndFonts))]}"#
    for (profiles, rule) in [("pdf/a-2b", "PDF/A-2b, clause 6.2.11.4"), ("pdf/ua-1", "PDF/UA-1, clause")] {
      let error = #expect(throws: CompositionError.self) { try render("binder", payload, profiles) }
      #expect(error?.code == .notConforming)
      #expect(error?.place == "$.parts[2]")
      #expect(error?.message.contains(rule) == true, "\(error?.message ?? "")")
    }
  }

  @Test(arguments: ["pdf/a-1b", "pdf/a-4", "pdf/ua-2"])
  func profilesOfOtherVersionsAreRefused(profiles: String) throws {
    let error = #expect(throws: CompositionError.self) {
      try render("binder", #"{"title": "Year", "parts": [\#(Self.part)]}"#, profiles)
    }
    #expect(error?.message.contains("PDF 1.7") == true, "\(error?.message ?? "")")
  }

  @Test(arguments: ["pdf/a-2b", "pdf/a-2a,pdf/ua-1"])
  func documentsOnSheetsConform(profiles: String) throws {
    let sheets = #""sheets": {"columns": 2, "size": "A4 landscape"}"#
    for payload in [
      #"{"title": "Year", "parts": [\#(Self.part), \#(Self.part)], \#(sheets)}"#,
      #"{"title": "T", "body": "<h2>Head</h2><p>Text</p>", \#(sheets)}"#,
    ] {
      let kind = payload.contains("parts") ? "binder" : "note"
      #expect(try findings(render(kind, payload, profiles).pdf, profiles) == [])
    }
  }

  @Test func archivesAreCheckedAfterAppending() throws {
    func archive(_ base: [UInt8]) -> String {
      #"{"title": "A", "base": "data:application/pdf;base64,\#(Data(base).base64EncodedString())", "segments": []}"#
    }
    let own = try note("pdf/a-2b")
    #expect(try render("archive", archive(own), "pdf/a-2b").pdf.starts(with: own))
    let error = #expect(throws: CompositionError.self) { try render("archive", archive(note(nil)), "pdf/a-2b") }
    #expect(error?.code == .notConforming)
    #expect(error?.message.contains("PDF/A-2b, clause 6.6.2.1") == true, "\(error?.message ?? "")")
  }
}
