import Foundation
import OperatingSystem

/// Proof that the password of a share link was entered: the time until which it is valid, and a signature of that time
/// and the link. Nothing is stored.
enum ShareGrant {
  /// Seconds.
  static let lifetime: TimeInterval = 600
  private static let label = Array("pressrun share grant 1\0".utf8)

  /// `SECONDS.SIGNATURE`.
  static func make(link: String, expires: Date, key: [UInt8]) -> String {
    let seconds = Int(expires.timeIntervalSince1970)
    return "\(seconds).\(signature(link, seconds, key))"
  }

  static func isValid(_ grant: String, link: String, key: [UInt8], now: Date = Date()) -> Bool {
    let parts = grant.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].count <= 15, let seconds = Int(parts[0]),
      now.timeIntervalSince1970 < Double(seconds)
    else { return false }
    // Compared in constant time.
    let (expected, found) = (Array(signature(link, seconds, key).utf8), Array(parts[1].utf8))
    guard expected.count == found.count else { return false }
    return zip(expected, found).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func signature(_ link: String, _ seconds: Int, _ key: [UInt8]) -> String {
    Hexadecimal.text(HMACSHA256.code(for: label + Array("\(link.lowercased()) \(seconds)".utf8), key: key))
  }
}
