// Section numbers are those of the HTML standard unless another one is named.

/// The HTML parsing algorithm (HTML 13.2) over UTF-8, which builds a linked tree in flat arrays.
///
/// The tokenizer, the insertion modes and the list of active formatting elements are extensions of this one value.
/// Scripting is off. Comments are dropped, and of a doctype only the quirks mode is kept.
struct HTMLParser {
  // MARK: Source

  let input: [UInt8]
  let limits: Document.Limits
  /// Whether `input` has NUL bytes, which most insertion modes drop.
  let containsNUL: Bool
  var position = 0
  /// The line and column, from 1, of the last tag; see `countLines(to:)`.
  var line: UInt32 = 1
  var column: UInt16 = 1
  /// The offset up to which newlines are counted in `line`.
  var lineCounted = 0
  /// The offset of the first byte of the line.
  var lineStart = 0
  /// The line and column of each `style` attribute's value, by the offset of the value in `bytes`.
  var stylePlaces: [UInt32: (line: UInt32, column: UInt16)] = [:]
  /// Set when a limit is exceeded; parsing stops at the next token.
  var failure: MarkupError?
  /// Units of work: bytes read, stack entries visited, nodes moved. Tests assert that it grows linearly.
  var steps = 0

  // MARK: Current token

  var contentModel = ContentModel.data
  /// The element whose end tag ends `rcdata`, `rawtext` and `script`.
  var rawTextEnd = Atom.script
  var text = ContiguousArray<UInt8>()
  var tag = Tag()
  var tagAttributes = ContiguousArray<Attribute>()
  /// The name that is being read.
  var scratch = ContiguousArray<UInt8>()

  // MARK: Tree

  var names = NameTable()
  var svgElementNames = SpelledNames()
  var svgAttributeNames = SpelledNames()
  var nodes = ContiguousArray<Node>()
  /// The links of each node of `nodes`.
  var links = ContiguousArray<TreeLinks>()
  var attributes = ContiguousArray<Attribute>()
  var bytes = ContiguousArray<UInt8>()
  var quirks = QuirksMode.none
  /// Whether the document keeps the contents of `template` elements, which are not rendered.
  var keepsTemplateContents = false

  // MARK: State of tree construction (13.2.4)

  var mode = InsertionMode.initial
  /// The mode to return to after `text`.
  var originalMode = InsertionMode.initial
  /// The modes of the open `template` elements.
  var templateModes = ContiguousArray<InsertionMode>()
  var openElements = ContiguousArray<NodeID>()
  /// The list of active formatting elements; `.none` is a marker.
  var formatting = ContiguousArray<NodeID>()
  var head = NodeID.none
  /// The form element pointer.
  var form = NodeID.none
  var fosterParenting = false
  var framesetOK = true
  /// Whether a newline at the start of the next text is dropped, as after `<pre>`.
  var ignoresNextNewline = false
  /// Whether the root declares `svg:` as the prefix of SVG; see `readPrefixes()`.
  var hasSVGPrefix = false

  /// The tokenizer's treatment of text (13.2.5).
  enum ContentModel { case data, rcdata, rawtext, script, plaintext, cdata }

  /// The insertion modes (13.2.4.1). “In table text” is part of the modes of tables, “after after body” of `afterBody`.
  enum InsertionMode {
    case initial, beforeHTML, beforeHead, inHead, inHeadNoscript, afterHead, inBody, text
    case inTable, inCaption, inColumnGroup, inTableBody, inRow, inCell, inTemplate, afterBody
    case inFrameset, afterFrameset, afterAfterFrameset
  }

  /// A start or end tag; its attributes are in `tagAttributes`.
  struct Tag {
    var name = Atom.html
    var isSelfClosing = false
  }

  init(_ source: SourceText, limits: Document.Limits) {
    input = source.bytes
    containsNUL = source.containsNUL
    self.limits = limits
    nodes.reserveCapacity(input.count / 16)
    links.reserveCapacity(input.count / 16)
    bytes.reserveCapacity(input.count)
    _ = addNode(.document, name: .html, range: 0..<0)
  }

  mutating func parse() throws(MarkupError) -> Document {
    while failure == nil {
      switch nextToken() {
      case .text: processText()
      case .startTag: processStartTag()
      case .endTag: processEndTag()
      case .doctype(let quirks):
        ignoresNextNewline = false
        if mode == .initial {
          self.quirks = quirks
          mode = .beforeHTML
        }
      case .end:
        finish()
        return DocumentBuilder.flatten(self)
      }
    }
    throw failure ?? MarkupError(code: .malformed, message: "The document could not be read.")
  }

  /// Sets `line` and `column` to the position of an offset, which does not precede the previous one.
  mutating func countLines(to offset: Int) {
    var index = lineCounted
    while index < offset {
      if input[index] == 0x0A {
        line += 1
        lineStart = index + 1
      }
      index += 1
    }
    lineCounted = max(offset, lineCounted)
    column = UInt16(clamping: offset - lineStart + 1)
  }
}
