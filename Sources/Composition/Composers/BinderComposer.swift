import Diagnostics
import JSON
import PDF

/// Composes a binder: documents of any kind and PDF files, bound into one file.
struct BinderComposer {
  let composer: DocumentComposer
  let job: JobContext

  private static let known: Set<String> = [
    "title", "subtitle", "author", "created", "locale", "page_size", "cover", "contents", "separators", "numbering",
    "stamps",
    "parts", "batch", "missing",
  ]
  private static let sources: Set<String> = [
    "kind", "artifact", "asset", "base64", "archive", "job", "document", "left_out",
  ]
  private static let maximumParts = 10_000

  func compose(_ fields: Fields, _ kind: JobKind, _ template: Template) throws(CompositionError) -> ComposedBinder {
    let format = try fields.format()
    var binder = ComposedBinder(
      template: template, format: format, pageSize: try fields.pageSize() ?? kind.pageSize, isTagged: kind.isTagged)
    if let conformance = kind.conformance { try binder.conform(to: conformance) }
    let created = try fields.optionalTimestamp("created") ?? job.created
    binder.metadata.title = try fields.filledString("title")
    binder.metadata.author = try fields.optionalString("author") ?? ""
    binder.metadata.language = format.identifier
    binder.metadata.created = created
    binder.values = [
      "title": .text(binder.metadata.title), "subtitle": .optional(try fields.optionalString("subtitle")),
      "author": .optional(binder.metadata.author), "created": .text(format.date(created)),
    ]
    binder.hasCover = try fields.optionalBool("cover") ?? true
    binder.hasContents = try fields.optionalBool("contents") ?? true
    binder.hasSeparators = try fields.optionalBool("separators") ?? false
    if let name = try fields.optionalString("numbering") {
      guard let numbering = ComposedBinder.Numbering(rawValue: name) else {
        let all = ComposedBinder.Numbering.allCases.map(\.rawValue).joined(separator: ", ")
        throw CompositionError(.invalidValue, "expected one of \(all)", at: fields.path(of: "numbering").description)
      }
      binder.numbering = numbering
    }
    binder.stamps = try stamps(fields)
    binder.warnings = fields.warnings(unless: Self.known)
    try addParts(fields, to: &binder)
    return binder
  }

  private func addParts(_ fields: Fields, to binder: inout ComposedBinder) throws(CompositionError) {
    guard fields["batch"] == nil else {
      throw CompositionError(
        .missingField, "a worker adds the documents of a batch; enqueue the job",
        at: fields.path(of: "parts").description)
    }
    let parts = try fields.objects("parts")
    guard (1...Self.maximumParts).contains(parts.count) else {
      throw CompositionError(
        parts.isEmpty ? .missingField : .tooLarge, "\(parts.count) parts; 1 to \(Self.maximumParts) are allowed",
        at: fields.path(of: "parts").description)
    }
    for part in parts {
      if let reason = try part.optionalString("left_out") {
        binder.warnings.append(
          Diagnostic("part_missing", reason, at: SourceLocation(source: part.path.description)))
        continue
      }
      binder.parts.append(
        ComposedBinder.Part(
          title: try part.optionalString("title"), document: try document(part), stamps: try stamps(part),
          place: part.path.description))
      binder.warnings += part.warnings(unless: Self.sources.union(["title", "payload", "stamps"]))
    }
    guard !binder.parts.isEmpty else {
      throw CompositionError(.partRefused, "all parts are missing", at: fields.path(of: "parts").description)
    }
  }

  /// The document of a part or of a stamp.
  private func document(_ fields: Fields) throws(CompositionError) -> ComposedDocument {
    let given = ["kind", "artifact", "asset", "base64", "archive"].filter { fields[$0] != nil }
    guard given.count == 1 else {
      if let name = ["job", "document"].first(where: { fields[$0] != nil }) {
        throw CompositionError(
          .missingField,
          "a worker adds the \(name == "job" ? "document of a job" : "segments of a document"); enqueue the binder",
          at: fields.path(of: name).description)
      }
      throw CompositionError(
        given.isEmpty ? .missingField : .invalidValue,
        "expected one of kind (with payload), job, artifact, asset, base64, archive and document",
        at: fields.path.description)
    }
    switch given[0] {
    case "kind":
      guard let payload = fields["payload"] else {
        throw CompositionError(.missingField, "missing; expected an object", at: fields.path(of: "payload").description)
      }
      return try composer.part(
        kind: try fields.string("kind"), payload: payload, job: job, at: fields.path(of: "payload"))
    case "archive":
      do throws(CompositionError) {
        return .pdf(try ArchiveComposer.compose(try Fields(fields["archive"] ?? .null), job))
      } catch {
        throw CompositionError(
          error.code, error.message, at: DocumentComposer.joined(fields.path(of: "archive"), error.place))
      }
    default:
      let source = try ArchivePayload.Source(.object(fields.object), at: fields.path)
      do throws(CompositionError) {
        return .pdf(ComposedPDF(bytes: try source.bytes(job), pages: []))
      } catch {
        let place = error.place.isEmpty ? fields.path(of: given[0]).description : error.place
        throw CompositionError(error.code, error.message, at: place)
      }
    }
  }

  private func stamps(_ fields: Fields) throws(CompositionError) -> [ComposedStamp] {
    var stamps: [ComposedStamp] = []
    for stamp in try fields.optionalObjects("stamps") {
      stamps.append(try ComposedStamp(stamp) { () throws(CompositionError) in try document(stamp) })
    }
    return stamps
  }
}
