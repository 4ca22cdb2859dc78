import ArchiveTesting
import Foundation
import OperatingSystem
import PDF
import Testing

@testable import Archives

/// A base with two pages, readers who annotate it, and the chain of their segments.
struct ArchiveFixture {
  static let base = Fixture.table(
    [
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[5 0 R]>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>",
      "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/NM(old)/Contents(old)>>",
    ], trailer: "/ID[<00><00>]")

  /// A reader's copy of the file.
  struct Reader {
    var file: [UInt8] = ArchiveFixture.base
    var sha256: String { Hash.of(file) }

    /// Applies an update to the copy.
    /// - Returns: the update and its parent.
    mutating func edit(_ body: (inout AppendWriter) throws -> Void) throws -> (bytes: [UInt8], parent: String) {
      var writer = try AppendWriter(base: PDFFile(bytes: file))
      try body(&writer)
      let update = try writer.segment()
      let parent = sha256
      file += update
      return (update, parent)
    }

    mutating func note(_ text: String, page: Int = 0) throws -> (bytes: [UInt8], parent: String) {
      try edit { writer in
        let note: PDFDictionary = [
          "Subtype": .name("Text"), "Rect": .array([1, 1, 9, 9].map { .integer($0) }),
          "NM": .string(Array(text.utf8)), "Contents": .string(Array(text.utf8)),
        ]
        try writer.add(annotations: [note], to: try #require(try writer.base.page(page)))
      }
    }

    /// Changes the text of the note `name` on the first page.
    mutating func rewrite(_ name: String, _ text: String) throws -> (bytes: [UInt8], parent: String) {
      try edit { writer in
        for item in try writer.annotations(of: #require(try writer.base.page(0))) {
          guard var note = try writer.resolve(item).dictionary, note["NM"].string == Array(name.utf8) else { continue }
          note["Contents"] = .string(Array(text.utf8))
          try writer.replace(try #require(item.reference), with: .dictionary(note))
        }
      }
    }

    mutating func remove(_ name: String) throws -> (bytes: [UInt8], parent: String) {
      try edit { writer in
        let page = try #require(try writer.base.page(0))
        let left = try writer.annotations(of: page).filter {
          try writer.resolve($0).dictionary?["NM"].string != Array(name.utf8)
        }
        try writer.set(annotations: left, of: page)
      }
    }
  }

  private(set) var segments: [ArchiveSegment] = []
  private var head = Hash.of(base)

  mutating func add(_ update: (bytes: [UInt8], parent: String), format: String = "pdf") throws {
    let sequence = segments.count + 1
    let text =
      #"{"document":"doc","sequence":\#(sequence),"client_id":"c\#(sequence)","parent":"\#(update.parent)","format":"\#(format)","#
      + #""bytes":\#(update.bytes.count),"sha256":"\#(Hash.of(update.bytes))","author":"Ann & Bob","device_time":null,"#
      + #""server_time":"2026-11-20T12:00:00.000000Z"}"#
    head = Hash.of((Hash.bytes(head) ?? []) + update.bytes + Array(text.utf8))
    segments.append(try ArchiveSegment(bytes: update.bytes, metadata: text, chain: head))
  }

  func build(
    through last: Int = .max, bases: BaseIndexCache = .shared,
    convert: @escaping ArchiveBuilder.Converter = ArchiveBuilder.refuse
  ) throws -> ArchiveBuilder {
    var builder = try ArchiveBuilder(document: "doc", base: PDFFile(bytes: Self.base), bases: bases, convert: convert)
    for segment in segments.prefix(last) { try builder.add(segment) }
    return builder
  }

  func export() throws -> ArchiveExport {
    let builder = try build()
    return ArchiveExport(
      base: try PDFFile(bytes: Self.base), segments: segments, manifest: builder.manifest(), tail: builder.tail,
      title: "A <briefing>", registered: "2026-11-20T12:00:00Z", exported: "2026-11-21T12:00:00Z",
      software: "Pressrun 1")
  }
}

extension ArchiveBuilder {
  /// Texts of the notes on the first page, in order.
  func notes() throws -> [String] {
    try file.annotations(of: #require(try file.page(0))).map { $0.contents ?? "" }
  }

  var outcomes: [ArchiveStep.Outcome] { manifest().steps.map(\.outcome) }
}

/// The code of the `ArchiveError` thrown by `body`.
func code(_ body: () throws -> Void) -> ArchiveError.Code? {
  do {
    try body()
    return nil
  } catch {
    return (error as? ArchiveError)?.code
  }
}
