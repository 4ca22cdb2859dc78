import Foundation
import Testing

@testable import PDFObjects

/// Changed files, the same ones each time: whatever the bytes, reading ends soon with a value or a `PDFError`.
///
/// `PRESSRUN_FUZZ_SECONDS` makes it go on for that long, from a seed that it prints.
@Suite struct FuzzTests {
  private static let words = [
    "<<", ">>", "[", "]", "(", ")", "<", ">", "/", "%", "obj", "endobj", "stream", "endstream", "xref", "trailer",
    "startxref", "R", "null", "0 R", "1 0 R", "2 0 R", "3 0 R", "/Kids", "/Pages", "/Prev", "/XRefStm", "/Size",
    "/Length", "/Filter", "/W[1 2 1]", "/Index[0 99999999]", "/ObjStm", "/N 999999", "/First", "/Annots", "/Type",
    "-1", "0", "65535", "2147483647", "4294967296", "9223372036854775807", "1e400", "\r", "\n", "\0",
  ].map { Array($0.utf8) }

  /// One to eight changes: a bit, a byte, a number, a word put in, a piece cut out, doubled or moved.
  static func mutate(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.next(8) where !bytes.isEmpty {
      let place = random.next(bytes.count)
      let piece = place..<min(bytes.count, place + 1 + random.next(40))
      switch random.next(8) {
      case 0: bytes[place] ^= 1 << UInt8(random.next(8))
      case 1: bytes[place] = UInt8(random.next(256))
      case 2:
        if let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
          bytes[digit] = 0x30 + UInt8(random.next(10))
        }
      case 3: bytes.insert(contentsOf: words[random.next(words.count)], at: place)
      case 4: bytes.replaceSubrange(piece, with: words[random.next(words.count)])
      case 5: bytes.removeSubrange(piece)
      case 6: bytes.insert(contentsOf: bytes[piece], at: random.next(bytes.count))
      default: bytes.removeLast(random.next(min(bytes.count, 60)))
      }
    }
    return bytes
  }

  /// Everything that the room does with a file of strangers.
  static func exercise(_ bytes: [UInt8], base: [UInt8]) {
    DamageTests.readAll(bytes, base: base)
    guard let file = try? PDFFile(bytes: bytes, limits: limits) else { return }
    _ = file.isLinearized
    _ = file.pdfAClaim()
    _ = file.encryption()
    _ = try? file.signatures()
    _ = try? file.page(at: 100, viewHeight: 1_000)
    if let page = try? file.page(0) { _ = try? file.annotations(of: page) }
    if let revisions = try? file.revisions() {
      for revision in revisions { _ = file.changes(in: revision, older: [], limit: 50) }
    }
    if bytes.starts(with: base), var merge = (try? PDFFile(bytes: base)).map({ PDFMerge(base: $0) }) {
      let update = Array(bytes[base.count...])
      if let revision = try? merge.revision(under: update) { _ = try? merge.append(update, madeOn: revision) }
    }
    guard bytes.starts(with: base), let before = try? PDFFile(PDFBytes(bytes), length: base.count),
      let segment = try? before.checkSegment(upTo: bytes.count), let after = try? before.advanced(over: segment),
      let changes = try? before.checkAnnotationsOnly(segment, after: after),
      var writer = try? AppendWriter(base: before)
    else { return }
    _ = try? writer.rebase(changes, before: before, after: after, conflict: .override)
    _ = try? writer.segment()
  }

  private static let limits = {
    var limits = PDFLimits()
    (limits.decodedTotal, limits.parsedBytes, limits.crossReferenceEntries) = (8 << 20, 4 << 20, 100_000)
    return limits
  }()

  static let seeds: [(base: [UInt8], whole: [UInt8])] = {
    let packed = HostileTests.file("/Filter/FlateDecode", HostileTests.bomb(500))
    let bases = [
      Fixture.table(), Fixture.stream(), Fixture.hybrid(), AnnotationRulesTests.base, packed, Fixture.Segment().base,
    ]
    return bases.compactMap { base in (try? AppendWriterTests.noteSegment(base)).map { (base, base + $0) } }
  }()

  @Test func changedFilesAreSurvived() {
    var random = SplitMix(state: 20_261_120)
    for round in 0..<2_400 {
      let seed = Self.seeds[round % Self.seeds.count]
      // Every third time the base is whole and only what follows is changed.
      let changed =
        round % 3 == 0
        ? seed.base + Self.mutate(Array(seed.whole[seed.base.count...]), &random) : Self.mutate(seed.whole, &random)
      Self.exercise(changed, base: seed.base)
    }
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["PRESSRUN_FUZZ_SECONDS"] != nil))
  func changedFilesAreSurvivedForLong() {
    let seconds = Double(ProcessInfo.processInfo.environment["PRESSRUN_FUZZ_SECONDS"] ?? "") ?? 60
    let start = UInt64.random(in: .min ... .max)
    print("seed \(start)")
    var random = SplitMix(state: start)
    let end = Date().addingTimeInterval(seconds)
    while Date() < end {
      let seed = Self.seeds[random.next(Self.seeds.count)]
      Self.exercise(Self.mutate(seed.whole, &random), base: seed.base)
    }
  }
}
