import Dates
import JSON

/// Composes documents from payloads. Each renderer has one, which caches templates.
package final class DocumentComposer {
  private let kinds: JobKinds
  private var templates: [String: Template] = [:]
  private let keepsOrigins: Bool

  /// - Parameter keepsOrigins: whether documents know the lines of the template that they come from (`HTMLDocument.origins`).
  package init(kinds: JobKinds, keepsOrigins: Bool = false) {
    self.kinds = kinds
    self.keepsOrigins = keepsOrigins
  }

  /// - Parameters:
  ///   - payload: JSON.
  ///   - job: properties of the job.
  package func compose(
    kind name: String, payload: [UInt8], job: JobContext
  ) throws(CompositionError) -> ComposedDocument {
    try outputs(kind: name, payload: payload, job: job).document
  }

  /// Composes a document, and finds out which files the job makes of it.
  /// - Parameters:
  ///   - payload: JSON.
  ///   - job: properties of the job.
  package func outputs(
    kind name: String, payload: [UInt8], job: JobContext
  ) throws(CompositionError) -> DocumentOutputs {
    let kind = try kinds.kind(named: name)
    var payload = try Payload.parse(payload)
    var outputs = kind.outputs
    if case .object(var object) = payload {
      object.members += kind.defaults.members.filter { (object[$0.name] ?? .null) == .null }
      if kind.outputs.count > 1 {
        outputs = try kind.outputs(requested: try Fields(payload))
        object.members.removeAll { $0.name == "outputs" }
      }
      payload = .object(object)
    }
    let document = try compose(payload, kind, job)
    if case .html(let source) = document, source.einvoice != nil { outputs.append(KindOutput(.einvoice)) }
    return DocumentOutputs(document, outputs: outputs, name: kind.fileName?.name(payload) ?? "")
  }

  private func compose(
    _ payload: JSONValue, _ kind: JobKind, _ job: JobContext
  ) throws(CompositionError) -> ComposedDocument {
    let fields = try Fields(payload)
    switch kind.composer {
    case .note: return try checked(try NoteComposer.compose(fields, kind, try template(of: kind), job), kind)
    case .invoice: return try checked(try InvoiceComposer.compose(payload, kind, try template(of: kind)), kind)
    case .html: return try checked(try HTMLComposer.compose(payload, kind, try template(of: kind), job), kind)
    case .archive: return .pdf(try ArchiveComposer.compose(fields, job))
    }
  }

  /// The document with its size class, unless the kind does not support it.
  private func checked(_ document: HTMLDocument, _ kind: JobKind) throws(CompositionError) -> ComposedDocument {
    let sizeClass = SizeClass(document.pageSize)
    guard kind.supports.contains(sizeClass) else {
      let known = kind.supports.map(\.rawValue).sorted().joined(separator: ", ")
      throw CompositionError(
        .invalidValue,
        "the page size is \(sizeClass.rawValue) (compact is narrower than 160 mm); the kind \(kind.name) supports \(known)",
        at: "$.page_size")
    }
    var document = document
    document.hasSizeClass = true
    return .html(document)
  }

  private func template(of kind: JobKind) throws(CompositionError) -> Template {
    guard let folder = kind.templateFolder else {
      throw CompositionError(.templateMissing, "the kind \(kind.name) has no template")
    }
    if let template = templates[folder] { return template }
    let template = try Template(folder: folder, keepsOrigins: keepsOrigins)
    templates[folder] = template
    return template
  }
}

/// Properties of a job that affect its document, other than the payload.
package struct JobContext {
  /// Time of enqueueing. Default for dates that the payload omits, so that each attempt gives the same document.
  package var created: Timestamp
  /// Reads an artifact by its SHA-256 in hexadecimal.
  package var artifact: (_ sha256: String) throws(CompositionError) -> [UInt8]

  package init(
    created: Timestamp,
    artifact: @escaping (_ sha256: String) throws(CompositionError) -> [UInt8] = JobContext.noArtifacts
  ) {
    self.created = created
    self.artifact = artifact
  }

  package static func noArtifacts(_ sha256: String) throws(CompositionError) -> [UInt8] {
    throw CompositionError(.artifactMissing, "there is no artifact \(sha256)")
  }
}
