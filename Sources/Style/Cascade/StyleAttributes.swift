import Markup

/// The declaration blocks of `style` attributes.
///
/// Attributes that a program writes repeat a few declarations in many combinations. So each distinct declaration is
/// parsed once and becomes a block of its own, and an attribute is a list of blocks.
struct StyleAttributes {
  /// Whether they belong to a document in quirks mode.
  let isQuirky: Bool
  /// The blocks of single declarations, by their text.
  private var declarations = ByteTable<BlockID>()
  /// The blocks of attributes that are parsed as a whole, by their text.
  private var attributes = ByteTable<BlockID>()

  init(isQuirky: Bool) { self.isQuirky = isQuirky }

  /// Appends the blocks of an attribute, in ascending order of precedence.
  /// - Parameters:
  ///   - place: line and column of the value, for warnings.
  ///   - log: receives the warnings about ignored declarations.
  mutating func append(
    _ text: UnsafeBufferPointer<UInt8>, place: (line: Int, column: Int), to result: inout ContiguousArray<BlockID>,
    blocks: inout BlockTable, log: inout StyleDiagnosticLog
  ) {
    if let known = attributes[UnsafeRawBufferPointer(text)] {
      if !known.isNone { result.append(known) }
      return
    }
    let start = result.count
    var splitter = DeclarationSplitter(text)
    while let range = splitter.next() {
      let text = UnsafeBufferPointer(rebasing: text[range])
      if let known = declarations[UnsafeRawBufferPointer(text)] {
        if !known.isNone { result.append(known) }
      } else if let block = parse(text, &blocks) {
        declarations.insert(UnsafeRawBufferPointer(text), block)
        if !block.isNone { result.append(block) }
      } else {
        splitter.isIrregular = true
        break
      }
    }
    guard splitter.isIrregular else { return }
    result.removeSubrange(start...)
    let sheet = SheetSource(
      list: TokenList(ContiguousArray(text)), name: "", base: "", firstLine: place.line, firstColumn: place.column,
      isQuirky: isQuirky)
    var parser = DeclarationParser(sheet: sheet, log: log)
    parser.parseAll(0..<sheet.list.tokens.count - 1)
    log = parser.log
    let block = parser.declarations.isEmpty ? BlockID.none : blocks.add(parser.declarations)
    attributes.insert(UnsafeRawBufferPointer(text), block)
    if !block.isNone { result.append(block) }
  }

  /// The block of one declaration; nil if the text is something else, or if there is a warning about it, which needs
  /// the place in the attribute.
  private func parse(_ text: UnsafeBufferPointer<UInt8>, _ blocks: inout BlockTable) -> BlockID? {
    let list = TokenList(ContiguousArray(text))
    let all = 0..<list.tokens.count - 1
    guard DeclarationParser.endOfDeclaration(list, 0, all.upperBound) == all.upperBound else { return nil }
    var parser = DeclarationParser(
      sheet: SheetSource(list: list, name: "", base: "", isQuirky: isQuirky), log: StyleDiagnosticLog())
    parser.parse(all)
    guard parser.log.isEmpty else { return nil }
    return parser.declarations.isEmpty ? BlockID.none : blocks.add(parser.declarations)
  }
}

/// Splits the text of a `style` attribute at the semicolons between declarations (css-syntax-3 §5.4.4), without making
/// tokens.
private struct DeclarationSplitter {
  private let text: UnsafeBufferPointer<UInt8>
  private var position = 0
  /// The text contains something other than names, numbers, strings and functions, such as comments, escapes and
  /// blocks. Only the tokenizer can tell where its declarations end.
  var isIrregular = false

  init(_ text: UnsafeBufferPointer<UInt8>) { self.text = text }

  /// The range of the next declaration, without white space before it; nil at the end, or if the text is irregular.
  mutating func next() -> Range<Int>? {
    while position < text.count, text[position] == UInt8(ascii: ";") || Tokenizer.isSpace(text[position]) {
      position += 1
    }
    guard position < text.count else { return nil }
    let start = position
    var depth = 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: ";") where depth == 0: return start..<position
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"): skipString()
      case UInt8(ascii: "/"): isIrregular = position + 1 < text.count && text[position + 1] == UInt8(ascii: "*")
      case UInt8(ascii: "\\"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["), UInt8(ascii: "]"), 0:
        isIrregular = true
      default: break
      }
      if isIrregular || depth < 0 {
        isIrregular = true
        return nil
      }
      position += 1
    }
    return start..<position
  }

  /// Moves to the closing quote.
  private mutating func skipString() {
    let quote = text[position]
    repeat {
      position += 1
      guard position < text.count, text[position] != UInt8(ascii: "\\"), text[position] >= 0x20 else {
        isIrregular = true
        return
      }
    } while text[position] != quote
  }
}
