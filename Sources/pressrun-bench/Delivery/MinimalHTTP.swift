import Foundation

extension MinimalServer {
  /// A server that answers every HTTP/1.1 request with a status of success and no body.
  static func http(headers: String = "") throws -> MinimalServer {
    let answer = Array("HTTP/1.1 200 OK\r\n\(headers)Content-Length: 0\r\n\r\n".utf8)
    return try MinimalServer {
      var hasContinued = false
      return { buffer in
        guard let end = buffer.firstIndex(of: "\r\n\r\n") else { return Step(consumed: 0, answer: []) }
        let head = String(decoding: buffer[..<end], as: UTF8.self).lowercased()
        let length = end + 4 + contentLength(head)
        guard buffer.count < length else {
          hasContinued = false
          return Step(consumed: length, answer: answer)
        }
        // boto3 waits for this before it sends the body.
        let continues = !hasContinued && head.contains("expect: 100-continue")
        hasContinued = hasContinued || continues
        return Step(consumed: 0, answer: continues ? Array("HTTP/1.1 100 Continue\r\n\r\n".utf8) : [])
      }
    }
  }

  private static func contentLength(_ head: String) -> Int {
    guard let name = head.firstRange(of: "content-length: ") else { return 0 }
    return Int(head[name.upperBound...].prefix { $0.isNumber }) ?? 0
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
