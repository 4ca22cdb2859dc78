/// The trace context of a request: the header `traceparent` of W3C Trace Context, in version 00.
///
/// Pressrun makes no spans of its own. It stores the context with the job that a request enqueues, and repeats it in
/// events, deliveries and log lines, so that these can be found by the trace id.
public struct TraceParent: Hashable, Sendable, CustomStringConvertible {
  /// Such as `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01`.
  public let text: String

  /// Fails if the header is invalid: it is ignored then (section 4.3). Of later versions, the fields of version 00 are
  /// used. Of the flags, `sampled` and `random` are kept; the others are reserved.
  public init?(_ header: String) {
    let bytes = Array(header.utf8)
    guard bytes.count >= 55, bytes.count <= 512, [2, 35, 52].allSatisfy({ bytes[$0] == UInt8(ascii: "-") }),
      let version = Self.hexadecimal(bytes[0..<2]), version != "ff",
      let trace = Self.hexadecimal(bytes[3..<35]), trace.contains(where: { $0 != "0" }),
      let parent = Self.hexadecimal(bytes[36..<52]), parent.contains(where: { $0 != "0" }),
      let flags = Self.hexadecimal(bytes[53..<55]).flatMap({ UInt8($0, radix: 16) }),
      bytes.count == 55 || version != "00" && bytes[55] == UInt8(ascii: "-"),
      bytes.dropFirst(55).allSatisfy({ (0x20...0x7e).contains($0) })
    else { return nil }
    text = "00-\(trace)-\(parent)-0\(flags & 3)"
  }

  /// 32 hexadecimal digits, the same in all parts of a trace.
  public var traceID: String { String(text.dropFirst(3).prefix(32)) }

  public var description: String { text }

  /// Returns nil unless all bytes are lower-case hexadecimal digits.
  private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String? {
    let isValid = bytes.allSatisfy {
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
    }
    return isValid ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
