import Style

/// The bidi control characters equivalent to `unicode-bidi` (css-writing-modes-4 §2.4.1).
struct BidiControls {
  private let mode: TextStyle.UnicodeBidi
  private let isRTL: Bool

  init(_ style: StyleID, _ styles: ContiguousArray<ComputedStyle>) {
    mode = styles[Int(style.index)].text.unicodeBidi
    isRTL = styles[Int(style.index)].text.direction == .rightToLeft
  }

  /// The control characters at the start of an inline box, in UTF-8.
  var start: [UInt8] {
    switch mode {
    case .normal: []
    case .embed: Array((isRTL ? "\u{202B}" : "\u{202A}").utf8)
    case .override: Array((isRTL ? "\u{202E}" : "\u{202D}").utf8)
    case .isolate: Array((isRTL ? "\u{2067}" : "\u{2066}").utf8)
    case .isolateOverride: Array((isRTL ? "\u{2067}\u{202E}" : "\u{2066}\u{202D}").utf8)
    case .plaintext: Array("\u{2068}".utf8)
    }
  }

  /// The control characters at the end of an inline box, in UTF-8.
  var end: [UInt8] {
    switch mode {
    case .normal: []
    case .embed, .override: Array("\u{202C}".utf8)
    case .isolate, .plaintext: Array("\u{2069}".utf8)
    case .isolateOverride: Array("\u{202C}\u{2069}".utf8)
    }
  }

  /// Before the lines of a block container. Only overrides affect them.
  var beforeLines: [UInt8] {
    switch mode {
    case .override, .isolateOverride: Array((isRTL ? "\u{202E}" : "\u{202D}").utf8)
    case .normal, .embed, .isolate, .plaintext: []
    }
  }
}
