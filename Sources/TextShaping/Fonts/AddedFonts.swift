/// What a document says about a font that it brings (`@font-face`).
package struct AddedFace: Hashable, Sendable {
  package var family: String
  /// 1...1000; one weight, or the range that a variable font covers.
  package var weight: ClosedRange<UInt16>
  package var slant: FontDescription.Slant
  /// Percent.
  package var stretch: Double
  /// Characters it may be used for; empty means all.
  package var ranges: [ClosedRange<UInt32>]
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

/// The fonts that a document brings, by family.
struct AddedFonts {
  /// One face as it is used for some traits.
  struct Choice: Hashable {
    fileprivate var entry: Int
    var synthesis: FaceSynthesis
    /// `wght=…` for a face that covers a range of weights.
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

  /// The faces of a family that match best (css-fonts-4 §5.2), the last one defined first: several where they
  /// differ in the characters they are for.
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

  /// How far a face is from what is wanted: stretch first, then slant, then weight.
  private struct Distance: Comparable {
    var stretch: Double
    var slant: Int
    var weight: Int

    init(_ face: AddedFace, _ traits: SystemFonts.Traits) {
      let off = face.stretch - traits.stretch
      // Narrower faces first where a normal or narrow one is wanted, wider ones first otherwise.
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

    /// Below 400 lighter faces go first, above 500 heavier ones; in between, up to 500, then lighter, then heavier.
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
