import ArchiveTesting
import Fuzzing
import Testing

@testable import Archives
@testable import PDF

/// Changed files, the same ones each time: whatever the bytes, reading ends soon with a value or a `PDFError`, and what
/// is appended holds. `script/fuzz archives` goes on with other ones.
@Suite struct FuzzTests {
  static let seeds: [(base: [UInt8], whole: [UInt8])] = {
    let packed = Fixture.withStream("/Filter/FlateDecode", Fixture.bomb(500))
    let bases = [
      Fixture.table(), Fixture.stream(), Fixture.hybrid(), Fixture.annotated, packed, Fixture.Segment().base,
    ]
    return bases.compactMap { base in (try? Fixture.noteSegment(base)).map { (base, base + $0) } }
  }()

  @Test func changedFilesAreSurvived() {
    var random = SplitMix(seed: 20_261_120)
    for round in 0..<1_800 {
      let seed = Self.seeds[round % Self.seeds.count]
      // Every third time the base is whole and only what follows is changed.
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
