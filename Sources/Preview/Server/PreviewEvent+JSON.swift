import Foundation
import Synchronization
import Web

extension PreviewEvent {
  /// - Parameter kind: the kind that is shown.
  func serverEvent(kind: String?) -> ServerEvent {
    switch self {
    case .hello(let catalog, let session):
      ServerEvent(name: "hello", data: JSONText.of(Hello(catalog: catalog, session: session, kind: kind)))
    case .catalog(let catalog): ServerEvent(name: "catalog", data: JSONText.of(["catalog": catalog]))
    case .rendering: ServerEvent(name: "rendering", data: "{}")
    case .document(let summary, let version):
      ServerEvent(name: "document", data: JSONText.of(VersionedSummary(summary: summary, version: version)))
    case .mail(let summary, let version):
      ServerEvent(name: "mail", data: JSONText.of(VersionedSummary(summary: summary, version: version)))
    case .failed(let problem): ServerEvent(name: "failed", data: JSONText.of(["problem": problem]))
    case .checked(let bytes, let problems, let version):
      ServerEvent(name: "checked", data: JSONText.of(Checked(bytes: bytes, problems: problems, version: version)))
    }
  }

  private struct Hello: Encodable {
    var catalog: PreviewCatalog
    var session: String
    var kind: String?
  }

  private struct VersionedSummary<Summary: Encodable>: Encodable {
    var summary: Summary
    var version: Int
  }

  private struct Checked: Encodable {
    var bytes: Int
    var problems: [PreviewDiagnostic]
    var version: Int
  }
}

/// Values as JSON in one line.
enum JSONText {
  static func of(_ value: some Encodable) -> String {
    // Encoding fails only for numbers that are not finite, which no value of the preview has.
    guard let data = try? JSONEncoder().encode(value) else { return "{}" }
    // JSON permits these line separators in strings; events do not.
    return String(decoding: data, as: UTF8.self)
      .replacing("\u{2028}", with: "\\u2028").replacing("\u{2029}", with: "\\u2029")
      .replacing("\u{85}", with: "\\u0085")
  }
}

/// A flag that is set once.
final class OnceFlag: Sendable {
  private let state = Mutex(false)

  /// - Returns: false if it was set before.
  func set() -> Bool {
    state.withLock { isSet in
      defer { isSet = true }
      return !isSet
    }
  }
}
