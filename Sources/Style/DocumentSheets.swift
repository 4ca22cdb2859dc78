import Diagnostics
import Markup
import Resources

/// Finds the style sheets of a document and parses them in order: user agent, caller, document.
struct DocumentSheets {
  private let document: Document
  private let options: StyleEngine.Options
  private(set) var parser: StylesheetParser
  /// The folder of `<base href>`.
  private(set) var base = ""
  /// Sheets that are not parsed yet.
  private var sheets: [SheetText] = []
  /// The document has nothing else than `sheets` that adds rules or warnings.
  private var isAlone = true
  /// The parents of the elements that own style sheets, which are the roots of `@scope` rules without selectors.
  private var owners: [Int] = []

  init(_ document: Document, loader: ResourceLoader, options: StyleEngine.Options) {
    self.document = document
    self.options = options
    var rules = UserAgentStylesheet.rules(for: document)
    // All names in the user agent's style sheet are well known: their atoms are the same in every name table.
    rules.names = document.names
    parser = StylesheetParser(rules: rules, media: MediaContext(options), loader: loader, isQuirky: document.isQuirky)
  }

  mutating func collect() {
    for sheet in options.stylesheets {
      sheets.append(
        SheetText(css: ContiguousArray(sheet.css.utf8), name: sheet.source, base: SheetAddress.folder(sheet.source)))
    }
    for index in document.nodes.indices where document.nodes[index].kind == .element {
      let id = NodeID(UInt32(index))
      switch document.nodes[index].name {
      case .style: addStyle(id)
      case .link: addLink(id)
      case .base:
        if base.isEmpty, let href = document.attribute(id, .href).map(WebAddress.cleaned),
          !SheetAddress.hasScheme(href)
        {
          base = SheetAddress.folder(href)
        }
      case .script where runs(id):
        warn("Scripts do not run; write what this one produces into the document", about: id)
      case .canvas:
        warn("A canvas stays empty, because scripts do not run; use an SVG or an image", about: id)
      case .video where document.attribute(id, .poster) == nil:
        warn("A video without a poster shows nothing; give it a poster or use an image", about: id)
      case .audio where document.attribute(id, .controls) != nil:
        warn("Audio controls are not shown", about: id)
      case .iframe where document.attribute(id, .width) != "0" && document.attribute(id, .height) != "0":
        warn("The document of an iframe is not shown; write its content into the document", about: id)
      default: continue
      }
    }
    parseSheets()
    parser.rules.scopeOwners = owners
  }

  /// The number of the owner of a sheet.
  private mutating func addOwner(of id: NodeID) -> Int {
    owners.append(Int(document[id].parent.index))
    return owners.count - 1
  }

  /// Parses the sheets that were found so far, or takes them from an earlier document.
  private mutating func parseSheets() {
    defer { sheets = [] }
    guard let cache = options.parsedSheets, isAlone else {
      for sheet in sheets { parser.parse(sheet) }
      return
    }
    let key = ParsedSheets.key(sheets, media: parser.media, isQuirky: document.isQuirky, names: document.names)
    if let known = cache.sheets(key) {
      (parser.rules, parser.log) = (known.rules, known.log)
      return
    }
    for sheet in sheets { parser.parse(sheet) }
    // What is loaded may change.
    if parser.imports == 0 { cache.insert(.init(rules: parser.rules, log: parser.log), key) }
  }

  /// The parser is about to do something else than parse the sheets of the document. Keeps the order of rules and
  /// warnings.
  private mutating func interrupt() {
    isAlone = false
    parseSheets()
  }

  /// Whether a `script` element is a script, and not a block of data (HTML 4.12.1).
  private func runs(_ id: NodeID) -> Bool {
    let type = document.attribute(id, .type)?.asciiLowercased.trimmed ?? ""
    return type.isEmpty || type == "module" || type.hasSuffix("javascript") || type.hasSuffix("ecmascript")
  }

  private mutating func warn(_ message: String, about id: NodeID) {
    interrupt()
    let place = document[id]
    parser.log.warn(
      .unsupportedElement, message, at: SourceLocation(line: Int(place.line), column: Int(place.column)))
  }

  private func applies(_ id: NodeID) -> Bool {
    if let type = document.attribute(id, .type)?.asciiLowercased, !type.isEmpty, !type.hasPrefix("text/css") {
      return false
    }
    guard let media = document.attribute(id, .media) else { return true }
    return MediaQueries.evaluate(media, parser.media)
  }

  private mutating func addStyle(_ id: NodeID) {
    guard applies(id) else { return }
    var css = ContiguousArray<UInt8>()
    // The location of the text is usually known; otherwise that of the tag is used.
    let first = document.firstChild(of: id)
    let place = first.isNone ? document[id] : document[first]
    for child in document.children(of: id) { css.append(contentsOf: document.text(child)) }
    sheets.append(
      SheetText(
        css: css, base: base, line: max(1, Int(place.line)), column: max(1, Int(place.column)),
        charset: document.charset, owner: addOwner(of: id)))
  }

  private mutating func addLink(_ id: NodeID) {
    guard let rel = document.attribute(id, .rel)?.asciiLowercased,
      let href = document.attribute(id, .href).map(WebAddress.cleaned), !href.isEmpty
    else { return }
    let words = rel.split(whereSeparator: \.isWhitespace)
    guard words.contains("stylesheet"), !words.contains("alternate"), !document.hasAttribute(id, .disabled), applies(id)
    else { return }
    interrupt()
    parser.charset = document.attribute(id, .charset) ?? document.charset
    parser.owner = addOwner(of: id)
    parser.load(
      href, base: base, from: SourceLocation(line: Int(document[id].line), column: Int(document[id].column)))
  }
}

/// The text of a style sheet of a document and its place.
struct SheetText {
  var css: ContiguousArray<UInt8>
  /// The address of the style sheet; empty for the document.
  var name = ""
  /// The folder that addresses in the style sheet are relative to.
  var base: String
  /// Line and column of the first byte, counted from 1.
  var line = 1
  var column = 1
  /// The label of the charset for style sheets that it imports.
  var charset = "utf-8"
  /// The number of the element that owns the sheet, as in `StylesheetParser.owner`.
  var owner: Int?
}

extension StylesheetParser {
  fileprivate mutating func parse(_ sheet: SheetText) {
    charset = sheet.charset
    owner = sheet.owner
    parse(sheet.css, name: sheet.name, base: sheet.base, line: sheet.line, column: sheet.column)
  }
}
