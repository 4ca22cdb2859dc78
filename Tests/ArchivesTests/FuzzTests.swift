import ArchiveTesting
import Fuzzing
import TestTraits
import Testing

@testable import Archives
@testable import PDF

/// Deterministically damaged files: reading ends with a value or a `PDFError`, and appended updates are valid.
/// `script/fuzz archives` runs more seeds.
@Suite(.hangLimit) struct FuzzTests {
  static let seeds: [(base: [UInt8], whole: [UInt8])] = {
    let packed = Fixture.withStream("/Filter/FlateDecode", Fixture.bomb(500))
    let bases = [
      Fixture.table(), Fixture.stream(), Fixture.hybrid(), Fixture.annotated, packed, Fixture.Segment().base,
    ]
    return bases.compactMap { base in (try? Fixture.noteSegment(base)).map { (base, base + $0) } }
  }()

  @Test func damagedFilesAreReadOrRefused() {
    var random = SplitMix(seed: 20_261_120)
    for round in 0..<1_800 {
      let seed = Self.seeds[round % Self.seeds.count]
      // In every third round only the bytes after the base are damaged.
      let changed =
        round % 3 == 0
        ? seed.base
          + Damage.apply(to: Array(seed.whole[seed.base.count...]), words: Damage.pdfWords, &random)
        : Damage.apply(to: seed.whole, words: Damage.pdfWords, &random)
      let fault = PDFExercise.run(changed, base: seed.base)
      #expect(fault == nil, "round \(round)")
    }
  }
}
