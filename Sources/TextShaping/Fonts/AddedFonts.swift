/// The descriptors of a font that a document adds (`@font-face`).
package struct AddedFace: Hashable, Sendable {
  package var family: String
  /// One weight from 1 to 1000, or the range of a variable font; nil for that of the font's axis, or 400.
  package var weight: ClosedRange<UInt16>?
  package var slant: FontDescription.Slant
  /// Percent; nil for the range of the font's axis, or 100.
  package var stretch: ClosedRange<Double>?
  /// The characters that the font is used for; all if empty.
  package var ranges: [ClosedRange<UInt32>]
  package var adjustments = FaceAdjustments()
  package init(
    family: String, weight: ClosedRange<UInt16>? = nil, slant: FontDescription.Slant = .normal,
    stretch: ClosedRange<Double>? = nil, ranges: [ClosedRange<UInt32>] = []
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
    /// `wght=…,wdth=…` for a variable font, otherwise empty.
    var variations: String
  }

  private struct Entry {
    var face: AddedFace
    var data: FontData
    var axes: VariationAxes
    var weight: ClosedRange<UInt16>
    var stretch: ClosedRange<Double>
  }
  private var entries: [Entry] = []
  private var families: [String: [Int]] = [:]
  private var typefaces: [Choice: Int] = [:]

  var count: Int { entries.count }
  /// The families, in lower case, with an axis for the size at which the font is used.
  private var opticalFamilies: Set<String> = []

  subscript(_ choice: Choice) -> (face: AddedFace, data: FontData) {
    (entries[choice.entry].face, entries[choice.entry].data)
  }

  func typeface(_ choice: Choice) -> Int? { typefaces[choice] }

  mutating func remember(_ choice: Choice, _ typeface: Int) { typefaces[choice] = typeface }

  mutating func add(_ face: AddedFace, _ data: FontData, _ axes: VariationAxes) {
    families[face.family.lowercased(), default: []].append(entries.count)
    let weights = axes["wght"].map {
      UInt16(min(max($0.lowerBound, 1), 1000))...UInt16(min(max($0.upperBound, 1), 1000))
    }
    entries.append(
      Entry(
        face: face, data: data, axes: axes, weight: face.weight ?? weights ?? 400...400,
        stretch: face.stretch ?? axes["wdth"] ?? 100...100))
    if axes["opsz"] != nil { opticalFamilies.insert(face.family.lowercased()) }
  }

  /// Whether one of the families has an axis for the size at which the font is used.
  func haveOpticalSizes(_ names: [String]) -> Bool {
    !opticalFamilies.isEmpty && names.contains { opticalFamilies.contains($0.lowercased()) }
  }

  /// The faces of a family that match best (css-fonts-4 §5.2), the one defined last first. There are several if they
  /// have different character ranges.
  func faces(family: String, traits: SystemFonts.Traits) -> [Choice] {
    guard let members = families[family.lowercased()] else { return [] }
    let distances = members.map { Distance(entries[$0].face.slant, entries[$0].weight, entries[$0].stretch, traits) }
    guard let best = distances.min() else { return [] }
    return zip(members, distances).reversed().filter { $0.1 == best }.map { entry, _ in
      choice(of: entry, traits)
    }
  }

  private func choice(of index: Int, _ traits: SystemFonts.Traits) -> Choice {
    let entry = entries[index]
    let leans = traits.slant != .normal && entry.face.slant == .normal
    let isSlanted = entry.axes["slnt"] != nil || entry.axes["ital"] != nil
    var synthesis: FaceSynthesis = .none
    if traits.weight >= 600 && entry.weight.upperBound < 600 { synthesis.insert(.bold) }
    if leans && !isSlanted { synthesis.insert(.oblique) }
    synthesis.formIntersection(traits.synthesis)
    return Choice(
      entry: index, synthesis: synthesis, variations: variations(of: entry, leans: leans, traits).joined(separator: ",")
    )
  }

  /// The values of the axes that a font has (css-fonts-4 §5.2 and §7.1). Of several values for an axis the last one
  /// applies, which is that of `font-variation-settings`.
  private func variations(of entry: Entry, leans: Bool, _ traits: SystemFonts.Traits) -> [String] {
    var values: [String] = []
    if entry.axes["wght"] != nil {
      values.append("wght=\(min(max(traits.weight, entry.weight.lowerBound), entry.weight.upperBound))")
    }
    if entry.axes["wdth"] != nil {
      values.append("wdth=\(min(max(traits.stretch, entry.stretch.lowerBound), entry.stretch.upperBound))")
    }
    if leans, entry.axes["ital"] != nil {
      values.append("ital=1")
    } else if leans, entry.axes["slnt"] != nil {
      values.append("slnt=\(Self.obliqueAngle)")
    }
    if let size = traits.opticalSize, let sizes = entry.axes["opsz"] {
      values.append("opsz=\(min(max(Double(size), sizes.lowerBound), sizes.upperBound))")
    }
    return entry.axes.isEmpty ? [] : values + traits.variations
  }

  /// The angle of `oblique` (css-fonts-4 §2.4) as a value of the axis `slnt`, whose degrees count counterclockwise.
  private static let obliqueAngle = -14

  /// The distance of a face from the requested traits; compared by stretch, then slant, then weight.
  private struct Distance: Comparable {
    var stretch: Double
    var slant: Int
    var weight: Int

    init(
      _ faceSlant: FontDescription.Slant, _ weights: ClosedRange<UInt16>, _ stretches: ClosedRange<Double>,
      _ traits: SystemFonts.Traits
    ) {
      let off = min(max(traits.stretch, stretches.lowerBound), stretches.upperBound) - traits.stretch
      // For a normal or narrow face narrower ones match better, for a wide face wider ones.
      stretch = abs(off) + ((traits.stretch <= 100) == (off > 0) && off != 0 ? 1000 : 0)
      let order: [FontDescription.Slant] =
        switch traits.slant {
        case .normal: [.normal, .oblique, .italic]
        case .italic: [.italic, .oblique, .normal]
        case .oblique: [.oblique, .italic, .normal]
        }
      slant = order.firstIndex(of: faceSlant) ?? 0
      weight = Self.weightDistance(weights, Int(traits.weight))
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
