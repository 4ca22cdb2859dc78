import CCurl
import Glibc

extension HTTPResponse {
  /// How long the server asks to wait, from the header `Retry-After`: seconds or a date (RFC 9110 §10.2.3). Returns nil
  /// if there is none that can be understood; zero if the date has passed.
  /// - Parameter now: seconds since 1970.
  package func retryAfter(now: Int) -> Duration? {
    guard let text = self["Retry-After"]?.split(separator: " ").joined(separator: " "), text.utf8.count <= 64 else {
      return nil
    }
    if text.utf8.allSatisfy({ (48...57).contains($0) }) {
      return Int32(text).map { .seconds($0) } ?? (text.isEmpty ? nil : .seconds(Int32.max))
    }
    let date = curl_getdate(text, nil)
    return date < 0 ? nil : .seconds(max(0, date - now))
  }
}
