import Markup
import Testing

@testable import Style

/// Structs that there are many of, or that are read all the time, stay small.
@Suite struct SizeTests {
  @Test func hotStructsStaySmall() {
    #expect(MemoryLayout<Node>.stride <= 40)
    #expect(MemoryLayout<Attribute>.stride <= 12)
    #expect(MemoryLayout<SimpleSelector>.stride <= 12)
    #expect(MemoryLayout<Compound>.stride <= 12)
    #expect(MemoryLayout<Declaration>.stride <= 32)
    #expect(MemoryLayout<Token>.stride <= 32)
    #expect(MemoryLayout<ComputedStyle>.stride <= 2048)
  }
}
