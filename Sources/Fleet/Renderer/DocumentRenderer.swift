import ArtifactStore
import Composition
import Dates

/// What a renderer does with a request: compose, set, report. It belongs to one thread.
package final class DocumentRenderer {
  private let composer: DocumentComposer
  private let typesetter = Typesetter()
  private let artifacts: ArtifactStore

  package init(_ installation: Installation) throws {
    composer = DocumentComposer(kinds: try installation.kinds())
    artifacts = installation.artifactStore
    // The first document finds fonts loaded.
    _ = try typesetter.set(.html(HTMLDocument(html: Array("<p>Ready".utf8))))
  }

  /// - Parameter progress: is told of each page that is laid out.
  package func render(
    _ request: RenderRequest, _ payload: [UInt8], progress: @escaping (_ pages: Int) -> Void = { _ in }
  ) throws(RenderFailure) -> (RenderReport, pdf: [UInt8]) {
    let start = ContinuousClock.now
    do throws(CompositionError) {
      let context = JobContext(created: Timestamp(seconds: request.created)) {
        [artifacts] sha256 throws(CompositionError) in try artifacts.bytes(sha256)
      }
      let composed = try composer.compose(kind: request.kind, payload: payload, job: context)
      let composing = ContinuousClock.now - start
      let document = try typesetter.set(composed, progress: progress)
      return (RenderReport(document, composing: composing), document.pdf)
    } catch {
      throw RenderFailure(error)
    }
  }
}

extension RenderReport {
  init(_ document: RenderedDocument, composing: Duration) {
    // A document that was PDF already has not been through the stages.
    let stages = [(name: "compose", duration: composing)] + document.timings.stages.filter { $0.duration > .zero }
    let timings = Dictionary(
      uniqueKeysWithValues: stages.map { ($0.name, ($0.duration.milliseconds * 1000).rounded() / 1000) })
    self.init(
      pages: document.pages.map { Page(width: $0.width, height: $0.height) },
      warnings: document.warnings.prefix(Self.warningLimit).map(\.description), timings: timings,
      archive: document.archive)
    if document.warnings.count > Self.warningLimit {
      warnings.append("\(document.warnings.count - Self.warningLimit) more warnings")
    }
  }

  /// A document with a broken stylesheet can earn one warning a rule.
  private static let warningLimit = 100
}

extension RenderFailure {
  init(_ error: CompositionError) {
    self.init(
      code: error.code.rawValue.snakeCased, message: error.message, place: error.place,
      isPermanent: error.isPermanent)
  }
}

extension ArtifactStore {
  /// - Throws: `artifactMissing` where it is not there or cannot be read.
  package func bytes(_ sha256: String) throws(CompositionError) -> [UInt8] {
    do throws(ArtifactError) {
      return try read(sha256)
    } catch {
      throw CompositionError(.artifactMissing, error.description, at: sha256)
    }
  }
}

extension String {
  /// `missingField` as `missing_field`, `malformedJSON` as `malformed_json`.
  fileprivate var snakeCased: String {
    var words = ""
    var previousWasLower = false
    for character in self {
      if character.isUppercase && previousWasLower { words.append("_") }
      words += character.lowercased()
      previousWasLower = character.isLowercase
    }
    return words
  }
}
