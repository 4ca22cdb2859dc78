/// Details of text: hyphenation, line boxes, ruby and spacing between scripts (css-text-4, css-inline-3, css-ruby-1).
extension LonghandRows {
  mutating func addTextDetails() {
    add(
      .hyphens, "hyphens", \.text.hyphens, .inherited, keywords: [.none: .none, .manual: .manual, .auto: .auto])
    add(.hyphenateCharacter, "hyphenate-character", \.text.hyphenateCharacter, .inherited) {
      $0.keyword(.auto) ?? $0.string().map { .string($0) }
    } computed: { _, value in
      if case .string(let text) = value { text } else { nil }
    }
    addTextBox()
    addHyphenateLimits()
    add(.hangingPunctuation, "hanging-punctuation", \.text.hangingPunctuation, .inherited) {
      $0.hangingPunctuation()
    } computed: {
      $0.hangingPunctuation($1)
    }
    add(
      .textSpacingTrim, "text-spacing-trim", \.text.fontVariants.spacingTrim, .inherited,
      names: [
        "normal": .normal, "auto": .normal, "space-all": .spaceAll, "space-first": .spaceFirst,
        "trim-start": .trimStart, "trim-both": .trimStart, "trim-all": .trimStart,
      ])
    addRuby()
    add(.textAutospace, "text-autospace", \.text.autospace, .inherited) {
      $0.textAutospace()
    } computed: {
      $0.autospace($1)
    }
  }

  private mutating func addTextBox() {
    add(
      .textBoxTrim, "text-box-trim", \.box.textBoxTrim,
      names: ["none": [], "trim-start": .start, "trim-end": .end, "trim-both": [.start, .end]])
    add(
      .baselineSource, "baseline-source", \.box.baselineSource,
      keywords: [.auto: .auto, .first: .first, .last: .last])
    add(.textBoxEdge, "text-box-edge", \.text.boxEdge, .inherited) {
      $0.textBoxEdge()
    } computed: {
      let words = $0.words($1)
      return TextBoxEdge(
        over: words.first == "cap" ? .cap : words.first == "ex" ? .ex : .text,
        under: words.last == "alphabetic" ? .alphabetic : .text)
    }
    add(.blockEllipsis, "block-ellipsis", \.text.blockEllipsis, .inherited) {
      $0.keyword(.auto, .none) ?? $0.word(["no-ellipsis"]) ?? $0.string().map { .string($0) }
    } computed: { _, value in
      switch value {
      case .keyword(.auto): ""
      case .string(let text): text.isEmpty ? nil : text
      default: nil
      }
    }
  }

  private mutating func addHyphenateLimits() {
    add(.hyphenateLimitChars, "hyphenate-limit-chars", .inherited) {
      $0.repeated(upTo: 3) { $0.keyword(.auto) ?? $0.integer(0) }.map { .list($0) }
    } compute: {
      $0.setHyphenateLimits($1)
    } copy: {
      $0.text.hyphenateLimits.word = $1.text.hyphenateLimits.word
      $0.text.hyphenateLimits.before = $1.text.hyphenateLimits.before
      $0.text.hyphenateLimits.after = $1.text.hyphenateLimits.after
    }
    add(.hyphenateLimitLines, "hyphenate-limit-lines", \.text.hyphenateLimits.lines, .inherited) {
      $0.word(["no-limit"]) ?? $0.integer(0)
    } computed: {
      $1 == .identifier("no-limit") ? nil : $0.integer($1)
    }
    add(.hyphenateLimitZone, "hyphenate-limit-zone", \.text.hyphenateLimits.zone, .inherited) {
      $0.lengthPercent(0)
    } computed: {
      $0.lengthPercentage($1)
    }
  }

  private mutating func addRuby() {
    add(
      .rubyAlign, "ruby-align", \.text.ruby.align, .inherited,
      names: [
        "space-around": .spaceAround, "start": .start, "center": .center, "space-between": .spaceBetween,
      ])
    add(
      .rubyPosition, "ruby-position", \.text.ruby.isUnder, .inherited,
      names: ["over": false, "under": true, "alternate": false, "inter-character": false])
  }
}
