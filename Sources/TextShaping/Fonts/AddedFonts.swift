/// The descriptors of a font that a document adds (`@font-face`).
package struct AddedFace: Hashable, Sendable {
  package var family: String
  /// One weight from 1 to 1000, or the range of a variable font.
  package var weight: ClosedRange<UInt16>
  package var slant: FontDescription.Slant
  /// Percent.
  package var stretch: Double
  /// The characters that the font is used for; all if empty.
  package var ranges: [ClosedRange<UInt32>]
  package var adjustments = FaceAdjustments()
  package init(
    family: String, weight: ClosedRange<UInt16> = 400...400, slant: FontDescription.Slant = .normal,
    stretch: Double = 100, ranges: [ClosedRange<UInt32>] = []
  ) {
    self.family = family
    self.weight = weight
    self.slant = slant
    self.stretch = stretch
    self.ranges = ranges
  }
}

/// Changes of the size and the metrics of a font (css-fonts-5 §8), as factors of the font size.
package struct FaceAdjustments: Hashable, Sendable {
  /// `size-adjust`.
  package var size = 1.0
  /// `ascent-override`, `descent-override` and `line-gap-override`; nil for those of the font.
  package var ascent, descent, lineGap: Double?
  package init(size: Double = 1, ascent: Double? = nil, descent: Double? = nil, lineGap: Double? = nil) {
    self.size = size
    self.ascent = ascent
    self.descent = descent
    self.lineGap = lineGap
  }
}

/// The fonts of a document, by family.
struct AddedFonts {
  /// A face with the variations and synthesis for the requested traits.
  struct Choice: Hashable {
    fileprivate var entry: Int
    var synthesis: FaceSynthesis
    /// `wght=…` for a face with a range of weights, otherwise empty.
    var variations: String
  }

  private var entries: [(face: AddedFace, data: FontData)] = []
  private var families: [String: [Int]] = [:]
  private var typefaces: [Choice: Int] = [:]

  var count: Int { entries.count }

  subscript(_ choice: Choice) -> (face: AddedFace, data: FontData) { entries[choice.entry] }

  func typeface(_ choice: Choice) -> Int? { typefaces[choice] }

  mutating func remember(_ choice: Choice, _ typeface: Int) { typefaces[choice] = typeface }

  mutating func add(_ face: AddedFace, _ data: FontData) {
    families[face.family.lowercased(), default: []].append(entries.count)
    entries.append((face, data))
  }

  /// The faces of a family that match best (css-fonts-4 §5.2), the one defined last first. There are several if they
  /// have different character ranges.
  func faces(family: String, traits: SystemFonts.Traits) -> [Choice] {
    guard let members = families[family.lowercased()] else { return [] }
    let distances = members.map { Distance(entries[$0].face, traits) }
    guard let best = distances.min() else { return [] }
    return zip(members, distances).reversed().filter { $0.1 == best }.map { entry, _ in
      let face = entries[entry].face
      var synthesis: FaceSynthesis = .none
      if traits.weight >= 600 && face.weight.upperBound < 600 { synthesis.insert(.bold) }
      if traits.slant != .normal && face.slant == .normal { synthesis.insert(.oblique) }
      synthesis.formIntersection(traits.synthesis)
      let weight = min(max(traits.weight, face.weight.lowerBound), face.weight.upperBound)
      return Choice(
        entry: entry, synthesis: synthesis, variations: face.weight.count > 1 ? "wght=\(weight)" : "")
    }
  }

  /// The distance of a face from the requested traits; compared by stretch, then slant, then weight.
  private struct Distance: Comparable {
    var stretch: Double
    var slant: Int
    var weight: Int

    init(_ face: AddedFace, _ traits: SystemFonts.Traits) {
      let off = face.stretch - traits.stretch
      // For a normal or narrow face narrower ones match better, for a wide face wider ones.
      stretch = abs(off) + ((traits.stretch <= 100) == (off > 0) && off != 0 ? 1000 : 0)
      let order: [FontDescription.Slant] =
        switch traits.slant {
        case .normal: [.normal, .oblique, .italic]
        case .italic: [.italic, .oblique, .normal]
        case .oblique: [.oblique, .italic, .normal]
        }
      slant = order.firstIndex(of: face.slant) ?? 0
      weight = Self.weightDistance(face.weight, Int(traits.weight))
    }

    /// Below 400 lighter faces match better, above 500 heavier ones; from 400 to 500 those up to 500, then lighter,
    /// then heavier ones.
    private static func weightDistance(_ range: ClosedRange<UInt16>, _ wanted: Int) -> Int {
      let lower = Int(range.lowerBound)
      let upper = Int(range.upperBound)
      if lower <= wanted && wanted <= upper { return 0 }
      let isHeavier = lower > wanted
      let distance = isHeavier ? lower - wanted : wanted - upper
      if wanted < 400 { return isHeavier ? 2000 + distance : distance }
      if wanted > 500 { return isHeavier ? distance : 2000 + distance }
      if isHeavier { return lower <= 500 ? distance : 4000 + distance }
      return 2000 + distance
    }

    static func < (a: Distance, b: Distance) -> Bool {
      (a.stretch, a.slant, a.weight) < (b.stretch, b.slant, b.weight)
    }
  }
}
