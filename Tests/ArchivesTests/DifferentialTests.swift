import ArchiveTesting
import Foundation
import PDF
import ProgramTesting
import TestTraits
import Testing

@testable import Archives

/// After every accepted segment of an attacker, another reader shows the same document if it draws no annotations.
/// `script/fuzz archives` compares many more, with several readers.
@Suite(.hangLimit) struct DifferentialTests {
  private static let programs = ["pdftoppm", "pdftotext", "pdfinfo"]

  private static func isInstalled() -> Bool {
    programs.allSatisfy { FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)") }
  }

  private static let accepted: [SegmentAttack] = {
    (0..<4_000).lazy.compactMap { try? SegmentAttack(seed: $0) }.filter(\.isAccepted)
  }()

  /// The attacks are neither all refused nor all accepted.
  @Test func someSegmentsAreAccepted() { #expect((40..<2_000).contains(Self.accepted.count)) }

  private static func output(_ program: String, _ arguments: [String]) throws -> Data {
    try TestProgram(["/usr/bin/\(program)"] + arguments, errors: .discarded).output
  }

  /// Poppler's rendering of a file without annotations.
  private static func view(_ bytes: [UInt8], in folder: String) throws -> [String] {
    let path = folder + "/file.pdf"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let facts = String(decoding: try output("pdfinfo", [path]), as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("Pages:") || $0.hasPrefix("Form:") || $0.hasPrefix("Page ") }
    let picture = try output("pdftoppm", ["-hide-annotations", "-r", "18", path])
    let text = try output("pdftotext", [path, "-"])
    return facts.map(String.init) + [Hash.of([UInt8](picture)), String(decoding: text, as: UTF8.self)]
  }

  @Test(.needs("poppler-utils", isInstalled()))
  func acceptedSegmentsChangeAnnotationsOnly() throws {
    try Fixture.withFolder { folder in
      let step = max(1, Self.accepted.count / 25)
      for index in stride(from: 0, to: Self.accepted.count, by: step) {
        let attack = Self.accepted[index]
        let before = try Self.view(attack.base, in: folder)
        #expect(try Self.view(attack.base + attack.segment, in: folder) == before)
      }
    }
  }
}
