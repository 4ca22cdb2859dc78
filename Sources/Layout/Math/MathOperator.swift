/// The properties of an operator (MathML Core §3.2.4.2 and appendix B).
struct MathOperator: Equatable {
  /// The place of an operator in its row.
  enum Form: UInt8 { case infix, prefix, postfix }

  /// The spaces before and after the operator, ems.
  var leftSpace = 5.0 / 18
  var rightSpace = 5.0 / 18
  /// Whether the operator grows to the size of what is beside it, above it or below it.
  var isStretchy = false
  /// Whether the operator grows as much above the axis as below it.
  var isSymmetric = false
  /// Whether the operator is larger in formulas that are not in a line of text.
  var isLarge = false
  /// Whether what is above and below the operator becomes scripts in a line of text.
  var hasMovableLimits = false

  /// The properties by the dictionary. An operator that does not have the form has those of another one.
  init(_ text: String, _ form: Form) {
    let key = Self.key(text)
    guard let key, !(form == .infix && (key == 0x7C || key == 0x223C)) else { return }
    for form in [form, .infix, .postfix, .prefix] {
      guard let category = MathOperatorDictionary.category(of: key, form) else { continue }
      set(category)
      return
    }
  }

  private mutating func set(_ category: MathOperatorDictionary.Category) {
    let (left, right) = category.spaces
    (leftSpace, rightSpace) = (Double(left) / 18, Double(right) / 18)
    isStretchy = [.arrow, .fence, .accent].contains(category)
    isSymmetric = [.fence, .integral, .sum].contains(category)
    isLarge = category == .integral || category == .sum
    hasMovableLimits = category == .sum
  }

  /// The character in the dictionary, or a number below 0x20 for operators of two characters. Those that end with a
  /// stroke (U+0338, U+20D2) have the properties of the character before it.
  private static func key(_ text: String) -> UInt32? {
    let scalars = text.unicodeScalars.prefix(3)
    guard let first = scalars.first?.value else { return nil }
    if scalars.count == 1 { return first }
    guard scalars.count == 2, let second = scalars.last?.value else { return nil }
    if second == 0x338 || second == 0x20D2 { return first }
    return MathOperatorDictionary.pairs[text]
  }
}

extension MathOperator {
  /// Whether a character grows along the line (MathML Core appendix B.3); others grow vertically.
  static func isHorizontal(_ scalar: Unicode.Scalar) -> Bool {
    let code = scalar.value
    return horizontal.contains { $0.contains(code) } && !verticalArrows.contains { $0.contains(code) }
  }

  private static let horizontal: [ClosedRange<UInt32>] = [
    0x3D...0x3D, 0x5E...0x5F, 0x7E...0x7E, 0xAF...0xAF, 0x2C6...0x2C7, 0x2C9...0x2C9, 0x2CD...0x2CD, 0x2DC...0x2DC,
    0x2F7...0x2F7, 0x302...0x302, 0x332...0x332, 0x203E...0x203E, 0x20D0...0x20D1, 0x20D6...0x20D7, 0x20E1...0x20E1,
    0x2190...0x21FF, 0x2322...0x2323, 0x23B4...0x23B5, 0x23DC...0x23E1, 0x2500...0x2500, 0x2794...0x27BE,
    0x27F0...0x27FF, 0x2900...0x297F, 0x2B04...0x2BB8, 0x1EEF0...0x1EEF1,
  ]

  private static let verticalArrows: [ClosedRange<UInt32>] = [
    0x2191...0x2191, 0x2193...0x2193, 0x2195...0x2195, 0x219F...0x219F, 0x21A1...0x21A1, 0x21A5...0x21A5,
    0x21A7...0x21A8, 0x21B0...0x21B3, 0x21B5...0x21B5, 0x21BE...0x21BF, 0x21C2...0x21C3, 0x21C5...0x21C5,
    0x21C8...0x21C8, 0x21CA...0x21CA, 0x21D1...0x21D1, 0x21D3...0x21D3, 0x21D5...0x21D5, 0x21DE...0x21DF,
    0x21E1...0x21E1, 0x21E3...0x21E3, 0x21E7...0x21E7, 0x21E9...0x21EB, 0x21ED...0x21EF, 0x21F3...0x21F3,
    0x21F5...0x21F5, 0x27F0...0x27F1, 0x2908...0x290B, 0x2912...0x2913, 0x2949...0x2949, 0x294C...0x294D,
    0x294F...0x294F, 0x2951...0x2951, 0x2954...0x2955, 0x2958...0x2959, 0x295C...0x295D, 0x2960...0x2961,
    0x2963...0x2963, 0x2965...0x2965, 0x296E...0x296F, 0x297E...0x297F, 0x2B06...0x2B07, 0x2B0D...0x2B0D,
    0x2B61...0x2B61, 0x2B63...0x2B63, 0x2B65...0x2B65, 0x2B71...0x2B71, 0x2B73...0x2B73,
  ]
}
