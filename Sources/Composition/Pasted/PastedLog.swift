import Diagnostics

/// Reports the content that was dropped from a pasted body.
///
/// Each image, macro and attachment has its own diagnostic. Meaningless markup (conditional comments, styles, classes)
/// has one per kind, at its first place.
struct PastedLog {
  private let source: String
  private var log = DiagnosticLog()
  private var counts: [(kind: Kind, count: Int, place: SourceLocation)] = []

  /// Markup that is counted.
  enum Kind: String {
    case conditionalComments = "conditional comments"
    case styles = "style declarations"
    case metadata = "elements of metadata and styles"
  }

  init(source: String) { self.source = source }

  var diagnostics: [Diagnostic] {
    counts.map { entry in
      Diagnostic(
        "pasted_markup_dropped", "\(entry.count) \(entry.kind.rawValue) of pasted text were dropped, the first here",
        at: entry.place, severity: .note)
    } + log.entries
  }

  mutating func count(_ kind: Kind, _ number: Int = 1, at place: SourceLocation) {
    guard number > 0 else { return }
    if let index = counts.firstIndex(where: { $0.kind == kind }) {
      counts[index].count += number
      // Elements are reported after their content.
      let first = counts[index].place
      if place.line > 0, (place.line, place.column) < (first.line, first.column) {
        counts[index].place = located(place)
      }
    } else {
      counts.append((kind, number, located(place)))
    }
  }

  mutating func add(
    _ code: String, _ message: String, at place: SourceLocation, severity: Diagnostic.Severity = .warning
  ) {
    log.add(Diagnostic(code, message, at: located(place), severity: severity))
  }

  private func located(_ place: SourceLocation) -> SourceLocation {
    SourceLocation(source: source, line: place.line, column: place.column)
  }

  /// The parser discards comments, so they are counted in the source.
  mutating func countConditionalComments(in html: [UInt8]) {
    for mark in ["<!--[if", "<![if"].map({ Array($0.utf8) }) {
      var position = 0
      while let found = PastedMarks.find(mark, in: html, from: position) {
        if counts.contains(where: { $0.kind == .conditionalComments }) {
          count(.conditionalComments, at: SourceLocation())
        } else {
          let before = html[..<found]
          let line = before.count { $0 == 0x0A } + 1
          let start = before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
          count(.conditionalComments, at: SourceLocation(line: line, column: found - start + 1))
        }
        position = found + mark.count
      }
    }
  }
}
