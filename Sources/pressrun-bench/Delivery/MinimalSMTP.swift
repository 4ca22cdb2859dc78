import Foundation

extension MinimalServer {
  /// A mail server without TLS that accepts every mail.
  static func smtp() throws -> MinimalServer {
    try MinimalServer(greeting: "220 bench ESMTP\r\n") {
      var isData = false
      return { buffer in
        if isData {
          // The client waits for the answer, so that nothing follows the end of the data.
          guard buffer.suffix(5).elementsEqual("\r\n.\r\n".utf8) else { return Step(consumed: 0, answer: []) }
          isData = false
          return Step(consumed: buffer.count, answer: Array("250 OK\r\n".utf8))
        }
        guard let end = buffer.firstIndex(of: "\r\n") else { return Step(consumed: 0, answer: []) }
        let command = String(decoding: buffer.prefix(4), as: UTF8.self).uppercased()
        isData = command == "DATA"
        let answer =
          switch command {
          case "DATA": "354 Go on\r\n"
          case "EHLO": "250-bench\r\n250-8BITMIME\r\n250 SIZE 52428800\r\n"
          case "QUIT": "221 Bye\r\n"
          default: "250 OK\r\n"
          }
        return Step(consumed: end + 2, answer: Array(answer.utf8), isDocument: false)
      }
    }
  }
}
