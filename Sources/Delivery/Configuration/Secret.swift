import Foundation
import OperatingSystem

/// A reference to a secret: the name of an environment variable or the path of a file. The value is read when it is
/// needed, and is never stored, logged or part of a message.
///
///     password: { env: SMTP_PASSWORD }
///     password: { file: /run/secrets/smtp }
package enum Secret: Hashable, Sendable, Decodable {
  case environment(String)
  case file(String)

  private enum CodingKeys: String, CodingKey { case env, file }

  package init(from decoder: any Decoder) throws {
    guard let container = try? decoder.container(keyedBy: CodingKeys.self), container.allKeys.count == 1 else {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "a secret is a reference, { env: NAME } or { file: PATH }, and not the value"))
    }
    if let name = try container.decodeIfPresent(String.self, forKey: .env) {
      self = .environment(name)
    } else {
      self = .file(try container.decode(String.self, forKey: .file))
    }
  }

  /// The value, for a file without the line break at its end.
  /// - Throws: `DeliveryError` `.missingSecret` with the name of the variable or file.
  package func read(
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) throws(DeliveryError) -> String {
    switch self {
    case .environment(let name):
      if let value = environment[name], !value.isEmpty { return value }
      throw DeliveryError(
        code: .missingSecret, message: "the environment variable \(name) is not set", place: name)
    case .file(let path):
      guard let data = FileManager.default.contents(atPath: path), data.count <= 1 << 16,
        let text = String(data: data, encoding: .utf8)
      else {
        throw DeliveryError(code: .missingSecret, message: "the file \(path) cannot be read as text", place: path)
      }
      let value = text.withoutFinalLineBreak
      if !value.isEmpty { return value }
      throw DeliveryError(code: .missingSecret, message: "the file \(path) is empty", place: path)
    }
  }
}
