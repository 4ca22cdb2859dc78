import Testing

/// Nesting is as deep as the stack allows, and never ends the process.
@Suite struct DepthTests {
  private func nested(_ tag: String, _ count: Int) -> String {
    String(repeating: "<\(tag)>", count: count) + "x" + String(repeating: "</\(tag)>", count: count)
  }

  @Test func deepBlocksAreLeftOutWithAWarning() throws {
    let document = try set(nested("div", 450))
    #expect(document.warnings.contains { $0.message.contains("nested") })
  }

  @Test func deepColumnsEndWithoutACrash() throws {
    #expect(try set(nested("div", 200), css: "div { columns: 2 }").pages.count >= 1)
  }
}
