import ArchiveTesting
import Fuzzing
import TestTraits
import Testing

@testable import PDF

/// Reading any bytes ends soon with a value or a `PDFError`.
@Suite(.hangLimit) struct DamageTests {
  /// Reads everything that can be read.
  static func readAll(_ bytes: [UInt8], base: [UInt8]) {
    if let file = try? PDFFile(bytes: bytes) {
      _ = try? file.pages()
      _ = try? file.revisions()
      for number in 1...8 { _ = try? file.object(PDFReference(number, 0)!) }
      if let page = try? file.page(0), var writer = try? AppendWriter(base: file) {
        _ = try? writer.add(annotations: [Fixture.note], to: page)
        if let segment = try? writer.segment() { _ = try? Assembly.assemble(base: bytes, segments: [segment]) }
      }
    }
    if bytes.starts(with: base) {
      _ = try? Assembly.assemble(base: base, segments: [Array(bytes.dropFirst(base.count))])
    }
  }

  @Test(arguments: Fixture.kinds)
  func damageAtAnyByteIsAnErrorOrAValue(base: [UInt8]) throws {
    let whole = try base + Fixture.noteSegment(base)
    for index in whole.indices {
      for value in [0x20, 0x39, whole[index] ^ 1] as [UInt8] {
        var bytes = whole
        bytes[index] = value
        Self.readAll(bytes, base: base)
      }
    }
  }

  @Test(arguments: Fixture.kinds)
  func aTruncatedFileIsAnErrorOrAValue(base: [UInt8]) throws {
    let whole = try base + Fixture.noteSegment(base)
    for count in whole.indices { Self.readAll(Array(whole[..<count]), base: base) }
  }

  /// Random sequences of PDF syntax with a fixed seed.
  @Test func shuffledSyntaxIsAnErrorOrAValue() {
    var random = SplitMix(seed: 7)
    let pieces = [
      "%PDF-1.7\n", "1 0 obj", "endobj\n", "<<", ">>", "[", "]", "/Root 1 0 R", "/Size 9", "/Pages 1 0 R",
      "/Kids[1 0 R]", "xref\n0 2\n",
      "0000000000 65535 f \n", "0000000009 00000 n \n", "trailer", "startxref\n9\n", "%%EOF\n", "stream\n", "endstream",
      "/Length 5",
      "/Type/XRef", "/W[1 1 1]", "/Index[0 2147483647]", "/Prev 9", "/XRefStm 9", "-9223372036854775808",
      "9999999999999999999999", "(",
      ")", "<", ">", "/Filter/FlateDecode", "/Type/ObjStm/N 3/First 4", " ", "\n", "R", "/Encrypt 1 0 R",
    ]
    for _ in 0..<3_000 {
      var text = "%PDF-1.7\n"
      for _ in 0..<random.below(40) { text += pieces[random.below(pieces.count)] }
      Self.readAll(Array((text + "startxref\n\(random.below(60))\n%%EOF").utf8), base: [])
    }
  }
}
