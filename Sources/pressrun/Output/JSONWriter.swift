import Foundation

/// Writes one JSON value to stdout in pieces, for values that are too large to hold twice in memory. Keys are printed
/// as they are given.
struct JSONWriter {
  private var pending: [UInt8] = []
  private var needsComma = false
  private let sink: FileHandle

  init(_ sink: FileHandle = .standardOutput) { self.sink = sink }

  /// Writes buffered bytes and a line feed.
  mutating func finish() throws {
    pending.append(0x0A)
    try flush()
  }

  mutating func object(_ body: (inout JSONWriter) throws -> Void) rethrows { try nested(0x7B, 0x7D, body) }

  mutating func array<Items: Sequence>(
    _ items: Items, _ body: (inout JSONWriter, Items.Element) throws -> Void
  ) rethrows {
    try nested(0x5B, 0x5D) { writer in
      for item in items { try body(&writer, item) }
    }
  }

  mutating func key(_ name: String) {
    string(name)
    pending.append(0x3A)
    needsComma = false
  }

  mutating func string(_ text: String) {
    separate()
    pending.append(0x22)
    for byte in text.utf8 {
      switch byte {
      case 0x22, 0x5C: pending += [0x5C, byte]
      case 0x00..<0x20, 0x7F: pending += Array(String(format: "\\u%04x", byte).utf8)
      default: pending.append(byte)
      }
    }
    pending.append(0x22)
    if pending.count > 1 << 16 { try? flush() }
  }

  mutating func string(_ text: String?) { if let text { string(text) } else { literal("null") } }
  mutating func integer(_ value: Int) { literal("\(value)") }
  mutating func boolean(_ value: Bool) { literal(value ? "true" : "false") }
  mutating func null() { literal("null") }

  /// Writes a number with at most four digits after the point; whole numbers without a point.
  mutating func number(_ value: Double) {
    let rounded = (value * 10_000).rounded() / 10_000
    guard rounded.magnitude < 1e15 else { return literal("\(value)") }
    literal(rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)")
  }

  mutating func field(_ name: String, _ value: String?) {
    key(name)
    string(value)
  }

  mutating func field(_ name: String, _ value: Int?) {
    key(name)
    if let value { integer(value) } else { null() }
  }

  mutating func field(_ name: String, _ value: Double) {
    key(name)
    number(value)
  }

  mutating func field(_ name: String, _ value: Bool) {
    key(name)
    boolean(value)
  }

  /// A member whose value is JSON text; nil for `null`.
  mutating func field(_ name: String, json: String?) {
    key(name)
    literal(json ?? "null")
  }

  private mutating func literal(_ text: String) {
    separate()
    pending += text.utf8
  }

  private mutating func nested(
    _ open: UInt8, _ close: UInt8, _ body: (inout JSONWriter) throws -> Void
  ) rethrows {
    separate()
    pending.append(open)
    needsComma = false
    try body(&self)
    pending.append(close)
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { pending.append(0x2C) }
    needsComma = true
  }

  private mutating func flush() throws {
    try sink.write(contentsOf: Data(pending))
    pending.removeAll(keepingCapacity: true)
  }
}
