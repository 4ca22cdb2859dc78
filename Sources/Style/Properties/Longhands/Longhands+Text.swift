/// Lines and words (css-text-4) and the direction of text (css-writing-modes-4).
extension LonghandRows {
  mutating func addText() {
    addAlignment()
    addWhiteSpace()
    addSpacing()
    add(.textTransform, "text-transform", \.text.textTransform, [.inherited, .firstLine]) {
      $0.keyword(.none) ?? $0.keyword(.mathAuto) ?? $0.textTransform()
    } computed: {
      $0.textTransform($1)
    }
    add(
      .overflowWrap, "overflow-wrap", \.text.overflowWrap, .inherited,
      keywords: [.normal: .normal, .breakWord: .breakWord, .anywhere: .anywhere])
    add(
      .wordBreak, "word-break", \.text.wordBreak, .inherited,
      keywords: [
        .normal: .normal, .breakAll: .breakAll, .keepAll: .keepAll, .breakWord: .breakWord, .autoPhrase: .normal,
      ])
    add(
      .lineBreak, "line-break", \.text.lineBreak, .inherited,
      keywords: [.auto: .auto, .loose: .loose, .normal: .normal, .strict: .strict, .anywhere: .anywhere])
    add(.orphans, "orphans", \.text.orphans, .inherited) {
      $0.integer(1)
    } computed: {
      max(1, $0.integer($1))
    }
    add(.widows, "widows", \.text.widows, .inherited) {
      $0.integer(1)
    } computed: {
      max(1, $0.integer($1))
    }
    add(
      .unicodeBidi, "unicode-bidi", \.text.unicodeBidi,
      keywords: [
        .normal: .normal, .embed: .embed, .isolate: .isolate, .bidiOverride: .override,
        .isolateOverride: .isolateOverride, .plaintext: .plaintext,
      ])
    addUncomputed(.custom, "--*", [.inherited, .firstLine, .internal]) { _ in nil }
    add(.language, "-pressrun-language", \.text.language, [.inherited, .internal]) { _ in
      nil
    } computed: {
      if case .identifier(let language) = $1 { language } else { $0.style.text.language }
    }
  }

  private mutating func addSpacing() {
    add(.letterSpacing, "letter-spacing", \.text.letterSpacingValue, [.inherited, .firstLine]) {
      $0.keyword(.normal) ?? $0.lengthPercent()
    } computed: {
      $0.spacing($1)
    }
    add(.wordSpacing, "word-spacing", \.text.wordSpacingValue, [.inherited, .firstLine]) {
      $0.keyword(.normal) ?? $0.lengthPercent()
    } computed: {
      $0.spacing($1)
    }
  }

  private mutating func addAlignment() {
    add(.textAlign, "text-align", .inherited) {
      $0.textAlign()
    } compute: {
      $0.setTextAlign($1)
    } copy: {
      $0.text.textAlign = $1.text.textAlign
      $0.text.blockAlign = $1.text.blockAlign
      $0.text.justifiesLast = $1.text.justifiesLast
    }
    add(.textAlignLast, "text-align-last", \.text.textAlignLast, .inherited) {
      $0.keyword(.auto, .start, .end, .left, .right, .center, .justify, .matchParent)
    } computed: {
      $1 == .keyword(.auto) ? nil : $0.textAlign($1)
    }
    add(
      .textJustify, "text-justify", \.text.justify, .inherited,
      names: [
        "auto": .auto, "none": .none, "inter-word": .interWord, "inter-character": .interCharacter,
        "distribute": .interCharacter,
      ])
    add(.textIndent, "text-indent", .inherited) {
      $0.textIndent()
    } compute: {
      $0.setTextIndent($1)
    } copy: {
      $0.text.textIndent = $1.text.textIndent
      $0.text.indentHangs = $1.text.indentHangs
      $0.text.indentsEachLine = $1.text.indentsEachLine
    }
  }

  private mutating func addWhiteSpace() {
    add(.whiteSpaceCollapse, "white-space-collapse", .inherited) {
      $0.keyword(.collapse, .preserve, .preserveBreaks, .breakSpaces, .preserveSpaces)
    } compute: {
      $0.style.text.whiteSpace.collapsesSpaces = $1 == .keyword(.collapse) || $1 == .keyword(.preserveBreaks)
      $0.style.text.whiteSpace.collapsesNewlines = $1 == .keyword(.collapse) || $1 == .keyword(.preserveSpaces)
      $0.style.text.whiteSpace.breaksSpaces = $1 == .keyword(.breakSpaces)
    } copy: {
      $0.text.whiteSpace.collapsesSpaces = $1.text.whiteSpace.collapsesSpaces
      $0.text.whiteSpace.collapsesNewlines = $1.text.whiteSpace.collapsesNewlines
      $0.text.whiteSpace.breaksSpaces = $1.text.whiteSpace.breaksSpaces
    }
    add(
      .textWrapMode, "text-wrap-mode", \.text.whiteSpace.wraps, .inherited, keywords: [.wrap: true, .nowrap: false])
    add(.textWrapStyle, "text-wrap-style", \.text.wrapStyle, .inherited) {
      $0.keyword(.auto, .balance, .pretty, .stable) ?? $0.word(["avoid-orphans"])
    } computed: {
      switch $1 {
      case .keyword(.balance): .balance
      case .keyword(.pretty), .identifier("avoid-orphans"): .pretty
      default: .auto
      }
    }
    add(.tabSize, "tab-size", \.text.tabSize, .inherited) {
      $0.numeric([.number, .length], minimum: 0)
    } computed: {
      if case .number(let count) = $1 { .spaces(count) } else { .px($0.positive($1)) }
    }
  }

}
