import Foundation

extension MinimalServer {
  /// A server that answers every HTTP/1.1 request with a status of success and no body.
  static func http(headers: String = "") throws -> MinimalServer {
    let answer = Array("HTTP/1.1 200 OK\r\n\(headers)Content-Length: 0\r\n\r\n".utf8)
    return try MinimalServer {
      { buffer in
        guard let head = buffer.firstIndex(of: "\r\n\r\n") else { return Step(consumed: 0, answer: []) }
        let length = head + 4 + contentLength(UnsafeRawBufferPointer(rebasing: buffer[..<head]))
        guard buffer.count >= length else { return Step(consumed: 0, answer: []) }
        return Step(consumed: length, answer: answer)
      }
    }
  }

  private static func contentLength(_ head: UnsafeRawBufferPointer) -> Int {
    let text = String(decoding: head, as: UTF8.self).lowercased()
    guard let name = text.firstRange(of: "content-length: ") else { return 0 }
    return Int(text[name.upperBound...].prefix { $0.isNumber }) ?? 0
  }
}

extension UnsafeRawBufferPointer {
  /// The offset of the first occurrence of an ASCII text.
  func firstIndex(of text: StaticString) -> Int? {
    let pattern = UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard count >= pattern.count, let first = pattern.first else { return nil }
    for index in 0...(count - pattern.count) where self[index] == first {
      if memcmp(baseAddress! + index, pattern.baseAddress!, pattern.count) == 0 { return index }
    }
    return nil
  }
}
