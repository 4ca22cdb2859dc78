import CPango

/// The line breaking classes (UAX #14) of text in the Latin script.
enum BreakClass: UInt8, CaseIterable {
  /// Characters that `LatinAnalysis` does not support: combining marks, other scripts, bidi controls.
  case other
  /// The start of the text.
  case start
  case mandatory, carriageReturn, lineFeed
  case space, zeroWidthSpace, wordJoiner, glue, noBreakSpace
  case breakAfter, hyphen
  case openPunctuation, closePunctuation, closeParenthesis
  case exclamation, inseparable, infixSeparator, nonStarter, quotation, symbol
  case numeric, alphabetic, prefix, postfix
  case breakBefore, breakBeforeAndAfter
  /// An atomic inline (U+FFFC).
  case contingent

  /// The class of each character of the table, from GLib's Unicode data.
  static let table: ContiguousArray<UInt8> = {
    var table = ContiguousArray<UInt8>(repeating: BreakClass.other.rawValue, count: lowEnd + highEnd - highStart)
    for index in table.indices {
      let scalar = UInt32(index < lowEnd ? index : index - lowEnd + highStart)
      table[index] = classify(scalar).rawValue
    }
    return table
  }()

  /// The table covers U+0000..<U+0250 (Latin) and U+2000..<U+2800 (punctuation, currency, symbols).
  static let lowEnd = 0x250
  static let highStart = 0x2000
  static let highEnd = 0x2800

  private static func classify(_ scalar: UInt32) -> BreakClass {
    let script = g_unichar_get_script(scalar)
    guard script == G_UNICODE_SCRIPT_LATIN || script == G_UNICODE_SCRIPT_COMMON else { return .other }
    // A tab is white space in CSS and hangs like the spaces next to it.
    if scalar == 0x09 { return .space }
    if scalar == 0xA0 { return .noBreakSpace }
    return switch g_unichar_break_type(scalar) {
    case G_UNICODE_BREAK_MANDATORY: .mandatory
    case G_UNICODE_BREAK_CARRIAGE_RETURN: .carriageReturn
    case G_UNICODE_BREAK_LINE_FEED: .lineFeed
    case G_UNICODE_BREAK_SPACE: .space
    case G_UNICODE_BREAK_ZERO_WIDTH_SPACE: .zeroWidthSpace
    case G_UNICODE_BREAK_WORD_JOINER: .wordJoiner
    case G_UNICODE_BREAK_NON_BREAKING_GLUE: .glue
    case G_UNICODE_BREAK_AFTER: .breakAfter
    case G_UNICODE_BREAK_HYPHEN: .hyphen
    case G_UNICODE_BREAK_OPEN_PUNCTUATION: .openPunctuation
    case G_UNICODE_BREAK_CLOSE_PUNCTUATION: .closePunctuation
    case G_UNICODE_BREAK_CLOSE_PARANTHESIS: .closeParenthesis
    case G_UNICODE_BREAK_EXCLAMATION: .exclamation
    case G_UNICODE_BREAK_INSEPARABLE: .inseparable
    case G_UNICODE_BREAK_INFIX_SEPARATOR: .infixSeparator
    case G_UNICODE_BREAK_NON_STARTER: .nonStarter
    case G_UNICODE_BREAK_QUOTATION: .quotation
    case G_UNICODE_BREAK_SYMBOL: .symbol
    case G_UNICODE_BREAK_NUMERIC: .numeric
    case G_UNICODE_BREAK_ALPHABETIC, G_UNICODE_BREAK_AMBIGUOUS: .alphabetic
    case G_UNICODE_BREAK_PREFIX: .prefix
    case G_UNICODE_BREAK_POSTFIX: .postfix
    case G_UNICODE_BREAK_BEFORE: .breakBefore
    case G_UNICODE_BREAK_BEFORE_AND_AFTER: .breakBeforeAndAfter
    default: .other
    }
  }
}
