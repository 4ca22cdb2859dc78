import Markup
import TestTraits
import Testing

@testable import Style

/// Size limits of structs that are stored in large numbers.
@Suite(.hangLimit) struct SizeTests {
  @Test func frequentStructsHaveBoundedSize() {
    #expect(MemoryLayout<Node>.stride <= 40)
    #expect(MemoryLayout<Attribute>.stride <= 12)
    #expect(MemoryLayout<SimpleSelector>.stride <= 12)
    #expect(MemoryLayout<Compound>.stride <= 12)
    #expect(MemoryLayout<Declaration>.stride <= 32)
    #expect(MemoryLayout<Token>.stride <= 32)
    #expect(MemoryLayout<ComputedStyle>.stride <= 2224)
  }
}
