import Foundation
import JobQueue

/// What keeps jobs from being claimed, in words: `the queue "default" is paused since 2026-11-29T10:00:00Z by ops`.
func describe(_ hold: Hold) -> String {
  var text = "the \(hold.scope.parts.scope) \"\(Table.printable(hold.scope.parts.name))\" "
  switch hold.reason {
  case .paused: text += "is paused"
  case .closed: text += "has a limit of 0 running jobs"
  case .unavailable: text += "is unavailable"
  case .disabled: text += "was disabled by its destination"
  }
  if let since = hold.since { text += " since \(timestamp(since))" }
  if let person = hold.by { text += " by \(Table.printable(person))" }
  if let until = hold.until { text += ", and is tried again at \(timestamp(until))" }
  return text
}

/// What keeps jobs from being claimed, as `--json` prints it.
struct HoldJSON: Encodable {
  var reason: Hold.Reason
  var scope, name: String
  var since, until: Date?
  var by: String?

  init(_ hold: Hold) {
    reason = hold.reason
    (scope, name) = hold.scope.parts
    since = hold.since
    until = hold.until
    by = hold.by
  }
}
