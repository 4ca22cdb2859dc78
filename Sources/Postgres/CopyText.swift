/// Builds rows in COPY's text format: columns separated by tabs, rows by line feeds (PostgreSQL, COPY, "Text Format").
package struct CopyText: Sendable {
  /// The rows so far.
  package private(set) var bytes: [UInt8] = []
  private var isRowStart = true

  package init() {}

  /// Appends a column of UTF-8 text, and escapes it.
  package mutating func append(_ value: some Sequence<UInt8>) {
    separate()
    // Most text needs no escapes.
    let isPlain = value.withContiguousStorageIfAvailable { text -> Bool in
      guard !text.contains(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }) else { return false }
      bytes.append(contentsOf: text)
      return true
    }
    if isPlain == true { return }
    for byte in value {
      switch byte {
      case UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "\\")]
      case UInt8(ascii: "\n"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "n")]
      case UInt8(ascii: "\r"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "r")]
      case UInt8(ascii: "\t"): bytes += [UInt8(ascii: "\\"), UInt8(ascii: "t")]
      default: bytes.append(byte)
      }
    }
  }

  /// Appends a column of text; nil is null.
  package mutating func append(_ value: String?) {
    if let value { append(value.utf8) } else { appendNull() }
  }

  /// Appends a column with a number.
  package mutating func append(_ value: Int64) {
    separate()
    bytes.append(contentsOf: String(value).utf8)
  }

  /// Appends a column that is null.
  package mutating func appendNull() {
    separate()
    bytes += [UInt8(ascii: "\\"), UInt8(ascii: "N")]
  }

  /// Appends columns that another `CopyText` has formatted.
  package mutating func append(columns: [UInt8]) {
    separate()
    bytes += columns
  }

  /// Ends the row. Each row must have the same columns.
  package mutating func endRow() {
    bytes.append(UInt8(ascii: "\n"))
    isRowStart = true
  }

  /// Returns the bytes so far and starts with none.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll() }
    return bytes
  }

  private mutating func separate() {
    if !isRowStart { bytes.append(UInt8(ascii: "\t")) }
    isRowStart = false
  }
}
