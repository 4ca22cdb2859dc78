import Diagnostics
import TextShaping

/// A rendered document with its diagnostics.
package struct RenderedDocument: Sendable {
  package var pdf: [UInt8]
  package var pages: [PageMeasure]
  package var warnings: [Diagnostic]
  package var timings: Timings
  /// The fonts of its text, by name.
  package var fonts: [UsedFont] = []
  /// The build record, if it is an archive of a document in the database.
  package var archive: ArchiveRecord?
  /// The parts of a binder.
  package var parts: [BoundPart] = []

  /// Duration of each stage.
  package struct Timings: Hashable, Sendable {
    package var markup = Duration.zero
    package var style = Duration.zero
    package var layout = Duration.zero
    package var paint = Duration.zero
    package init() {}

    /// The stages in execution order.
    package var stages: [(name: String, duration: Duration)] {
      [("markup", markup), ("style", style), ("layout", layout), ("paint", paint)]
    }
  }
}
