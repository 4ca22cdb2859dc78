import FoundationEssentials

/// A value for a parameter `$n` of a statement. The server infers the type from the context.
public enum Parameter: Sendable {
  case null
  case integer(Int64)
  case double(Double)
  case boolean(Bool)
  case text(String)
  /// UTF-8 text as bytes, such as a JSON payload that must be stored unchanged.
  case utf8([UInt8])
  case timestamp(Date)
  case integers([Int64])
  case texts([String])
  /// Array of UTF-8 texts as bytes.
  case utf8s([[UInt8]])

  /// The value, or null if it is nil.
  public static func integer(optional value: Int?) -> Parameter { value.map { .integer(Int64($0)) } ?? .null }
  /// The value, or null if it is nil.
  public static func texts(optional values: [String]?) -> Parameter { values.map { .texts($0) } ?? .null }
  /// The value, or null if it is nil.
  public static func text(optional value: String?) -> Parameter { value.map { .text($0) } ?? .null }
  /// An `Int` as the 64-bit number that it is.
  public static func integer(_ value: Int) -> Parameter { .integer(Int64(value)) }
  /// The value, or null if it is nil.
  public static func timestamp(optional value: Date?) -> Parameter { value.map { .timestamp($0) } ?? .null }

  /// An array of integers in which nil is null.
  package static func integers(optional values: [Int32?]) -> Parameter {
    var bytes: [UInt8] = []
    ArrayText.write(integers: values, into: &bytes)
    return .text(String(decoding: bytes, as: UTF8.self))
  }
}

/// Parameters in text form: all values, each terminated by a NUL.
struct EncodedParameters {
  private var bytes: [UInt8] = []
  /// Start of each value; nil for null.
  private var offsets: [Int?] = []

  /// - Throws: `PostgresError` `.invalidParameter` for a text that contains a NUL, which PostgreSQL cannot store.
  init(_ parameters: [Parameter]) throws(PostgresError) {
    // The protocol counts parameters in 16 bits.
    guard parameters.count <= 65_535 else {
      throw PostgresError(code: .invalidParameter, message: "\(parameters.count) parameters are more than 65535")
    }
    offsets.reserveCapacity(parameters.count)
    for (index, parameter) in parameters.enumerated() {
      if case .null = parameter {
        offsets.append(nil)
        continue
      }
      let start = bytes.count
      offsets.append(start)
      guard append(parameter) else {
        throw PostgresError(code: .invalidParameter, message: "parameter $\(index + 1) is out of PostgreSQL's range")
      }
      guard !bytes[start...].contains(0) else {
        throw PostgresError(code: .invalidParameter, message: "parameter $\(index + 1) holds a NUL character")
      }
      bytes.append(0)
    }
  }

  private mutating func append(_ parameter: Parameter) -> Bool {
    switch parameter {
    case .null: break
    case .integer(let value): bytes.append(contentsOf: String(value).utf8)
    case .double(let value): bytes.append(contentsOf: String(value).utf8)
    case .boolean(let value): bytes.append(UInt8(ascii: value ? "t" : "f"))
    case .text(let value): bytes.append(contentsOf: value.utf8)
    case .utf8(let value): bytes.append(contentsOf: value)
    case .timestamp(let value):
      guard let text = TimestampText.write(value) else { return false }
      bytes.append(contentsOf: text.utf8)
    case .integers(let values): ArrayText.write(integers: values, into: &bytes)
    case .texts(let values): ArrayText.write(values.lazy.map(\.utf8), into: &bytes)
    case .utf8s(let values): ArrayText.write(values, into: &bytes)
    }
    return true
  }

  /// Calls `body` with libpq's array of pointers to NUL-terminated values.
  func withPointers<T>(_ body: (Int32, UnsafePointer<UnsafePointer<CChar>?>?) -> T) -> T {
    bytes.withUnsafeBytes { bytes in
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let pointers = offsets.map { offset in offset.flatMap { base?.advanced(by: $0) } }
      return pointers.withUnsafeBufferPointer { body(Int32($0.count), $0.baseAddress) }
    }
  }
}
