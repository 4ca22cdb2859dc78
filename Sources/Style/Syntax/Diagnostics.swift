/// Collects warnings, and finds lines and columns of offsets.
struct Diagnostics: Sendable {
  private(set) var warnings: [StyleWarning] = []
  /// More than this many help nobody.
  static let limit = 500

  // The last place asked for: offsets mostly grow.
  private var lastList: ObjectIdentifier?
  private var lastOffset = 0
  private var lastLine = 1
  private var lineStart = 0

  mutating func warn(_ message: String, at offset: Int, in sheet: SheetSource) {
    guard warnings.count < Self.limit else { return }
    let place = place(of: offset, in: sheet)
    warn(message, source: sheet.name, line: place.line, column: place.column)
  }

  /// The line and column of an offset in a sheet, where the sheet stands.
  mutating func place(of offset: Int, in sheet: SheetSource) -> (line: Int, column: Int) {
    if lastList != ObjectIdentifier(sheet.list) || offset < lastOffset {
      (lastList, lastOffset, lastLine, lineStart) = (ObjectIdentifier(sheet.list), 0, 1, 0)
    }
    let bytes = sheet.list.bytes
    while lastOffset < min(offset, bytes.count) {
      if bytes[lastOffset] == 0x0A {
        lastLine += 1
        lineStart = lastOffset + 1
      }
      lastOffset += 1
    }
    return (lastLine + sheet.firstLine - 1, offset - lineStart + (lastLine == 1 ? sheet.firstColumn : 1))
  }

  mutating func warn(_ message: String, source: String, line: Int, column: Int = 1) {
    guard warnings.count < Self.limit else { return }
    warnings.append(StyleWarning(message: message, source: source, line: line, column: column))
  }
}

/// Where a stylesheet's text stands.
struct SheetSource {
  var list: TokenList
  /// The sheet's address; empty for the document.
  var name: String
  /// The folder that its addresses are relative to.
  var base: String
  var firstLine = 1
  var firstColumn = 1
}
