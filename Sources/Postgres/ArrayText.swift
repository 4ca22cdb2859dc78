/// The text form of one-dimensional arrays: `{1,2}`, `{"a b","say \"hi\""}` (PostgreSQL, 8.15.2 and 8.15.6).
enum ArrayText {
  /// - Returns: nil for malformed text, nested arrays and null elements.
  static func parse(_ text: UnsafeBufferPointer<UInt8>) -> [String]? {
    guard text.count >= 2, text.first == UInt8(ascii: "{"), text.last == UInt8(ascii: "}") else { return nil }
    if text.count == 2 { return [] }
    var items: [String] = []
    var item: [UInt8] = []
    var isQuoted = false
    var wasQuoted = false
    var index = 1
    func finish() -> Bool {
      if !wasQuoted, item.isEmpty || String(decoding: item, as: UTF8.self) == "NULL" { return false }
      items.append(String(decoding: item, as: UTF8.self))
      item.removeAll(keepingCapacity: true)
      wasQuoted = false
      return true
    }
    while index < text.count - 1 {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\\"):
        index += 1
        guard index < text.count - 1 else { return nil }
        item.append(text[index])
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        wasQuoted = true
      case UInt8(ascii: ",") where !isQuoted:
        guard finish() else { return nil }
      case UInt8(ascii: "{") where !isQuoted, UInt8(ascii: "}") where !isQuoted:
        return nil
      default:
        item.append(byte)
      }
      index += 1
    }
    guard !isQuoted, finish() else { return nil }
    return items
  }

  static func write(_ items: some Sequence<some Sequence<UInt8>>, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(UInt8(ascii: "\""))
      let isDone: Void? = item.withContiguousStorageIfAvailable { write($0, into: &bytes) }
      if isDone == nil { Array(item).withUnsafeBufferPointer { write($0, into: &bytes) } }
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// Escapes quotes and backslashes.
  private static func write(_ item: UnsafeBufferPointer<UInt8>, into bytes: inout [UInt8]) {
    var start = 0
    for (index, byte) in item.enumerated() where byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") {
      bytes.append(contentsOf: item[start..<index])
      bytes.append(UInt8(ascii: "\\"))
      start = index
    }
    bytes.append(contentsOf: item[start...])
  }

  /// A nil item is written as null.
  static func write(integers items: some Sequence<(some FixedWidthInteger)?>, into bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, item) in items.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes.append(contentsOf: (item.map { String($0) } ?? "null").utf8)
    }
    bytes.append(UInt8(ascii: "}"))
  }
}
