/// Text that has no tags: the content of `title`, `style`, `script` and their like, and CDATA sections.
extension HTMLParser {
  /// Appends the text of the current content model to `text`, up to its end, and returns to the data state.
  mutating func readRawText() {
    let start = position
    switch contentModel {
    case .data: return
    case .rcdata: readUpToEndTag(decodesReferences: true)
    case .rawtext: readUpToEndTag(decodesReferences: false)
    case .script: readScript()
    case .plaintext:
      position = input.count
      appendRaw(start..<position)
    case .cdata:
      while position < input.count, !starts(with: "]]>") { position += 1 }
      text.append(contentsOf: input[start..<position])
      position = min(position + 3, input.count)
    }
    contentModel = .data
  }

  /// Appends a part of the input to `text`, U+FFFD for NUL.
  private mutating func appendRaw(_ range: Range<Int>) {
    guard containsNUL else {
      text.append(contentsOf: input[range])
      return
    }
    for byte in input[range] {
      if byte == 0 { text.append(contentsOf: UTF8.encodedReplacementCharacter) } else { text.append(byte) }
    }
  }

  private mutating func readUpToEndTag(decodesReferences: Bool) {
    let name = names.utf8(rawTextEnd)
    var start = position
    while position < input.count {
      if input[position] == UInt8(ascii: "<"), isTag("</", name) { break }
      if decodesReferences, input[position] == UInt8(ascii: "&") {
        appendRaw(start..<position)
        appendReference(inAttribute: false)
        start = position
      } else {
        position += 1
      }
    }
    appendRaw(start..<position)
  }

  /// The script data states: within `<!--` and `-->`, a `<script>` start tag hides the next `</script>` end tag.
  private mutating func readScript() {
    enum State { case plain, escaped, doubleEscaped }
    let name = names.utf8(rawTextEnd)
    let script = ContiguousArray("script".utf8)
    let start = position
    var state = State.plain
    while position < input.count {
      if input[position] == UInt8(ascii: "<") {
        if state != .doubleEscaped, isTag("</", name) { break }
        switch state {
        case .plain:
          if starts(with: "<!--") {
            state = .escaped
            // The two dashes may also be the first two of `-->`.
            position += 1
          }
        case .escaped: if isTag("<", script) { state = .doubleEscaped }
        case .doubleEscaped: if isTag("</", script) { state = .escaped }
        }
      } else if input[position] == UInt8(ascii: "-"), state != .plain, starts(with: "-->") {
        state = .plain
      }
      position += 1
    }
    appendRaw(start..<position)
  }

  /// Whether the input continues with a tag of a name, up to the byte after the name.
  private func isTag(_ opening: StaticString, _ name: ContiguousArray<UInt8>) -> Bool {
    guard starts(with: opening) else { return false }
    let start = position + opening.utf8CodeUnitCount
    let end = start + name.count
    guard end < input.count else { return false }
    for index in 0..<name.count where input[start + index] | 0x20 != name[index] | 0x20 { return false }
    return Self.isSpace(input[end]) || input[end] == UInt8(ascii: "/") || input[end] == UInt8(ascii: ">")
  }
}
