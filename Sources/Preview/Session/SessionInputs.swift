import Composition
import Foundation
import Rendering

/// The inputs of a session's documents: the page or the payload, and the limits of a kind.
struct SessionInputs: Sendable {
  /// The path of the page that is shown; nil if kinds are shown.
  var page: String?
  var catalog: SharedCatalog

  func document(_ source: PreviewSource) throws(PreviewError) -> PreviewDocument {
    var document = PreviewDocument()
    switch source.subject {
    case .page:
      guard let page else { throw PreviewError(.invalidSource, "the preview was not started with a page") }
      document.name = URL(fileURLWithPath: page).lastPathComponent
      document.assets = URL(fileURLWithPath: page).deletingLastPathComponent().path
    case .kind(let name):
      document.kind = name
      document.locale = source.locale
    }
    document.pageSize = source.pageSize
    document.medium = source.medium
    return document
  }

  /// The page's HTML, or the payload.
  func body(_ source: PreviewSource) throws(PreviewError) -> [UInt8] {
    switch source.subject {
    case .page: return try ExamplePayload.read(page ?? "")
    case .kind(let kind):
      guard catalog.kind(kind) != nil else {
        let names = catalog.kinds.map(\.name).joined(separator: ", ")
        throw PreviewError(.invalidSource, "unknown kind; there are \(names)", at: kind)
      }
      guard let payload = examplePayload(source) else {
        throw PreviewError(
          .invalidSource,
          "there is no example payload; add a job file of the kind \(kind) to Jobs/examples, or name one with --payload",
          at: kind)
      }
      return try payload.payload()
    }
  }

  /// The path of the file that a source's payload is read from.
  func payloadPath(_ source: PreviewSource) -> String? { examplePayload(source)?.path }

  private func examplePayload(_ source: PreviewSource) -> ExamplePayload? {
    guard case .kind(let kind) = source.subject else { return nil }
    let payloads = catalog.payloads(of: kind)
    return payloads.first { $0.name == source.payload } ?? payloads.first
  }

  func request(_ source: PreviewSource) -> RenderRequest {
    let (timeout, memory) = catalog.limits(of: source)
    return RenderRequest(
      kind: "preview", created: Int64(Date().timeIntervalSince1970),
      cpuSeconds: max(1, Int(timeout.components.seconds)), memory: memory)
  }

  func timeout(_ source: PreviewSource) -> Duration { catalog.limits(of: source).timeout }
}
