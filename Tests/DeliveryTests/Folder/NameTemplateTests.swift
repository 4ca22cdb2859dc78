import Foundation
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct NameTemplateTests {
  private func path(_ template: String, _ request: DeliveryRequest) throws -> String {
    try NameTemplate(template).path(for: request).joined(separator: "/")
  }

  @Test func variablesAreReplaced() throws {
    let sample = try SampleDocument()
    let request = try sample.request(payload: #"{"number":"R-17","net":12.50,"paid":true,"to":{"city":"Köln"}}"#)
    #expect(
      try path("{tenant}/{date}/{job}-{kind}.{extension}", request) == "acme/2026-11-22/41-note.pdf")
    #expect(try path("{year}/{month}/{day}/{time}-{delivery}.pdf", request) == "2026/11/22/143059-7.pdf")
    #expect(
      try path("{payload.number}_{payload.net}_{payload.paid}_{payload.to.city}", request) == "R-17_12.50_true_Köln")
    #expect(try path("{sha256}", request) == sample.sha256)
    #expect(try path("{job}.{extension}", sample.request(mediaType: "application/x-tar")) == "41.tar")
  }

  @Test(arguments: [
    "", "/a", "a/", "a//b", "../a", "a/./b", "a/{x}", "{tenant", "tenant}", "{payload}", "{payload.}", "{payload..a}",
    "a\\b", "a\nb", ".pressrun-x", String(repeating: "a/", count: 20) + "a", String(repeating: "a", count: 1025),
  ])
  func malformedTemplateIsRefused(text: String) {
    #expect(throws: DeliveryError.self) { try NameTemplate(text) }
  }

  @Test func valuesAddNoFoldersAndStayDistinct() throws {
    let sample = try SampleDocument()
    let values = [
      "a/b", "a%2Fb", "a_b", "a b", "..", ".", "%2E%2E", "", "~", "a\u{0}b", "a\\b", ".hidden", "hidden.", "x\u{202e}y",
      "é", "e\u{301}", "A", "a", String(repeating: "x", count: 300), String(repeating: "x", count: 301),
      String(repeating: "ü", count: 300), "-rf", "CON:", "a*b", "'", "\"",
    ]
    var paths: Set<[UInt8]> = []
    for value in values {
      let path = try NameTemplate("{tenant}/x").path(for: sample.request(tenant: value))
      #expect(path.count == 2)
      #expect(!path[0].contains("/") && path[0] != "." && path[0] != ".." && !path[0].hasPrefix("."))
      #expect(path[0].utf8.count <= 120 && !path[0].unicodeScalars.contains { $0.value < 0x21 })
      paths.insert(Array(path[0].utf8))
    }
    #expect(paths.count == values.count)
  }

  @Test func missingValueIsAnErrorWithoutText() throws {
    let sample = try SampleDocument()
    for payload in [#"{"a":{"secret":"S3CRET"}}"#, #"{"a":["S3CRET"]}"#, #"{"a":null}"#, "[]", "no JSON S3CRET"] {
      let error = #expect(throws: SendError.self) {
        try NameTemplate("{payload.a}").path(for: sample.request(payload: payload))
      }
      #expect(error?.code == "template_value_missing" && error?.retry == .never)
      #expect(error?.message.contains("S3CRET") == false)
    }
  }

  @Test func nameThatIsTooLongIsRefused() throws {
    let sample = try SampleDocument()
    let error = #expect(throws: SendError.self) {
      try NameTemplate("{tenant}{kind}").path(
        for: sample.request(tenant: String(repeating: "a", count: 200), kind: String(repeating: "b", count: 200)))
    }
    #expect(error?.code == "name_too_long")
  }

  @Test func configurationIsDecoded() throws {
    func decode(_ text: String) throws -> FolderConfiguration {
      try JSONDecoder().decode(FolderConfiguration.self, from: Data(text.utf8))
    }
    let all = try decode(
      #"{"root":"/srv/out/","name":"{job}","mode":"0600","folder_mode":"700","on_conflict":"fail"}"#)
    #expect(
      try all
        == FolderConfiguration(
          root: "/srv/out", name: NameTemplate("{job}"), mode: 0o600, folderMode: 0o700, onConflict: .fail))
    #expect(try decode(#"{"root":"/srv"}"#) == FolderConfiguration(root: "/srv"))
    for bad in [
      "{}", #"{"root":"srv"}"#, #"{"root":"/srv","mode":"0999"}"#, #"{"root":"/srv","mode":"4755"}"#,
      #"{"root":"/srv","name":"../x"}"#, #"{"root":"/srv","on_conflict":"overwrite"}"#,
    ] {
      #expect(throws: (any Error).self) { try decode(bad) }
    }
  }
}
