import Annotations
import ArchiveTesting
import Foundation
import PDF
import TestTraits
import Testing

@testable import Archives

/// A segment in XFDF, Instant JSON or ink is converted once. Builds and verification use the stored update and need no
/// fonts.
@Suite(.hangLimit) struct StoredUpdateTests {
  static let base = ArchiveFixture.base
  static let text = """
    <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots><freetext page="0" rect="10,10,90,40" name="free" title="Ann" \
    color="#FF0000" date="D:20261120120000Z"><contents>Grüße</contents><defaultappearance>/Helv 9 Tf</defaultappearance>\
    </freetext></annots></xfdf>
    """
  static let other = text.replacingOccurrences(of: "Grüße", with: "Other")

  /// A segment with its metadata of version 2, after `head`.
  static func segment(
    _ source: String, _ update: StoredUpdate?, sequence: Int = 1, after head: String = Hash.of(base), named: Bool = true
  ) throws -> ArchiveSegment {
    let bytes = Array(source.utf8)
    let name = named ? update.map { "\"update_sha256\":\"\($0.sha256)\"," } ?? "" : ""
    let metadata =
      #"{"version":2,"document":"doc","sequence":\#(sequence),"client_id":"c","parent":"\#(Hash.of(base))","format":"xfdf","#
      + #""bytes":\#(bytes.count),"sha256":"\#(Hash.of(bytes))",\#(name)"author":"Ann","device_time":null,"#
      + #""server_time":"2026-11-20T12:00:00.000000Z"}"#
    let chain = Hash.of((Hash.bytes(head) ?? []) + bytes + Array(metadata.utf8))
    return try ArchiveSegment(bytes: bytes, metadata: metadata, chain: chain, update: update)
  }

  static func update(_ source: String) throws -> StoredUpdate {
    let made = try AnnotationImport(Array(source.utf8), format: .xfdf, base: PDFFile(bytes: base))
    return try StoredUpdate(ConvertedSegment(update: made.segment, warnings: ["a warning"]))
  }

  static func export(_ segments: [ArchiveSegment]) throws -> ArchiveExport {
    var builder = try ArchiveBuilder(document: "doc", base: PDFFile(bytes: base))
    for segment in segments { try builder.add(segment) }
    return ArchiveExport(
      base: try PDFFile(bytes: base), segments: segments, manifest: builder.manifest(), tail: builder.tail, title: nil,
      registered: "2026-11-20T12:00:00Z", exported: "2026-11-21T12:00:00Z", software: "Pressrun 1")
  }

  /// `ArchiveBuilder.refuse` is a converter that refuses every segment.
  @Test func buildUsesStoredUpdate() throws {
    let update = try Self.update(Self.text)
    let export = try Self.export([Self.segment(Self.text, update)])
    #expect(export.tail == update.bytes)
    #expect(export.manifest.steps.map(\.outcome) == [.converted])
    #expect(export.manifest.steps[0].warnings == ["a warning"])
  }

  @Test func metadataCoverUpdate() throws {
    let (update, other) = (try Self.update(Self.text), try Self.update(Self.other))
    let segment = try Self.segment(Self.text, update)
    for wrong in [nil, other, StoredUpdate(bytes: update.bytes, record: update.record + " ")] {
      #expect(
        code {
          _ = try ArchiveSegment(bytes: segment.bytes, metadata: segment.text, chain: segment.chain, update: wrong)
        } == .metadata)
    }
    let future = segment.text.replacingOccurrences(of: "\"version\":2", with: "\"version\":4")
    #expect(
      code { _ = try ArchiveSegment(bytes: segment.bytes, metadata: future, chain: segment.chain, update: update) }
        == .metadata)
  }

  @Test(arguments: ["bag", "bag.tar"])
  func bagVerifiesWithoutConversion(name: String) throws {
    try Fixture.withFolder { folder in
      let bag = "\(folder)/\(name)"
      try BagWriter.write(Self.export([Self.segment(Self.text, Self.update(Self.text))]), to: bag)
      let result = BagReader.verify(bag)
      #expect(result.fault == nil && result.earlierRules == nil)
    }
  }

  /// The update of another segment is no update of this one, even if all hashes fit.
  @Test(arguments: [
    ("Grüße", "Grüsse", "contents"), ("#FF0000", "#00FF00", "colour"), ("title=\"Ann\"", "title=\"Eve\"", "author"),
    ("10,10,90,40", "10,10,90,90", "rectangle"), ("20261120", "20261121", "dates"), ("freetext", "square", "type"),
  ])
  func updateThatSaysSomethingElseIsDetected(old: String, new: String, property: String) throws {
    let changed = Self.text.replacingOccurrences(of: old, with: new)
      .replacingOccurrences(of: "<defaultappearance>/Helv 9 Tf</defaultappearance>", with: "")
    try Fixture.withFolder { folder in
      try BagWriter.write(Self.export([Self.segment(Self.text, Self.update(changed))]), to: folder + "/bag")
      let fault = BagReader.verify(folder + "/bag").fault
      #expect(fault?.place == "segment 1" && fault?.message.contains(property) == true)
    }
  }

  /// An update must not remove other annotations than the segment, also if the segment describes some.
  @Test(
    arguments: [
      ("", "", nil), ("<delete><id page=\"0\">old</id></delete>", "<delete><id page=\"0\">old</id></delete>", nil),
      ("", "<delete><id page=\"0\">old</id></delete>", "removes"),
    ] as [(String, String, String?)])
  func onlyWhatTheSegmentDeletesIsRemoved(stated: String, done: String, fault: String?) throws {
    let (stated, done) = (
      Self.text.replacingOccurrences(of: "</annots>", with: stated + "</annots>"),
      Self.text.replacingOccurrences(of: "</annots>", with: done + "</annots>")
    )
    try Fixture.withFolder { folder in
      try BagWriter.write(Self.export([Self.segment(stated, Self.update(done))]), to: folder + "/bag")
      let found = BagReader.verify(folder + "/bag").fault
      if let fault { #expect(found?.message.contains(fault) == true) } else { #expect(found == nil) }
    }
  }

  /// A segment that was added without an update is converted later; the history states it and the chain is unchanged.
  @Test func laterConversionIsRecorded() throws {
    let made = try AnnotationImport(Array(Self.text.utf8), format: .xfdf, base: PDFFile(bytes: Self.base))
    let update = try StoredUpdate(
      ConvertedSegment(update: made.segment), convertedLaterAt: "2026-11-22T09:00:00Z")
    let segment = try Self.segment(Self.text, update, named: false)
    #expect(segment.chain == (try Self.segment(Self.text, nil)).chain)
    let export = try Self.export([segment])
    let history = Premis(export).text
    #expect(history.contains("<eventType>migration</eventType>") && history.contains("2026-11-22T09:00:00Z"))
    try Fixture.withFolder { folder in
      try BagWriter.write(export, to: folder + "/bag")
      #expect(BagReader.verify(folder + "/bag").fault == nil)
    }
  }

  @Test func updateThatDoesMoreThanAnnotateIsLeftOut() throws {
    var writer = try AppendWriter(base: PDFFile(bytes: Self.base))
    try writer.replace(
      PDFReference(2, 0)!, with: .dictionary(["Type": .name("Pages"), "Kids": .array([]), "Count": .integer(0)]))
    let update = try StoredUpdate(ConvertedSegment(update: writer.segment()))
    let export = try Self.export([Self.segment(Self.text, update)])
    #expect(export.manifest.steps.map(\.outcome) == [.refused] && export.tail.isEmpty)
  }
}
