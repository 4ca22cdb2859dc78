import Fuzzing
import Testing

@testable import Composition

@Suite struct FuzzTests {
  /// A document is set or refused with a reason; `script/fuzz` goes on with more seeds.
  @Test func randomDocumentsAreSetOrRefused() {
    onLargeStack {
      let typesetter = Typesetter()
      for seed in UInt64(0)..<60 {
        let html = RandomDocument.html(seed: seed, size: 30)
        do {
          let document = try typesetter.set(.html(HTMLDocument(html: Array(html.utf8))))
          #expect(!document.pages.isEmpty && document.pdf.starts(with: Array("%PDF-".utf8)), "seed \(seed)")
        } catch {
          #expect((error as? CompositionError)?.code != .renderingFailed, "seed \(seed): \(error)")
        }
      }
    }
  }
}
