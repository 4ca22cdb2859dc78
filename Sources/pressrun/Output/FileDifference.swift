/// The differences between two sets of files as text, as `diff -u` writes them.
enum FileDifference {
  /// Lines that are shown before and after each change.
  private static let context = 3
  /// Larger files are compared as a whole.
  private static let maximumLines = 20_000

  static func text(from old: [String: [UInt8]], to new: [String: [UInt8]]) -> String {
    Set(old.keys).union(new.keys).sorted().map { text($0, old[$0], new[$0]) }.joined()
  }

  private static func text(_ path: String, _ old: [UInt8]?, _ new: [UInt8]?) -> String {
    guard old != new else { return "" }
    guard let before = lines(old), let after = lines(new) else {
      return "Files \(old == nil ? "/dev/null" : path) and \(new == nil ? "/dev/null" : path) differ\n"
    }
    let header = "--- \(old == nil ? "/dev/null" : "a/" + path)\n+++ \(new == nil ? "/dev/null" : "b/" + path)\n"
    return header + hunks(before, after)
  }

  /// Returns nil for files that are not text, or are too long.
  private static func lines(_ bytes: [UInt8]?) -> [Substring]? {
    guard let text = String(validating: bytes ?? [], as: UTF8.self), !text.unicodeScalars.contains("\0") else {
      return nil
    }
    // By bytes: the Character "\r\n" is not "\n".
    var lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { Substring($0) }
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines.count > maximumLines ? nil : lines
  }

  private struct Line {
    var mark: Character
    var text: Substring
    /// Numbers of the next lines of both files, from 1.
    var old, new: Int
  }

  private static func hunks(_ before: [Substring], _ after: [Substring]) -> String {
    let lines = merged(before, after)
    let changes = lines.indices.filter { lines[$0].mark != " " }
    var text = ""
    var start = 0
    while start < changes.count {
      var end = start
      while end + 1 < changes.count, changes[end + 1] - changes[end] <= 2 * context { end += 1 }
      let range = max(0, changes[start] - context)...min(lines.count - 1, changes[end] + context)
      let hunk = lines[range]
      let (oldCount, newCount) = (hunk.count { $0.mark != "+" }, hunk.count { $0.mark != "-" })
      text += "@@ -\(hunk[range.lowerBound].old),\(oldCount) +\(hunk[range.lowerBound].new),\(newCount) @@\n"
      text += hunk.map { "\($0.mark)\($0.text)\n" }.joined()
      start = end + 1
    }
    return text
  }

  private static func merged(_ before: [Substring], _ after: [Substring]) -> [Line] {
    let difference = after.difference(from: before)
    let removed = Set(difference.removals.map(\.offset))
    let inserted = Set(difference.insertions.map(\.offset))
    var lines: [Line] = []
    var (old, new) = (0, 0)
    while old < before.count || new < after.count {
      if removed.contains(old) {
        lines.append(Line(mark: "-", text: before[old], old: old + 1, new: new + 1))
        old += 1
      } else if inserted.contains(new) {
        lines.append(Line(mark: "+", text: after[new], old: old + 1, new: new + 1))
        new += 1
      } else {
        lines.append(Line(mark: " ", text: before[old], old: old + 1, new: new + 1))
        (old, new) = (old + 1, new + 1)
      }
    }
    return lines
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
