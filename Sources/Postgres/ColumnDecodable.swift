import FoundationEssentials

/// A type that a column can be decoded as: `Int`, `Int64`, `UInt64`, `Double`, `Bool`, `String`, `[UInt8]`
/// (the text's UTF-8), `Date`, `[Int64]`, `[String]`, and optionals of these.
public protocol ColumnDecodable: Sendable {
  /// - Parameter column: the value's text, nil for null.
  /// - Returns: nil if the text is not a value of the type.
  static func decode(column: UnsafeBufferPointer<UInt8>?) -> Self?
}

extension Optional: ColumnDecodable where Wrapped: ColumnDecodable {
  public static func decode(column: UnsafeBufferPointer<UInt8>?) -> Wrapped?? {
    guard column != nil else { return .some(nil) }
    return Wrapped.decode(column: column).map { .some($0) }
  }
}

extension ColumnDecodable where Self: FixedWidthInteger {
  public static func decode(column: UnsafeBufferPointer<UInt8>?) -> Self? {
    guard let column, !column.isEmpty else { return nil }
    var value: Self = 0
    let isNegative = column.first == UInt8(ascii: "-")
    let digits = column.dropFirst(isNegative ? 1 : 0)
    guard !digits.isEmpty else { return nil }
    for byte in digits {
      guard byte >= 48, byte <= 57 else { return nil }
      let (scaled, overflow) = value.multipliedReportingOverflow(by: 10)
      let (next, overflow2) =
        isNegative
        ? scaled.subtractingReportingOverflow(Self(byte - 48)) : scaled.addingReportingOverflow(Self(byte - 48))
      guard !overflow, !overflow2 else { return nil }
      value = next
    }
    return value
  }
}
extension Int: ColumnDecodable {}
extension Int64: ColumnDecodable {}
extension UInt64: ColumnDecodable {}

extension Double: ColumnDecodable {
  public static func decode(column: UnsafeBufferPointer<UInt8>?) -> Double? {
    column.flatMap { Double(String(decoding: $0, as: UTF8.self)) }
  }
}

extension Bool: ColumnDecodable {
  public static func decode(column: UnsafeBufferPointer<UInt8>?) -> Bool? {
    guard let column, column.count == 1 else { return nil }
    switch column[0] {
    case UInt8(ascii: "t"): return true
    case UInt8(ascii: "f"): return false
    default: return nil
    }
  }
}

extension String: ColumnDecodable {
  public static func decode(column: UnsafeBufferPointer<UInt8>?) -> String? {
    column.map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Date: ColumnDecodable {
  public static func decode(column: UnsafeBufferPointer<UInt8>?) -> Date? {
    column.flatMap { TimestampText.parse($0) }
  }
}

extension Array: ColumnDecodable where Element: ArrayElementDecodable {
  public static func decode(column: UnsafeBufferPointer<UInt8>?) -> [Element]? {
    column.flatMap { Element.decodeArray($0) }
  }
}

/// The element type of an array column. `UInt8` is not one: `[UInt8]` is the UTF-8 of a text.
public protocol ArrayElementDecodable: Sendable {
  static func decodeArray(_ text: UnsafeBufferPointer<UInt8>) -> [Self]?
}
extension UInt8: ArrayElementDecodable {
  public static func decodeArray(_ text: UnsafeBufferPointer<UInt8>) -> [UInt8]? { Array(text) }
}
extension Int64: ArrayElementDecodable {
  public static func decodeArray(_ text: UnsafeBufferPointer<UInt8>) -> [Int64]? {
    guard let items = ArrayText.parse(text) else { return nil }
    let values = items.compactMap { Int64($0) }
    return values.count == items.count ? values : nil
  }
}
extension String: ArrayElementDecodable {
  public static func decodeArray(_ text: UnsafeBufferPointer<UInt8>) -> [String]? { ArrayText.parse(text) }
}
