/// The runs and boundaries of short texts, which are often equal: in a long table, those of all words of one length.
///
/// Equal arrays are stored once while they are among the latest of their kind.
struct SharedParts {
  private var runs = ContiguousArray<ContiguousArray<GlyphRun>>(repeating: [], count: Self.slots)
  private var boundaries = ContiguousArray<ContiguousArray<Boundary>>(repeating: [], count: Self.slots)
  /// A power of two.
  private static let slots = 256
  /// Longer texts share nothing.
  private static let mostBytes = 64

  mutating func share(in text: inout ShapedText) {
    guard text.bytes.count <= Self.mostBytes else { return }
    if text.runs.count == 1 {
      let run = text.runs[0]
      let slot = (Int(run.bytes.upperBound) &+ Int(run.face.index) &* 67) & (Self.slots - 1)
      if runs[slot].first == run { text.runs = runs[slot] } else { runs[slot] = text.runs }
    }
    var hash: UInt32 = 0
    for boundary in text.boundaries { hash = hash &* 31 &+ UInt32(boundary.rawValue) }
    let slot = Int(hash) & (Self.slots - 1)
    if boundaries[slot] == text.boundaries {
      text.boundaries = boundaries[slot]
    } else {
      boundaries[slot] = text.boundaries
    }
  }
}
