/// Tables of the pairs of line breaking classes between which a line may break (UAX #14, rules LB4 to LB31).
///
/// Numbers follow the pairs of LB25. Pango uses the regular expression of UAX #14 §8.2, example 7, instead, which
/// allows breaks within `v.1` and `(a)%`.
struct BreakRules {
  /// Raw `Boundary` bits, by `before << 5 | after`: `adjacent` for adjacent characters, `spaced` for characters with
  /// spaces between them.
  let adjacent: ContiguousArray<UInt8>
  let spaced: ContiguousArray<UInt8>

  static let latin = BreakRules()

  private init() {
    var adjacent = ContiguousArray<UInt8>(repeating: 0, count: 32 * 32)
    var spaced = adjacent
    for before in BreakClass.allCases {
      for after in BreakClass.allCases {
        let index = Int(before.rawValue) << 5 | Int(after.rawValue)
        adjacent[index] = Self.boundary(before, after, spaces: false).rawValue
        spaced[index] = Self.boundary(before, after, spaces: true).rawValue
      }
    }
    self.adjacent = adjacent
    self.spaced = spaced
  }

  private static func boundary(_ before: BreakClass, _ after: BreakClass, spaces: Bool) -> Boundary {
    switch (before, after) {
    // LB4, LB5: always after a hard break, but not between CR and LF.
    case (.carriageReturn, .lineFeed): return []
    case (.mandatory, _), (.carriageReturn, _), (.lineFeed, _): return [.line, .mandatory]
    default: break
    }
    return allows(before, after, spaces) ? .line : []
  }

  private static func allows(_ before: BreakClass, _ after: BreakClass, _ spaces: Bool) -> Bool {
    switch after {
    // LB6, LB7: never before a hard break, spaces or ZWSP.
    case .mandatory, .carriageReturn, .lineFeed, .space, .zeroWidthSpace: return false
    default: break
    }
    if before == .start { return false }  // LB2
    if before == .zeroWidthSpace { return true }  // LB8
    // LB18, before LB11 to LB17 as in browsers: closing punctuation after a space may begin a line.
    if spaces { return true }
    // CSS Text 3 §5.1: around an atomic inline, also next to a no-break space, but not next to other glue.
    if before == .contingent || after == .contingent {
      return !(before == .wordJoiner || after == .wordJoiner || before == .glue || after == .glue)
    }
    let before = before == .noBreakSpace ? .glue : before
    let after = after == .noBreakSpace ? .glue : after
    if after == .wordJoiner || before == .wordJoiner { return false }  // LB11
    if before == .glue { return false }  // LB12
    if after == .glue { return before == .breakAfter || before == .hyphen }  // LB12a
    switch after {  // LB13
    case .closePunctuation, .closeParenthesis, .exclamation, .infixSeparator, .symbol: return false
    default: break
    }
    switch (before, after) {
    case (.openPunctuation, _): return false  // LB14
    case (.quotation, .openPunctuation): return false  // LB15
    case (.closePunctuation, .nonStarter), (.closeParenthesis, .nonStarter): return false  // LB16
    case (.breakBeforeAndAfter, .breakBeforeAndAfter): return false  // LB17
    default: break
    }
    if before == .space { return true }
    if before == .quotation || after == .quotation { return false }  // LB19
    return allowsWithoutSpaces(before, after)
  }

  /// The rules from LB21 on, for characters with no spaces between them.
  private static func allowsWithoutSpaces(_ before: BreakClass, _ after: BreakClass) -> Bool {
    switch (before, after) {
    case (_, .breakAfter), (_, .hyphen), (_, .nonStarter), (_, .inseparable): false  // LB21, LB22
    case (.breakBefore, _): false  // LB21
    case (.alphabetic, .numeric), (.numeric, .alphabetic): false  // LB23
    case (.prefix, .alphabetic), (.postfix, .alphabetic): false  // LB24
    case (.alphabetic, .prefix), (.alphabetic, .postfix): false
    case (.closePunctuation, .postfix), (.closeParenthesis, .postfix): false  // LB25
    case (.closePunctuation, .prefix), (.closeParenthesis, .prefix): false
    case (.numeric, .postfix), (.numeric, .prefix): false
    case (.postfix, .openPunctuation), (.prefix, .openPunctuation): false
    case (.postfix, .numeric), (.prefix, .numeric): false
    case (.hyphen, .numeric), (.infixSeparator, .numeric), (.symbol, .numeric), (.numeric, .numeric): false
    case (.alphabetic, .alphabetic): false  // LB28
    case (.infixSeparator, .alphabetic): false  // LB29
    case (.alphabetic, .openPunctuation), (.numeric, .openPunctuation): false  // LB30
    case (.closeParenthesis, .alphabetic), (.closeParenthesis, .numeric): false
    default: true  // LB31
    }
  }
}
