/// Lets one task at a time use a renderer, urgent ones first, otherwise in order.
struct StepQueue {
  private var isBusy = false
  private var urgent: [CheckedContinuation<Void, Never>] = []
  private var others: [CheckedContinuation<Void, Never>] = []

  /// Enters if nobody is in the queue.
  mutating func enter() -> Bool {
    if isBusy { return false }
    isBusy = true
    return true
  }

  mutating func wait(_ continuation: CheckedContinuation<Void, Never>, isUrgent: Bool) {
    if isUrgent { urgent.append(continuation) } else { others.append(continuation) }
  }

  /// Leaves, and lets the next one enter.
  mutating func leave() {
    if !urgent.isEmpty {
      urgent.removeFirst().resume()
    } else if !others.isEmpty {
      others.removeFirst().resume()
    } else {
      isBusy = false
    }
  }
}
