import Diagnostics
import TestTraits
import Testing

@Suite(.hangLimit) struct DiagnosticSummaryTests {
  private func link(_ line: Int) -> Diagnostic {
    Diagnostic("link", "The link \(line) leads nowhere.", at: SourceLocation(line: line))
  }

  @Test func diagnosticsOfOneCodeBeyondTheFirstAreCounted() {
    let other = Diagnostic("font", "There is no such font.", at: SourceLocation(line: 9))
    let summary = ((1...300).map(link) + [other]).summarized(most: 3)
    #expect(
      summary.map(\.description) == [
        "line 1: The link 1 leads nowhere.", "line 2: The link 2 leads nowhere.", "line 3: The link 3 leads nowhere.",
        "line 9: There is no such font.", "line 4: 297 more of the kind link, the first here",
      ])
  }

  @Test func duplicatesAreNotCounted() {
    #expect([link(1), link(2), link(1), link(2)].summarized(most: 2) == [link(1), link(2)])
  }

  @Test func aSummaryOfASummaryIsTheSame() {
    let summary = (1...300).map(link).summarized()
    #expect(summary.count == 11)
    #expect(summary.summarized() == summary)
  }

  @Test func severityIsKept() {
    let notes = (1...3).map { Diagnostic("note", "\($0)", severity: .note) }
    #expect(notes.summarized(most: 1).map(\.severity) == [.note, .note])
  }
}
