import Annotations
import Archives
import Diagnostics
import JSON
import PDF

/// Composes an archive: a base PDF followed by its annotation segments, each checked to fit and to only annotate. XFDF,
/// Instant JSON and ink are converted to updates.
enum ArchiveComposer {
  static func compose(_ fields: Fields, _ job: JobContext) throws(CompositionError) -> ComposedPDF {
    if fields["document"] != nil { return try compose(try StoredArchive(fields), fields, job) }
    let payload = try ArchivePayload(fields, job)
    let path = fields.path(of: "base")
    let base = try open(payload.base, at: path)
    do throws(PDFError) {
      // For a document in the database this was checked at registration.
      try base.checkCrossReference()
    } catch {
      throw refusal(error, at: path)
    }
    var archive = PDFMerge(base: base)
    var warnings = payload.warnings
    for segment in payload.segments { warnings += try append(segment, to: &archive, job) }
    return try composed(archive.file, warnings: warnings)
  }

  /// - Returns: ignored or replaced parts, each with its location in the payload.
  private static func append(
    _ segment: ArchivePayload.Segment, to archive: inout PDFMerge, _ job: JobContext
  ) throws(CompositionError) -> [Diagnostic] {
    let bytes = try segment.bytes(job)
    guard let format = segment.format else {
      try appending(segment) { () throws(PDFError) in
        _ = try archive.append(bytes, madeOn: archive.revision(under: bytes))
      }
      return []
    }
    let made: AnnotationImport
    do throws(AnnotationError) {
      made = try AnnotationImport(bytes, format: format, base: archive.file)
    } catch {
      throw CompositionError(.archiveRefused, error.message, at: segment.place(error.place))
    }
    if !made.segment.isEmpty { try appending(segment) { () throws(PDFError) in try archive.append(own: made.segment) } }
    return made.warnings.map {
      Diagnostic($0.code, $0.message, at: SourceLocation(source: segment.place($0.location.source)))
    }
  }

  private static func appending(
    _ segment: ArchivePayload.Segment, _ body: () throws(PDFError) -> Void
  ) throws(CompositionError) {
    do throws(PDFError) {
      try body()
    } catch {
      throw refusal(error, at: segment.path)
    }
  }

  /// Builds a document in the database from its base and segments. Segments that do not fit are left out, as recorded
  /// in the manifest.
  private static func compose(
    _ stored: StoredArchive, _ fields: Fields, _ job: JobContext
  ) throws(CompositionError) -> ComposedPDF {
    let base = try open(try job.artifact(stored.base), at: fields.path(of: "document"))
    let builder: ArchiveBuilder
    let manifest: ArchiveManifest
    let json: String
    do {
      var growing = try ArchiveBuilder(
        document: stored.document, tenant: stored.tenant, base: base, sha256: stored.base,
        convert: ArchiveBuilder.convert)
      for segment in stored.segments { try growing.add(segment) }
      builder = growing
      manifest = builder.manifest()
      json = try manifest.json()
    } catch {
      throw CompositionError(.archiveRefused, "\(error)", at: fields.path(of: "document").description)
    }
    let left = manifest.steps.filter(\.isLeftOut)
    let noted = manifest.steps.flatMap { step in
      (step.warnings ?? []).map { Diagnostic("segment_converted", "segment \(step.sequence): \($0)") }
    }
    var composed = try composed(
      builder.file,
      warnings: left.map {
        Diagnostic("segment_left_out", "segment \($0.sequence) is not in the document: \($0.reason ?? "")")
      }
        + noted)
    composed.archive = ArchiveRecord(document: stored.document, sequence: manifest.sequence, manifest: json)
    return composed
  }

  private static func open(_ bytes: [UInt8], at path: JSONPath) throws(CompositionError) -> PDFFile {
    do throws(PDFError) {
      let file = try PDFFile(bytes: bytes)
      try file.requireAppendable()
      return file
    } catch {
      throw refusal(error, at: path)
    }
  }

  private static func composed(_ file: PDFFile, warnings: [Diagnostic]) throws(CompositionError) -> ComposedPDF {
    do throws(PDFError) {
      let pages = try file.pages().map { PageMeasure(width: $0.width, height: $0.height) }
      return ComposedPDF(bytes: file.contents, pages: pages, warnings: warnings)
    } catch {
      throw refusal(error, at: .root)
    }
  }

  private static func refusal(_ error: PDFError, at path: JSONPath) -> CompositionError {
    CompositionError(
      error.code == .io ? .renderingFailed : .archiveRefused, error.description, at: path.description)
  }
}
