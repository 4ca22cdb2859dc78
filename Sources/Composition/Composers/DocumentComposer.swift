import Diagnostics
import JSON

/// Composes documents from payloads. Each renderer has one, which caches templates.
package final class DocumentComposer {
  private let kinds: JobKinds
  private var templates: [String: Template] = [:]
  private let keepsOrigins: Bool

  /// - Parameter keepsOrigins: whether documents record the lines of the template from which they were generated
  ///   (`HTMLDocument.origins`).
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

  /// - Parameters:
  ///   - payload: parsed JSON.
  ///   - job: properties of the job.
  package func compose(
    kind name: String, payload: JSONValue, job: JobContext
  ) throws(CompositionError) -> ComposedDocument {
    try outputs(of: try kinds.kind(named: name), payload, job).document
  }

  /// Composes a document and determines which files the job produces.
  /// - Parameters:
  ///   - payload: JSON.
  ///   - job: properties of the job.
  package func outputs(
    kind name: String, payload: [UInt8], job: JobContext
  ) throws(CompositionError) -> DocumentOutputs {
    let kind = try kinds.kind(named: name)
    return try outputs(of: kind, try Payload.parse(payload), job)
  }

  private func outputs(
    of kind: JobKind, _ payload: JSONValue, _ job: JobContext
  ) throws(CompositionError) -> DocumentOutputs {
    var payload = payload
    var outputs = kind.outputs
    if case .object(var object) = payload {
      object.complete(with: job.defaults[kind.name])
      object.complete(with: kind.defaults)
      if kind.outputs.count > 1 {
        outputs = try kind.outputs(requested: try Fields(payload))
        object.members.removeAll { $0.name == "outputs" }
      }
      if kind.encryption?.password == .field([KindEncryption.member]) {
        object.members.removeAll { $0.name == KindEncryption.member }
      }
      payload = .object(object)
    }
    var marks: [CompletedMark] = []
    for mark in kind.marks { marks.append(try mark.completed(payload)) }
    let stamps = try stamps(&payload, kind, job)
    var document = try placed(&payload, kind, job)
    if case .html(var source) = document, !marks.isEmpty || !stamps.isEmpty {
      (source.marks, source.stamps) = (marks, stamps)
      document = .html(source)
    }
    if case .html(let source) = document, source.einvoice != nil { outputs.append(KindOutput(.einvoice)) }
    return DocumentOutputs(
      document, outputs: outputs, name: kind.fileName?.name(payload) ?? "", refusesWarnings: kind.refusesWarnings)
  }

  /// Composes a document whose pages are placed on sheets, if its kind or the member `sheets` of its payload says so.
  /// For the composer `html` the member has this meaning only if the kind has the key.
  private func placed(
    _ payload: inout JSONValue, _ kind: JobKind, _ job: JobContext
  ) throws(CompositionError) -> ComposedDocument {
    var layout = kind.sheets
    if case .object(var object) = payload, kind.composer != .archive, kind.composer != .html || kind.sheets != nil,
      object["sheets"] != nil
    {
      let value = object["sheets"] ?? .null
      layout = value == .null ? nil : try SheetSettings.layout(try Fields(value, at: JSONPath.root.member("sheets")))
      object.members.removeAll { $0.name == "sheets" }
      payload = .object(object)
    }
    let document = try compose(payload, kind, job)
    guard let layout else { return document }
    switch document {
    case .binder(var binder):
      binder.sheets = layout
      return .binder(binder)
    case .html(var document):
      guard layout.order != .documents else {
        throw CompositionError(.invalidValue, "only a binder has several documents", at: "$.sheets.order")
      }
      // The larger page is laid out, and printed on one of the size that was asked for.
      if let scale = layout.scale, layout.columns * layout.rows == 1, layout.order == .pages {
        document.pageSize = PaperSize(width: document.pageSize.width / scale, height: document.pageSize.height / scale)
      }
      if let scale = layout.scaleOfFilledSheets { document.pageScale *= scale } else { document.sheets = layout }
      return .html(document)
    case .pdf: return document
    }
  }

  /// Composes a part of a binder. Its errors name the place in the binder's payload.
  func part(kind name: String, payload: JSONValue, job: JobContext, at path: JSONPath) throws(CompositionError)
    -> ComposedDocument
  {
    do throws(CompositionError) {
      let document = try compose(kind: name, payload: payload, job: job)
      guard case .binder = document else { return document }
      throw CompositionError(.invalidValue, "a binder cannot be composed as a part of a binder; name its artifact")
    } catch {
      throw CompositionError(error.code, error.message, at: Self.joined(path, error.place))
    }
  }

  func kind(named name: String, at path: JSONPath) throws(CompositionError) -> JobKind {
    do throws(CompositionError) { return try kinds.kind(named: name) } catch {
      throw CompositionError(error.code, error.message, at: path.description)
    }
  }

  static func joined(_ path: JSONPath, _ place: String) -> String {
    if place.hasPrefix("$") { return path.description + place.dropFirst() }
    return place.isEmpty ? path.description : "\(path), \(place)"
  }

  private func compose(
    _ payload: JSONValue, _ kind: JobKind, _ job: JobContext
  ) throws(CompositionError) -> ComposedDocument {
    let fields = try Fields(payload)
    switch kind.composer {
    case .note: return try sized(try NoteComposer.compose(fields, kind, try template(of: kind), job), kind, job)
    case .invoice: return try sized(try InvoiceComposer.compose(payload, kind, try template(of: kind)), kind, job)
    case .html: return try sized(try HTMLComposer.compose(payload, kind, try template(of: kind), job), kind, job)
    case .archive:
      var document = try ArchiveComposer.compose(fields, job)
      document.conformance = kind.conformance
      return .pdf(document)
    case .binder:
      return .binder(try BinderComposer(composer: self, job: job).compose(fields, kind, try template(of: kind)))
    }
  }

  /// The document with its size class. If the template is not made for that, the document is laid out for the kind's
  /// page and scaled, or refused, as the kind says.
  private func sized(
    _ document: HTMLDocument, _ kind: JobKind, _ job: JobContext
  ) throws(CompositionError) -> ComposedDocument {
    var document = document
    document.hasSizeClass = true
    document.widths = kind.widths
    let sizeClass = SizeClass(document.pageSize)
    let supported = kind.supports.union(job.supports)
    if supported.contains(sizeClass) { return .html(document) }
    let known = supported.map(\.rawValue).sorted().joined(separator: ", ")
    let problem =
      "the page size is \(sizeClass.rawValue) (compact is narrower than 160 mm); the kind \(kind.name) supports \(known)"
    switch kind.unsupportedSize {
    case .refuse: throw CompositionError(.invalidValue, problem, at: "$.page_size")
    case .scale:
      let width = kind.pageSize.width
      document.pageScale = document.pageSize.width / width
      document.pageSize = PaperSize(width: width, height: document.pageSize.height / document.pageScale)
      let percent = Int((document.pageScale * 100).rounded())
      document.warnings.append(
        Diagnostic(
          "page_scaled", "\(problem); the document is scaled to \(percent)%", at: SourceLocation(source: "$.page_size"))
      )
      return .html(document)
    }
  }

  private func template(of kind: JobKind) throws(CompositionError) -> Template {
    guard let files = kind.template else {
      throw CompositionError(.templateMissing, "the kind \(kind.name) has no template")
    }
    if let template = templates[files.name] { return template }
    let template = try Template(files: files, keepsOrigins: keepsOrigins)
    templates[files.name] = template
    return template
  }
}

extension JSONObject {
  /// Adds members that are missing or null.
  fileprivate mutating func complete(with defaults: JSONObject?) {
    guard let defaults, !defaults.members.isEmpty else { return }
    let added = defaults.members.filter { (self[$0.name] ?? .null) == .null }
    let names = Set(added.map(\.name))
    members.removeAll { names.contains($0.name) }
    members += added
  }
}
