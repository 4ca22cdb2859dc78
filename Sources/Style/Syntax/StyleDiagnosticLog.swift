import Diagnostics

/// Collects the warnings about style sheets, and finds the line and column of an offset.
struct StyleDiagnosticLog: Sendable {
  private var log = DiagnosticLog(limit: 500)
  var diagnostics: [Diagnostic] { log.entries }
  var isEmpty: Bool { log.entries.isEmpty }

  // The result of the last search: offsets mostly grow.
  private var lastList: TokenList?
  private var lastOffset = 0
  private var lastLine = 1
  private var lineStart = 0

  mutating func warn(_ code: StyleDiagnosticCode, _ message: String, at offset: Int, in sheet: SheetSource) {
    if !log.isFull { warn(code, message, at: location(of: offset, in: sheet)) }
  }

  mutating func warn(_ code: StyleDiagnosticCode, _ message: String, at location: SourceLocation) {
    log.add(Diagnostic(code.rawValue, message, at: location))
  }

  /// The location of an offset in a style sheet, in the file that contains the style sheet.
  mutating func location(of offset: Int, in sheet: SheetSource) -> SourceLocation {
    if lastList !== sheet.list || offset < lastOffset {
      (lastList, lastOffset, lastLine, lineStart) = (sheet.list, 0, 1, 0)
    }
    let bytes = sheet.list.bytes
    while lastOffset < min(offset, bytes.count) {
      if bytes[lastOffset] == 0x0A {
        lastLine += 1
        lineStart = lastOffset + 1
      }
      lastOffset += 1
    }
    return SourceLocation(
      source: sheet.name, line: lastLine + sheet.firstLine - 1,
      column: offset - lineStart + (lastLine == 1 ? sheet.firstColumn : 1))
  }
}

/// The codes of the warnings of this module.
enum StyleDiagnosticCode: String, Sendable {
  case ignoredDeclaration = "ignored_declaration"
  case ignoredRule = "ignored_rule"
  case ignoredStylesheet = "ignored_stylesheet"
  case stylesheetNotRead = "stylesheet_not_read"
  case styleLimitExceeded = "style_limit_exceeded"
  case unsupportedElement = "unsupported_element"
}

/// The text of a style sheet or `style` attribute, and its location.
struct SheetSource {
  var list: TokenList
  /// The address of the style sheet; empty for the document.
  var name: String
  /// The folder that addresses in the style sheet are relative to.
  var base: String
  /// Line and column of the first byte, counted from 1.
  var firstLine = 1
  var firstColumn = 1
  /// Whether the style sheet belongs to a document in quirks mode.
  var isQuirky = false
}
