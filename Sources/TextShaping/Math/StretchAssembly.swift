/// The parts of a glyph that can have any size (MathML Core §5.3, "glyph assembly").
struct StretchAssembly {
  private let parts: [MathStretch.Part]

  /// The most glyphs of one character. A larger size would need more.
  static let maxParts = 1000

  /// Fails if there are no parts.
  init?(_ parts: [MathStretch.Part]) {
    guard !parts.isEmpty, parts.allSatisfy({ $0.extent > 0 }) else { return nil }
    self.parts = parts
  }

  /// The glyphs, each with the length by which the next one overlaps it as `connector`.
  /// - Parameters:
  ///   - size: ems.
  ///   - overlap: the least one, ems.
  func parts(size: Double, overlap: Double) -> [MathStretch.Part] {
    let extenders = parts.filter(\.isExtender)
    let extended = extenders.reduce(0) { $0 + $1.extent - overlap }
    let fixed = parts.reduce(0) { $0 + ($1.isExtender ? 0 : $1.extent - overlap) }
    var repeats = 0
    if extended > 1e-6 {
      let wanted = ((size - overlap - fixed) / extended).rounded(.up)
      repeats = max(0, Int(min(wanted, Double(Self.maxParts / max(1, extenders.count)))))
    }
    var made: [MathStretch.Part] = []
    for part in parts { made += repeatElement(part, count: part.isExtender ? repeats : 1) }
    guard made.count > 1 else { return made.isEmpty ? parts : made }
    // More overlap makes the whole as small as was asked for.
    let whole = made.reduce(0) { $0 + $1.extent } - overlap * Double(made.count - 1)
    let extra = max(0, whole - size) / Double(made.count - 1)
    for index in made.indices {
      let next = index + 1 < made.count ? made[index + 1].connector : 0
      let most = max(overlap, min(made[index].connector, next))
      made[index].connector = min(overlap + extra, most)
    }
    return made
  }
}
