import Style
import TextShaping

/// The break opportunities of a style's text, as far as they differ from UAX #14 (css-text-4 §5, §6).
struct BreakRule {
  private let whiteSpace: TextStyle.WhiteSpace
  private let wordBreak: TextStyle.WordBreak
  /// `line-break: anywhere`.
  private let isAnywhere: Bool
  /// `hyphens: none`.
  private let ignoresSoftHyphens: Bool
  /// A word that fills a whole line may be broken anywhere.
  let breaksWords: Bool
  /// The same, and the word's min-content width is that of its widest character.
  let shrinksWords: Bool
  /// Words are hyphenated with a dictionary.
  let hyphenates: Bool
  /// Spaces are collapsible: they are removed at the end of a line rather than hang.
  let collapsesSpaces: Bool
  /// Breaks depend on the adjacent characters.
  private let tailors: Bool
  private let strictness: BreakTailoring.Strictness?
  private let isEastAsian: Bool

  init(_ styles: ContiguousArray<ComputedStyle>, _ style: StyleID) {
    let index = Int(style.index)
    let overflowWrap = styles[index].text.overflowWrap
    let lineBreak = styles[index].text.lineBreak
    let hyphens = styles[index].text.hyphens
    whiteSpace = styles[index].text.whiteSpace
    wordBreak = styles[index].text.wordBreak
    isAnywhere = lineBreak == .anywhere
    ignoresSoftHyphens = hyphens == .none
    breaksWords = overflowWrap != .normal || wordBreak == .breakWord
    shrinksWords = overflowWrap == .anywhere || wordBreak == .breakWord
    hyphenates = hyphens == .auto && !styles[index].text.language.isEmpty
    collapsesSpaces = whiteSpace.collapsesSpaces
    strictness =
      switch lineBreak {
      case .loose: .loose
      case .normal: .normal
      case .strict: .strict
      case .auto, .anywhere: nil
      }
    tailors = strictness != nil || wordBreak == .keepAll || wordBreak == .breakAll || hyphens == .none
    isEastAsian =
      strictness != nil && ["ja", "zh"].contains(styles[index].text.language.prefix { $0 != "-" }.lowercased())
  }

  /// Lines end at the opportunities of UAX #14 only.
  var isStandard: Bool { !whiteSpace.breaksSpaces && !isAnywhere && !tailors }

  /// Returns true for white space that takes no space at the end of a line: all except with `pre` and `break-spaces`.
  /// Tabs are measured.
  func hangs(_ boundary: Boundary) -> Bool {
    boundary.contains(.space) && !whiteSpace.breaksSpaces && (whiteSpace.collapsesSpaces || whiteSpace.wraps)
  }

  /// - Parameters:
  ///   - boundary: of the character at `index`.
  ///   - previous: of the preceding character.
  func allowsBreak(
    _ boundary: Boundary, previous: Boundary, at index: Int, of bytes: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    if whiteSpace.breaksSpaces, previous.contains(.space) { return true }
    if isAnywhere {
      return boundary.contains(.grapheme) && (!boundary.contains(.space) || whiteSpace.breaksSpaces)
    }
    guard tailors else { return boundary.contains(.line) }
    return tailored(boundary, at: index, of: bytes)
  }

  private func tailored(_ boundary: Boundary, at index: Int, of bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard boundary.contains(.grapheme), index > 0, !boundary.contains(.space) else { return boundary.contains(.line) }
    let (before, after) = (bytes.scalar(endingAt: index), bytes.scalar(at: index))
    if before == 0xAD, ignoresSoftHyphens { return false }
    if let strictness, let allows = BreakTailoring.allows(before, after, strictness, isEastAsian: isEastAsian) {
      return allows
    }
    switch wordBreak {
    case .breakAll where BreakTailoring.isLetter(before) && BreakTailoring.isLetter(after): return true
    case .keepAll where BreakTailoring.isLetter(before) && BreakTailoring.isLetter(after): return false
    default: return boundary.contains(.line)
    }
  }
}
