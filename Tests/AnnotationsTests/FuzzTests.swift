import ArchiveTesting
import Fuzzing
import PDF
import TestTraits
import Testing

@testable import Annotations

/// Deterministically damaged sources: each is read within limits or refused with a reason, and gives an update that
/// only annotates. `script/fuzz archives` runs more seeds.
@Suite(.hangLimit) struct FuzzTests {
  @Test(arguments: SourceExercise.Source.allCases)
  func damagedSourcesAreReadOrRefused(source: SourceExercise.Source) throws {
    let base = source == .xfdf ? Fixture.pdf() : InstantJSONReaderTests.base()
    let file = try PDFFile(bytes: base)
    let whole = SourceExercise.run(source.sample, source.format, base: file)
    #expect(whole.isRead && whole.fault == nil)
    var random = SplitMix(seed: 20_261_121)
    var read = 0
    for round in 0..<300 {
      let changed = Damage.apply(to: source.sample, words: Damage.sourceWords, &random)
      let result = SourceExercise.run(changed, source.format, base: file)
      #expect(result.fault == nil, "round \(round)")
      if result.isRead { read += 1 }
    }
    #expect(read > 2)
  }
}
