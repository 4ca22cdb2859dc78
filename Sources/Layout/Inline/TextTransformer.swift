import Style

/// `text-transform` of successive characters (css-text-4 §2.1), with the tailorings of Unicode's SpecialCasing.txt
/// and of the specification for Greek, Turkish, Azeri and Dutch, and the final sigma.
struct TextTransformer {
  /// Languages with special case mappings.
  enum Tailoring {
    case none, greek, turkic, dutch

    init(_ language: String) {
      switch language.prefix(while: { $0 != "-" }).lowercased() {
      case "el": self = .greek
      case "tr", "az", "crh", "tt", "ba": self = .turkic
      case "nl": self = .dutch
      default: self = .none
      }
    }
  }

  private let transform: TextStyle.TextTransform
  private let tailoring: Tailoring
  private var startsWord: Bool

  /// - Parameter startsWord: the text does not start inside a word.
  init(_ style: TextProcessing, startsWord: Bool) {
    transform = style.transform
    tailoring = Tailoring(style.language)
    self.startsWord = startsWord
  }

  /// The replacement of the character at an index, and the number of characters that it replaces.
  mutating func replacement(at index: Int, in scalars: [Unicode.Scalar]) -> (String, Int) {
    var (text, count) = changedCase(at: index, in: scalars)
    if transform.contains(.fullWidth) {
      text = String(String.UnicodeScalarView(text.unicodeScalars.map(Self.fullWidth)))
    }
    if transform.contains(.fullSizeKana) {
      text = String(String.UnicodeScalarView(text.unicodeScalars.map { Self.fullSizeKana[$0] ?? $0 }))
    }
    if !transform.isDisjoint(with: [.emojiAsText, .emojiAsPictures]),
      Self.hasPresentations(scalars[index], before: index + count < scalars.count ? scalars[index + count] : " ")
    {
      text += transform.contains(.emojiAsText) ? "\u{FE0E}" : "\u{FE0F}"
    }
    if Self.isInWord(scalars[index]) {
      startsWord = false
    } else if !Self.joinsWord(scalars[index]) {
      startsWord = true
    }
    return (text, count)
  }

  /// Whether a character is an emoji of its own that may be text or a picture (UTS #51 §4). Digits are text.
  private static func hasPresentations(_ scalar: Unicode.Scalar, before next: Unicode.Scalar) -> Bool {
    guard scalar.value >= 0x80, scalar.properties.isEmoji, !scalar.properties.isEmojiModifier else { return false }
    let isFlag = 0x1F1E6...0x1F1FF ~= scalar.value
    let isSequence = next.properties.isEmojiModifier || next.properties.isVariationSelector || next.value == 0x200D
    return !isFlag && !isSequence
  }

  private func changedCase(at index: Int, in scalars: [Unicode.Scalar]) -> (String, Int) {
    let scalar = scalars[index]
    if transform.contains(.mathAuto) { return (String(scalars.count == 1 ? MathItalic.of(scalar) : scalar), 1) }
    if transform.contains(.uppercase) { return uppercase(at: index, in: scalars) }
    if transform.contains(.lowercase) { return lowercase(at: index, in: scalars) }
    guard transform.contains(.capitalize), startsWord, Self.isInWord(scalar) else { return (String(scalar), 1) }
    if tailoring == .turkic, scalar == "i" { return ("İ", 1) }
    if tailoring == .dutch, scalar == "i", index + 1 < scalars.count, scalars[index + 1] == "j" { return ("IJ", 2) }
    return (scalar.properties.titlecaseMapping, 1)
  }

  private func uppercase(at index: Int, in scalars: [Unicode.Scalar]) -> (String, Int) {
    let scalar = scalars[index]
    switch tailoring {
    case .turkic where scalar == "i": return ("İ", 1)
    case .greek: return greekUppercase(at: index, in: scalars)
    default: return (scalar.properties.uppercaseMapping, 1)
    }
  }

  private func lowercase(at index: Int, in scalars: [Unicode.Scalar]) -> (String, Int) {
    let scalar = scalars[index]
    if tailoring == .turkic {
      if scalar == "I" {
        let isDotted = index + 1 < scalars.count && scalars[index + 1].value == 0x307
        return isDotted ? ("i", 2) : ("ı", 1)
      }
      if scalar == "İ" { return ("i", 1) }
    }
    if scalar == "Σ" { return (isFinal(index, in: scalars) ? "ς" : "σ", 1) }
    return (scalar.properties.lowercaseMapping, 1)
  }

  /// Returns true for a sigma at the end of a word of more than one letter.
  private func isFinal(_ index: Int, in scalars: [Unicode.Scalar]) -> Bool {
    func isLetter(_ at: Int) -> Bool { scalars.indices.contains(at) && scalars[at].properties.isAlphabetic }
    return isLetter(index - 1) && !isLetter(index + 1)
  }

  // MARK: Greek

  /// Greek capitals have no accents: a tonos is removed; if it separated two vowels, a dialytika replaces it.
  private func greekUppercase(at index: Int, in scalars: [Unicode.Scalar]) -> (String, Int) {
    let scalar = scalars[index]
    let isCombined = index + 1 < scalars.count && scalars[index + 1].value == 0x301
    let previous = index > 0 ? scalars[index - 1] : " "
    let hadTonos = Self.withoutTonos[previous] != nil && previous.value != 0x390 && previous.value != 0x3B0
    if let plain = Self.withoutTonos[scalar] {
      // The disjunctive "or" keeps its accent.
      let isWord = scalar == "ή" && !Self.isLetter(index - 1, scalars) && !Self.isLetter(index + 1, scalars)
      return (isWord ? "Ή" : String(plain), 1)
    }
    if hadTonos, scalar == "ι" || scalar == "υ" { return (scalar == "ι" ? "Ϊ" : "Ϋ", isCombined ? 2 : 1) }
    let isGreek = (0x370...0x3FF).contains(scalar.value)
    return (scalar.properties.uppercaseMapping, isGreek && isCombined ? 2 : 1)
  }

  private static func isLetter(_ index: Int, _ scalars: [Unicode.Scalar]) -> Bool {
    scalars.indices.contains(index) && scalars[index].properties.isAlphabetic
  }

  private static let withoutTonos: [Unicode.Scalar: Unicode.Scalar] = table(
    from: "άέήίόύώΐΰΆΈΉΊΌΎΏ", to: "ΑΕΗΙΟΥΩΪΫΑΕΗΙΟΥΩ")

  // MARK: Words

  /// Letters and numbers, which start or continue a word for `capitalize`.
  static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
      .letterNumber,
      .otherNumber, .nonspacingMark, .spacingMark, .enclosingMark:
      true
    default: false
    }
  }

  /// Characters that may occur inside a word without ending it.
  private static func joinsWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x27, 0x2019, 0x5F, 0xAD, 0x200C, 0x200D, 0x2060: true
    default: false
    }
  }

  // MARK: Widths and kana

  private static func fullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar.value {
    case 0x21...0x7E: Unicode.Scalar(scalar.value + 0xFEE0) ?? scalar
    default: wide[scalar] ?? scalar
    }
  }

  private static let wide: [Unicode.Scalar: Unicode.Scalar] = table(
    from: " ¢£¬¯¦¥₩｡｢｣､･ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ",
    to: "\u{3000}￠￡￢￣￤￥￦。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン")

  private static let fullSizeKana: [Unicode.Scalar: Unicode.Scalar] = table(
    from: "ぁぃぅぇぉゕゖっゃゅょゎァィゥェォヵㇰヶㇱㇲッㇳㇴㇵㇶㇷㇸㇹㇺャュョㇻㇼㇽㇾㇿヮｧｨｩｪｫｯｬｭｮ",
    to: "あいうえおかけつやゆよわアイウエオカクケシスツトヌハヒフヘホムヤユヨラリルレロワｱｲｳｴｵﾂﾔﾕﾖ")

  private static func table(from: String, to: String) -> [Unicode.Scalar: Unicode.Scalar] {
    Dictionary(zip(from.unicodeScalars, to.unicodeScalars), uniquingKeysWith: { first, _ in first })
  }
}
