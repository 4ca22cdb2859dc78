import Archives
import Foundation
import PDF
import TestTraits
import Testing

@testable import Composition

/// Golden values: the updates that the current rules generate for fixed segments. After a change of the output,
/// increment `ArchiveManifest.currentRules` and record the new values under the new number (`PRESSRUN_RECORD_RULES=1
/// swift test --filter ArchiveRulesTests`).
///
/// Updates are compared as text, with streams decompressed and without numbers that depend on compressed sizes, since
/// zlib versions differ, and without glyph outlines, since these depend on the installed fonts.
@Suite(.hangLimit) struct ArchiveRulesTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/Rules"
  private static let sources: [(name: String, format: String)] = [
    ("1.pdf-update", "pdf"), ("2.pdf-update", "pdf"), ("3.xfdf", "xfdf"), ("4.json", "instant-json"), ("5.json", "ink"),
    ("6.inkml", "ink"), ("7.xfdf", "xfdf"),
  ]

  private static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try #require(FileManager.default.contents(atPath: folder + "/" + name)))
  }

  /// The archive of all sources, ordered by name; each update was made for the base.
  private static func build() throws -> ArchiveBuilder {
    let base = try bytes("base.pdf")
    var builder = try ArchiveBuilder(
      document: "rules", base: PDFFile(bytes: base), convert: ArchiveBuilder.convert)
    var chain = ArchiveChain(document: "rules", base: Hash.of(base))
    for (index, source) in sources.enumerated() {
      let bytes = try bytes(source.name)
      let metadata =
        #"{"document":"rules","sequence":\#(index + 1),"client_id":"c\#(index)","parent":"\#(Hash.of(base))","#
        + #""format":"\#(source.format)","bytes":\#(bytes.count),"sha256":"\#(Hash.of(bytes))","author":null,"#
        + #""device_time":null,"server_time":"2026-11-20T12:00:00Z"}"#
      let hash = Hash.of((Hash.bytes(chain.head) ?? []) + bytes + Array(metadata.utf8))
      let segment = try ArchiveSegment(bytes: bytes, metadata: metadata, chain: hash)
      try chain.append(segment)
      try builder.add(segment)
    }
    return builder
  }

  @Test func sameSegmentsGiveSameUpdates() throws {
    let builder = try Self.build()
    let steps = builder.manifest().steps
    #expect(steps.map(\.outcome) == [.appended, .rebased] + Array(repeating: .converted, count: 5))
    var text = ""
    for (step, source) in zip(steps, Self.sources) {
      let start = try #require(step.start)
      let end = try #require(step.end)
      text += "== \(source.name): \(step.outcome.rawValue)\n" + UpdateText.of(builder.file.bytes.array(start..<end))
    }
    let path = "\(Self.folder)/rules-\(ArchiveManifest.currentRules).txt"
    if ProcessInfo.processInfo.environment["PRESSRUN_RECORD_RULES"] != nil {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    let kept = FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    let expected = try #require(kept, "there is no record of rules \(ArchiveManifest.currentRules)")
    let (lines, wanted) = (text.split(separator: "\n"), expected.split(separator: "\n"))
    let first = zip(lines, wanted).enumerated().first { $1.0 != $1.1 }
    #expect(
      text == expected,
      "the same segments come to other bytes from line \(first.map { "\($0.offset + 1): \($0.element)" } ?? "the end") on: raise ArchiveManifest.currentRules"
    )
  }

  /// Building twice gives the same bytes, including compressed streams.
  @Test func sameSegmentsGiveSameBytes() throws {
    #expect(try Self.build().tail == Self.build().tail)
  }
}

/// An update as text that does not depend on zlib or glyph outlines.
private enum UpdateText {
  static func of(_ update: [UInt8]) -> String {
    var text = ""
    var rest = update[...]
    while let mark = firstRange(of: "\nstream\n", in: rest) {
      let header = readable(rest[..<mark.lowerBound])
      let object = header[(header.range(of: "endobj\n", options: .backwards)?.upperBound ?? header.startIndex)...]
      guard let length = object.range(of: "/Length [0-9]+", options: .regularExpression),
        let count = Int(object[length].dropFirst("/Length ".count))
      else { break }
      let data = Array(rest[mark.upperBound..<mark.upperBound + count])
      text += header.replacingOccurrences(of: "/Length [0-9]+", with: "/Length -", options: .regularExpression)
      text += "\nstream\n" + content(data, isPacked: object.contains("/FlateDecode")) + "\n"
      rest = rest[(mark.upperBound + count + 1)...]
    }
    return masked(text + readable(rest))
  }

  private static func content(_ data: [UInt8], isPacked: Bool) -> String {
    let stream = PDFStream(dictionary: isPacked ? ["Filter": .name("FlateDecode")] : [:], data: data)
    let bytes = (try? stream.decoded(limits: PDFLimits())) ?? data
    let text = readable(bytes[...])
    return text.contains(" d1\n") || text.contains(" d0\n") ? "(outline)" : text
  }

  private static func firstRange(of text: String, in bytes: ArraySlice<UInt8>) -> Range<Int>? {
    bytes.firstRange(of: Array(text.utf8))
  }

  /// ASCII unchanged, other bytes as numbers.
  private static func readable(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      if byte == 0x0A || (0x20...0x7E).contains(byte) {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    return text
  }

  /// Removes offsets, and the identifier that depends on the bytes.
  private static func masked(_ text: String) -> String {
    let patterns = [
      ("(?m)^[0-9]{10} ([0-9]{5} n )$", "---------- $1"), ("startxref\n[0-9]+", "startxref\n-"),
      ("/Prev [0-9]+", "/Prev -"),
      ("(/ID \\[<?[^ ]* )<[0-9A-Fa-f]*>", "$1<->"),
    ]
    return patterns.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1, options: .regularExpression) }
  }
}
