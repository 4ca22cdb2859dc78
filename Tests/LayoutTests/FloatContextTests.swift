import TestTraits
import Testing

@testable import Layout

@Suite(.hangLimit) struct FloatContextTests {
  /// Positions that are always the same, but in no order.
  private struct Numbers {
    private var state: UInt64 = 7
    mutating func next(below limit: Int) -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double((state >> 33) % UInt64(limit))
    }
  }

  private func edges(_ context: FloatContext) -> [Double] {
    var result = [context.lastTop, context.bottom(.left) ?? -1, context.bottom(.right) ?? -1]
    for y in stride(from: 0.0, to: 400, by: 3) {
      let (left, right) = context.edges(at: y, height: 5, left: 0, right: 300)
      result += [left, right, context.nextEdge(below: y) ?? -1]
    }
    return result
  }

  /// All floats were added again for each line that is filled a second time.
  @Test func rewindingRestoresTheSpaceBesideTheFloats() {
    var numbers = Numbers()
    var context = FloatContext()
    var states: [(mark: FloatContext.Mark, edges: [Double])] = []
    for _ in 0..<600 {
      if states.count > 3, numbers.next(below: 3) == 0 {
        let state = states[states.count - 1 - Int(numbers.next(below: 3))]
        while let last = states.last, last.mark.count > state.mark.count { states.removeLast() }
        context.rewind(to: state.mark)
        #expect(edges(context) == state.edges)
      }
      states.append((context.mark, edges(context)))
      let y = max(0, context.lastTop) + numbers.next(below: 4)
      let width = 5 + numbers.next(below: 90)
      let isLeft = numbers.next(below: 2) == 0
      context.add(
        Rect(x: isLeft ? 0 : 300 - width, y: y, width: width, height: numbers.next(below: 40)), isLeft: isLeft)
    }
    #expect(context.lastTop > 100)
  }
}
