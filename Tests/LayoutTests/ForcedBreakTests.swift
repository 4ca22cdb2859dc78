import Markup
import TestTraits
import Testing

@testable import Layout

@Suite(.hangLimit) struct ForcedBreakTests {
  @Test func rangesOfNodes() {
    var breaks = ForcedBreaks()
    #expect(!breaks.occur(from: NodeID(0), to: .none))
    for node in [4, 9, 6, 2, 20, 20] { breaks.add(NodeID(UInt32(node))) }
    for start in 0..<24 {
      for end in start..<24 {
        let expected = [2, 4, 6, 9, 20].contains { (start..<end).contains($0) }
        #expect(breaks.occur(from: NodeID(UInt32(start)), to: NodeID(UInt32(end))) == expected, "\(start)..<\(end)")
      }
    }
  }
}
