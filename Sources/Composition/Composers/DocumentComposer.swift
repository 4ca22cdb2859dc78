import Dates

/// Makes documents of payloads. One per renderer: it keeps the templates that it has read.
package final class DocumentComposer {
  private let kinds: JobKinds
  private var templates: [String: Template] = [:]

  package init(kinds: JobKinds) { self.kinds = kinds }

  /// - Parameters:
  ///   - payload: JSON.
  ///   - job: what the job itself contributes.
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
    let template = try Template(folder: folder)
    templates[folder] = template
    return template
  }
}

/// What a job contributes to its document besides the payload.
package struct JobContext {
  /// When the job was enqueued: stands in for dates that the payload leaves out, so that another attempt gives the
  /// same document.
  package var created: Timestamp
  /// The bytes of an earlier artifact, by its SHA-256 in hexadecimal.
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
