import Dates

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
    let kind = try kinds.kind(named: name)
    var payload = try Payload.parse(payload)
    if case .object(var object) = payload {
      object.members += kind.defaults.members.filter { (object[$0.name] ?? .null) == .null }
      payload = .object(object)
    }
    let fields = try Fields(payload)
    switch kind.composer {
    case .note: return .html(try NoteComposer.compose(fields, kind, try template(of: kind), job))
    case .invoice: return .html(try InvoiceComposer.compose(fields, kind, try template(of: kind), job))
    case .html: return .html(try HTMLComposer.compose(payload, kind, try template(of: kind), job))
    case .archive: return .pdf(try ArchiveComposer.compose(fields, job))
    }
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
