import Markup
import TestTraits
import Testing

@testable import Layout

@Suite(.hangLimit) struct ForcedBreakTests {
  @Test func aForcedBreakMayFollowAFloat() throws {
    let float = "<div style='float: left; break-after: page'>f</div>"
    #expect(try lines(float + "<p>a</p>") == [["0,0 6 f"], ["0,0 6 a"]])
    #expect(try lines("<p>a</p>" + float + float + "<p>b</p>") == [["0,0 6 a", "0,12 6 f"], ["0,0 6 f"], ["0,0 6 b"]])
    // The float itself does not fit on the first page.
    #expect(
      try lines("<p style='height: 115px'>a</p>" + float + "<p>b</p>") == [["0,0 6 a"], ["0,0 6 f"], ["0,0 6 b"]])
  }

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
