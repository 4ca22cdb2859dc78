extension [Diagnostic] {
  /// The code of an entry that counts diagnostics that were left out.
  private static var moreCode: String { "more_warnings" }

  /// A list for people: without duplicates, in order of first occurrence, and with at most `most` diagnostics of each
  /// code. An entry counts the omitted diagnostics of a code, at the place of the first of them.
  package func summarized(most: Int = 10) -> [Diagnostic] {
    var known: Set<Diagnostic> = []
    var counts: [String: Int] = [:]
    var leftOut: [Diagnostic] = []
    var summary: [Diagnostic] = []
    for diagnostic in self where known.insert(diagnostic).inserted {
      if diagnostic.code == Self.moreCode {
        summary.append(diagnostic)
        continue
      }
      let count = counts[diagnostic.code, default: 0] + 1
      counts[diagnostic.code] = count
      if count <= most { summary.append(diagnostic) } else if count == most + 1 { leftOut.append(diagnostic) }
    }
    return summary
      + leftOut.map { first in
        let count = (counts[first.code] ?? 0) - most
        return Diagnostic(
          Self.moreCode, "\(count) more of the kind \(first.code), the first here", at: first.location,
          severity: first.severity)
      }
  }
}
