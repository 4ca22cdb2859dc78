import Diagnostics

/// A finished document, and what was noticed on the way.
package struct RenderedDocument: Sendable {
  package var pdf: [UInt8]
  package var pages: [PageMeasure]
  package var warnings: [Diagnostic]
  package var timings: Timings
  /// Of a PDF that is the archive of a document in the database.
  package var archive: ArchiveRecord?

  /// How long each stage took.
  package struct Timings: Hashable, Sendable {
    package var markup = Duration.zero
    package var style = Duration.zero
    package var layout = Duration.zero
    package var paint = Duration.zero
    package init() {}

    /// In the order in which they run.
    package var stages: [(name: String, duration: Duration)] {
      [("markup", markup), ("style", style), ("layout", layout), ("paint", paint)]
    }
  }
}
