import JobQueue
import Web

extension Dashboard {
  /// What keeps a job or delivery from being claimed.
  func holdList(_ holds: [Hold]?) -> HTML? {
    guard let holds, !holds.isEmpty else { return nil }
    return "<ul class=\"holds\">\(holds.map { hold -> HTML in "<li>\(Self.sentence(hold))</li>" })</ul>"
  }

  private static func sentence(_ hold: Hold) -> HTML {
    let (scope, name) = hold.scope.parts
    let circumstances = [
      hold.since.map { UI.time($0) }, hold.by.map { person -> HTML in "by \(person)" },
      hold.until.map { time -> HTML in "next attempt \(UI.time(time))" },
    ].compactMap { $0 }
    let details: HTML? =
      circumstances.first.map { first in
        " (\(circumstances.dropFirst().reduce(first) { text, next -> HTML in "\(text), \(next)" }))"
      }
    return "Waits: the \(scope) \(UI.code(name)) \(words(hold.reason))\(details)."
  }

  private static func words(_ reason: Hold.Reason) -> String {
    switch reason {
    case .paused: "is paused"
    case .closed: "has a limit of 0 running jobs"
    case .unavailable: "is unavailable"
    case .disabled: "was disabled by its destination"
    }
  }
}
