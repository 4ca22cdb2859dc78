import Markup

/// The work that laying out a document has taken so far, and its limits.
///
/// The number of passes depends on the document alone, so that a limit on it has the same effect on every machine. The
/// time limit covers work that passes do not count.
package struct Effort: Hashable, Sendable {
  /// Boxes of the tree.
  package var boxes = 0
  /// How often a box was laid out, including measuring and pages that were laid out again.
  package var passes = 0
  /// Lines that were built, counted in the same way.
  package var lines = 0
  /// Fragments on all pages.
  package var fragments = 0
  /// Pieces of text, edges and boxes in these lines.
  var linePieces = 0
  /// Columns that were laid out, including those tried for balancing.
  var columnPasses = 0

  /// The size of contents that are repeated on pages: headers and footers of tables, fixed boxes, and boxes in page
  /// margins. Each fragment counts, and each `glyphsPerUnit` glyphs.
  var repeated = 0

  /// Tracks of grids that spans cover, and empty ones between items.
  var spannedTracks = 0

  /// Tracks of grids that were sized again for pages of other widths. Each of these pages keeps its own.
  var resizedTracks = 0

  /// Slots of tables with collapsed borders.
  var borderSlots = 0

  /// Columns of tables over which the widths of spanning cells were distributed.
  var spreadColumns = 0

  /// Tracks that the long searches for free cells of grids have visited.
  var placementSteps = 0

  var maxPasses = Int.max
  var maxLinePieces = Int.max
  var maxColumnPasses = Int.max
  var maxRepeated = Int.max
  var deadline = ContinuousClock.now + .seconds(86_400)

  init() {}

  /// - Parameter bytes: of the text and the attributes of the document.
  init(_ limits: LayoutEngine.Limits, boxes: Int, bytes: Int) {
    self.boxes = boxes
    maxRepeated = limits.repeated + bytes
    maxPasses = limits.passes + limits.passesPerBox * boxes
    maxLinePieces = limits.linePieces + limits.linePiecesPerByte * bytes
    maxColumnPasses = limits.columnPasses + limits.columnPassesPerBox * boxes
    deadline = .now + limits.time
  }

  private static let glyphsPerUnit = 16

  /// Whether nothing more shall be repeated. Otherwise, a document of n boxes on n pages could have n² fragments.
  var repeatsTooMuch: Bool { repeated > maxRepeated }

  /// Counts contents that are repeated on a page.
  mutating func countRepeated(_ fragments: some Collection<Fragment>) {
    var glyphs = 0
    for case .text(let slice) in fragments.lazy.map(\.content) { glyphs += slice.glyphs.count }
    repeated += fragments.count + glyphs / Self.glyphsPerUnit
  }

  package static func == (a: Effort, b: Effort) -> Bool {
    (a.boxes, a.passes, a.lines, a.fragments) == (b.boxes, b.passes, b.lines, b.fragments)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(passes)
    hasher.combine(lines)
  }
}

extension LayoutContext {
  /// Counts one pass over a box. False once a limit is exceeded.
  mutating func countPass(_ box: BoxID) -> Bool {
    effort.passes += 1
    guard failure == nil else { return false }
    if effort.passes > effort.maxPasses {
      fail(.tooManyPasses, "Laying the document out takes more than \(effort.maxPasses) passes over its boxes.", box)
    } else if effort.passes & 0x3FF == 0, .now > effort.deadline {
      fail(.tookTooLong, "Laying the document out takes too long.", box)
    }
    return failure == nil
  }

  /// Counts a line that is built.
  /// - Parameter node: the element that contains it.
  mutating func countLine(pieces: Int, in node: NodeID) {
    effort.lines += 1
    effort.linePieces += pieces
    guard effort.linePieces > effort.maxLinePieces else { return }
    fail(
      .tooManyPasses,
      "The lines built to lay the document out have more than \(effort.maxLinePieces) pieces of text and boxes in all.",
      at: node)
  }

  /// Counts a column that is laid out. Returns false if there were too many.
  mutating func countColumnPass(of container: BoxID) -> Bool {
    effort.columnPasses += 1
    guard effort.columnPasses > effort.maxColumnPasses else { return failure == nil }
    fail(.tooManyPasses, "Nested columns take more than \(effort.maxColumnPasses) layout passes.", container)
    return false
  }

  /// Counts the tracks of a grid that is sized again on a page. Returns false if there were too many.
  mutating func countResizedTracks(_ count: Int, of container: BoxID) -> Bool {
    effort.resizedTracks += count
    guard effort.resizedTracks > effort.maxPasses else { return failure == nil }
    fail(
      .tooManyPasses,
      "Grids are sized again for pages of other widths, with more than \(effort.maxPasses) tracks on all of them.",
      container)
    return false
  }

  /// Reports that content is not repeated on all pages.
  mutating func warnOfRepetition(_ box: BoxID) {
    warn(
      "repetition_limit",
      "The contents that pages repeat are too large for so many pages; they are left out of some pages", box)
  }
}
