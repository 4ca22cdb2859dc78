/// The footnotes that wait for a page, in the order of their calls. The first one may have started on an earlier page.
///
/// Copies share one list of boxes, to which footnotes are only appended: each page keeps a copy, and thousands of
/// footnotes may wait on thousands of pages.
struct FootnoteQueue {
  private final class Calls {
    var boxes: ContiguousArray<BoxID>
    init(_ boxes: ContiguousArray<BoxID>) { self.boxes = boxes }
  }

  private var calls = Calls([])
  private var range = 0..<0
  /// Where the first footnote continues; nil if it has not started.
  private var token: BreakToken?

  var isEmpty: Bool { range.isEmpty }
  var count: Int { range.count }

  /// - Parameter index: from 0, the first footnote that waits.
  subscript(index: Int) -> WaitingFootnote {
    WaitingFootnote(box: calls.boxes[range.lowerBound + index], token: index == 0 ? token : nil)
  }

  var first: WaitingFootnote? { isEmpty ? nil : self[0] }

  mutating func append(_ box: BoxID) {
    if calls.boxes.count != range.upperBound {
      // Another copy has appended to the list since.
      calls = Calls(ContiguousArray(calls.boxes[range]))
      range = 0..<range.count
    }
    calls.boxes.append(box)
    range = range.lowerBound..<range.upperBound + 1
  }

  mutating func removeFirst() {
    range = range.lowerBound + 1..<range.upperBound
    token = nil
  }

  /// The first footnote has started, and continues from `token`.
  mutating func continueFirst(from token: BreakToken) { self.token = token }

  /// The boxes of the footnotes that wait here but did not wait in an earlier state of this queue; of an unrelated
  /// queue, all boxes.
  func boxes(since earlier: FootnoteQueue? = nil) -> ContiguousArray<BoxID>.SubSequence {
    guard let earlier, earlier.calls === calls else { return calls.boxes[range] }
    return calls.boxes[max(range.lowerBound, min(earlier.range.upperBound, range.upperBound))..<range.upperBound]
  }
}

extension FootnoteQueue: Equatable {
  static func == (a: FootnoteQueue, b: FootnoteQueue) -> Bool {
    guard a.count == b.count, a.token == b.token else { return false }
    return a.calls === b.calls && a.range == b.range || a.boxes() == b.boxes()
  }
}
