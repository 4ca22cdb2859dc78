import Fuzzing
import OperatingSystem
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct FuzzTests {
  /// A random document is rendered or refused with a reason; `script/fuzz` runs more seeds.
  @Test func randomDocumentsAreRenderedOrRefused() {
    let faults = withLargeStack(64 << 20) {
      let typesetter = Typesetter()
      return (UInt64(0)..<60).compactMap { seed in Self.fault(seed, typesetter) }
    }
    #expect(faults == [])
  }

  /// Regression: a line began in the spaces at the end of a word, because the first line had other white space.
  @Test(arguments: [5_532_923]) func documentsThatOnceFailedAreRenderedOrRefused(seed: UInt64) {
    #expect(withLargeStack(64 << 20) { Self.fault(seed, size: 60, Typesetter()) } == nil)
  }

  private static func fault(_ seed: UInt64, size: Int = 30, _ typesetter: Typesetter) -> String? {
    let html = RandomDocument.html(seed: seed, size: size)
    do throws(CompositionError) {
      let document = try typesetter.render(.html(HTMLDocument(html: Array(html.utf8))))
      let isWhole = !document.pages.isEmpty && document.pdf.starts(with: Array("%PDF-".utf8))
      return isWhole ? nil : "seed \(seed): no PDF"
    } catch {
      return error.code == .renderingFailed ? "seed \(seed): \(error)" : nil
    }
  }
}
