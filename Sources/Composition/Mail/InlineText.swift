/// The text of a paragraph: white space is collapsed as it is appended, and lines are filled when it is complete.
struct InlineText {
  /// Lines end where the document ends them.
  private var paragraphs: [String] = [""]
  private var isPreformatted = false

  /// A position, for `text(from:)`.
  var mark: (line: Int, offset: Int) { (paragraphs.count - 1, paragraphs[paragraphs.count - 1].utf8.count) }

  /// The text since a position, without the space at its ends.
  func text(from mark: (line: Int, offset: Int)) -> String {
    let first = String(decoding: paragraphs[mark.line].utf8.dropFirst(mark.offset), as: UTF8.self)
    let text = ([first] + paragraphs[(mark.line + 1)...]).joined(separator: " ")
    return text.split(separator: " ").joined(separator: " ")
  }

  mutating func append(_ text: String, keepsSpaces: Bool) {
    if keepsSpaces {
      isPreformatted = true
      let lines = text.replacing("\t", with: "    ").split(separator: "\n", omittingEmptySubsequences: false)
      paragraphs[paragraphs.count - 1] += lines[0]
      paragraphs += lines.dropFirst().map(String.init)
      return
    }
    // Out of the array, because a string with two owners is copied when it changes.
    var line = ""
    swap(&line, &paragraphs[paragraphs.count - 1])
    for scalar in text.unicodeScalars {
      switch scalar {
      case " ", "\n", "\t", "\u{C}", "\r":
        if !line.isEmpty, line.utf8.last != 0x20 { line += " " }
      // A soft hyphen permits a line break in a word; lines of plain text end between words only.
      case "\u{AD}", "\u{200B}": break
      default: line.unicodeScalars.append(scalar)
      }
    }
    swap(&line, &paragraphs[paragraphs.count - 1])
  }

  mutating func breakLine() {
    while paragraphs[paragraphs.count - 1].hasSuffix(" ") { paragraphs[paragraphs.count - 1].removeLast() }
    paragraphs.append("")
  }

  /// Lines of at most `width` columns, unless a word is longer; none if there is no text.
  func lines(width: Int) -> [String] {
    var lines = paragraphs
    if !isPreformatted { lines = paragraphs.flatMap { Self.filled($0, width: width) } }
    while lines.last.map({ $0.allSatisfy(\.isWhitespace) }) == true { lines.removeLast() }
    while lines.first.map({ $0.allSatisfy(\.isWhitespace) }) == true { lines.removeFirst() }
    return lines
  }

  private static func filled(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var columns = 0
    for word in text.split(separator: " ") {
      let count = TextColumns.count(word)
      if !line.isEmpty, columns + 1 + count > width {
        lines.append(line)
        (line, columns) = ("", 0)
      }
      if !line.isEmpty {
        line += " "
        columns += 1
      }
      line += word
      columns += count
    }
    return lines + [line]
  }
}

/// The columns that a text takes in a font in which all characters have one or two (UAX #11).
enum TextColumns {
  static func count(_ text: some StringProtocol) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns($1) }
  }

  private static func columns(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case ..<0x300: 1
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1FAFF, 0x20000...0x3FFFD:
      2
    default: 1
    }
  }
}
