/// How many jobs to claim in addition to those that are worked on: as many as end within a tenth of a second. Short
/// jobs are thus claimed several at a time, and long ones remain available to other processes.
package struct Prefetch {
  /// Moving average of the time of one job; nil before the first.
  package var averageTime: Duration?

  /// Jobs that are claimed in addition should take this time together.
  package static let time = Duration.milliseconds(100)
  private static let perSlot = 8.0

  package init() {}

  /// Adds the time of one job to the average.
  package mutating func add(_ time: Duration) { averageTime = averageTime.map { $0 * 0.8 + time * 0.2 } ?? time }

  /// - Parameter slots: the number of jobs that are worked on at once.
  package func count(slots: Int) -> Int {
    guard let averageTime, averageTime > .zero else { return 0 }
    return Int(Double(slots) * min(Self.perSlot, Self.time / averageTime))
  }
}
