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

  private static func fault(_ seed: UInt64, _ typesetter: Typesetter) -> String? {
    let html = RandomDocument.html(seed: seed, size: 30)
    do throws(CompositionError) {
      let document = try typesetter.set(.html(HTMLDocument(html: Array(html.utf8))))
      let isWhole = !document.pages.isEmpty && document.pdf.starts(with: Array("%PDF-".utf8))
      return isWhole ? nil : "seed \(seed): no PDF"
    } catch {
      return error.code == .renderingFailed ? "seed \(seed): \(error)" : nil
    }
  }
}
