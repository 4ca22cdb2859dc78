import Foundation
import Rendering

/// Steps and answers as bodies of the renderer protocol: the length of the JSON in four bytes, big-endian, the JSON,
/// and further bytes.
enum PreviewFrame {
  static func encoded(_ header: some Encodable, body: [UInt8] = []) throws(RenderingError) -> [UInt8] {
    let json: [UInt8]
    do {
      json = [UInt8](try JSONEncoder().encode(header))
    } catch {
      throw RenderingError(code: .protocolViolation, message: "a message of the preview cannot be written as JSON")
    }
    let length = UInt32(json.count)
    return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: length >> $0) } + json + body
  }

  static func decoded<Header: Decodable>(
    _ type: Header.Type, _ bytes: [UInt8]
  ) throws(RenderingError) -> (header: Header, body: [UInt8]) {
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= 4, length <= bytes.count - 4,
      let header = try? JSONDecoder().decode(type, from: Data(bytes[4..<4 + length]))
    else { throw RenderingError(code: .protocolViolation, message: "a message of the preview is malformed") }
    return (header, Array(bytes[(4 + length)...]))
  }
}
