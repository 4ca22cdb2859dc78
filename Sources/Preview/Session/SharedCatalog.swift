import Composition
import Foundation
import Synchronization

/// The kinds and example payloads of an installation, cached until they are read again.
final class SharedCatalog: Sendable {
  private struct State {
    var kinds = JobKinds()
    var payloads: [ExamplePayload] = []
  }
  private let state = Mutex(State())
  private let home: String?
  private let page: String?
  private let extraPayload: ExamplePayload?
  private let editor: String?

  /// - Parameter extraPayload: the explicitly named payload; it is the first of its kind.
  init(home: String?, page: String?, extraPayload: ExamplePayload?, editor: String?) {
    self.home = home
    self.page = page
    self.extraPayload = extraPayload
    self.editor = editor
  }

  /// Reads the files again. If a kind's file has an error, the cached kinds are kept.
  /// - Returns: the error, which the documents of that kind report too.
  @discardableResult
  func reload() -> CompositionError? {
    guard let home, page == nil else { return nil }
    let payloads = ExamplePayload.all(in: home + "/Jobs/examples", known: state.withLock { $0.payloads })
    var failure: CompositionError?
    var kinds: JobKinds?
    do throws(CompositionError) {
      kinds = try JobKinds.load(folder: home + "/Jobs", templates: home + "/Templates")
    } catch { failure = error }
    state.withLock { state in
      state.payloads = payloads
      if let kinds { state.kinds = kinds }
    }
    return failure
  }

  func kind(_ name: String) -> JobKind? { state.withLock { $0.kinds[name] } }

  /// Kinds that have a template, sorted.
  var kinds: [JobKind] {
    state.withLock { state in state.kinds.names.compactMap { state.kinds[$0] }.filter { $0.template != nil } }
  }

  func payloads(of kind: String) -> [ExamplePayload] {
    let examples = state.withLock { $0.payloads }
    return ([extraPayload].compactMap(\.self) + examples).filter { $0.kind == kind }
  }

  func limits(of source: PreviewSource) -> (timeout: Duration, memory: Int) {
    guard case .kind(let name) = source.subject, let kind = kind(name) else { return (.seconds(60), 1 << 30) }
    return (kind.timeout, kind.memory)
  }

  var contents: PreviewCatalog {
    let kinds = kinds.map { kind in
      let payloads = payloads(of: kind.name)
      let languages = kind.template.map(Template.languages) ?? []
      return PreviewCatalog.Kind(
        name: kind.name, payloads: payloads.map(\.name),
        locales: Set(languages + payloads.compactMap(\.locale)).sorted())
    }
    return PreviewCatalog(
      kinds: kinds, page: page.map { URL(fileURLWithPath: $0).lastPathComponent }, pageSizes: PaperSize.commonNames,
      editor: editor)
  }
}
