import TestTraits
import Testing

/// Deep nesting is limited by the stack and does not crash the process.
@Suite(.hangLimit) struct DepthTests {
  private func nested(_ tag: String, _ count: Int) -> String {
    String(repeating: "<\(tag)>", count: count) + "x" + String(repeating: "</\(tag)>", count: count)
  }

  @Test func deepBlocksAreLeftOutWithAWarning() throws {
    let document = try layOut(nested("div", 450))
    #expect(document.diagnostics.contains { $0.message.contains("nested") })
  }

  @Test func deepColumnsDoNotCrash() throws {
    #expect(try layOut(nested("div", 200), css: "div { columns: 2 }").pages.count >= 1)
  }
}
