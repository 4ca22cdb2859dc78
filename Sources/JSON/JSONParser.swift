import Diagnostics

/// A strict JSON parser (RFC 8259): rejects duplicate names, lone surrogates, other encodings than UTF-8, and values
/// beyond its limits.
///
/// Errors have line and column (in characters, from 1).
package struct JSONParser {
  let bytes: [UInt8]
  private let limits: JSONLimits
  var position = 0
  private var depth = 0
  private var values = 0

  /// - Throws: `malformed`, `notText`, `tooLarge`.
  package static func parse(_ bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONValue {
    guard bytes.count <= limits.bytes else {
      throw JSONError(.tooLarge, "the JSON text has \(bytes.count) bytes; \(limits.bytes) are allowed")
    }
    var parser = JSONParser(bytes: bytes, limits: limits)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { parser.position = 3 }
    parser.skipSpace()
    guard parser.position < bytes.count else { throw parser.malformed("the JSON text is empty") }
    let value = try parser.value()
    parser.skipSpace()
    guard parser.position == bytes.count else { throw parser.malformed("unexpected text after the JSON value") }
    return value
  }

  private init(bytes: [UInt8], limits: JSONLimits) {
    self.bytes = bytes
    self.limits = limits
  }

  private mutating func value() throws(JSONError) -> JSONValue {
    values += 1
    guard values <= limits.values else {
      throw JSONError(.tooLarge, "the JSON text has more than \(limits.values) values", at: here)
    }
    guard let byte = peek else { throw malformed("the JSON text ends where a value is expected") }
    switch byte {
    case UInt8(ascii: "{"): return .object(try object())
    case UInt8(ascii: "["): return .array(try array())
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw malformed("expected a JSON value")
    }
  }

  private mutating func object() throws(JSONError) -> JSONObject {
    try enter()
    var members: [JSONObject.Member] = []
    var names = Set<String>()
    if !closes(UInt8(ascii: "}")) {
      repeat {
        skipSpace()
        guard peek == UInt8(ascii: "\"") else { throw malformed("expected a member name in double quotes") }
        let start = position
        let name = try string()
        guard names.insert(name).inserted else {
          throw malformed("the name \(Quotation.of(name)) occurs twice in one object", at: start)
        }
        skipSpace()
        guard take(UInt8(ascii: ":")) else { throw malformed("expected ':' after a member name") }
        skipSpace()
        members.append(.init(name: name, value: try value()))
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "}")) else { throw malformed("expected ',' or '}' in an object") }
    }
    depth -= 1
    return JSONObject(members)
  }

  private mutating func array() throws(JSONError) -> [JSONValue] {
    try enter()
    var elements: [JSONValue] = []
    if !closes(UInt8(ascii: "]")) {
      repeat {
        skipSpace()
        elements.append(try value())
        skipSpace()
      } while take(UInt8(ascii: ","))
      guard take(UInt8(ascii: "]")) else { throw malformed("expected ',' or ']' in an array") }
    }
    depth -= 1
    return elements
  }

  private mutating func enter() throws(JSONError) {
    depth += 1
    guard depth <= limits.depth else {
      throw JSONError(.tooLarge, "the JSON text is nested more than \(limits.depth) levels deep", at: here)
    }
    position += 1
  }

  private mutating func closes(_ byte: UInt8) -> Bool {
    skipSpace()
    return take(byte)
  }

  private mutating func number() throws(JSONError) -> String {
    let start = position
    _ = take(UInt8(ascii: "-"))
    if !take(UInt8(ascii: "0")) { try digits() }
    if take(UInt8(ascii: ".")) { try digits() }
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws(JSONError) {
    let start = position
    while let byte = peek, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    guard position > start else { throw malformed("expected a digit") }
  }

  private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONError) -> JSONValue {
    let length = text.utf8CodeUnitCount
    let matches = text.withUTF8Buffer { bytes[position...].starts(with: $0) }
    guard matches else { throw malformed("expected a JSON value") }
    position += length
    return value
  }

  // MARK: Bytes

  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  // MARK: Locations

  private var here: String { place(of: position) }

  func malformed(_ message: String, at offset: Int? = nil) -> JSONError {
    JSONError(.malformed, message, at: place(of: offset ?? position))
  }

  func place(of offset: Int) -> String {
    var line = 1
    var column = 1
    for byte in bytes.prefix(offset) {
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return "line \(line), column \(column)"
  }
}
