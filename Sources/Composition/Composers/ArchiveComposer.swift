import Archives
import JSON
import PDFObjects

/// An archive: a base PDF with its annotation segments after it, byte for byte, once each was found to fit and to do
/// nothing but annotate.
enum ArchiveComposer {
  static func compose(_ fields: Fields, _ job: JobContext) throws(CompositionError) -> ComposedPDF {
    if fields["document"] != nil { return try compose(try StoredArchive(fields), fields, job) }
    let payload = try ArchivePayload(fields, job)
    let base = try open(payload.base, at: fields.path(of: "base"))
    var archive = PDFMerge(base: base)
    for (index, segment) in payload.segments.enumerated() {
      do throws(PDFError) {
        _ = try archive.append(segment.bytes, madeOn: archive.revision(under: segment.bytes))
      } catch {
        throw refusal(error, "Segment \(index + 1): ", at: fields.path(of: "segments"))
      }
    }
    return try composed(archive.file, warnings: payload.warnings)
  }

  /// A document of the database, built of its base and its segments; those that do not fit stay out, as the record says.
  private static func compose(
    _ stored: StoredArchive, _ fields: Fields, _ job: JobContext
  ) throws(CompositionError) -> ComposedPDF {
    let base = try open(try job.artifact(stored.base), at: fields.path(of: "document"))
    let builder: ArchiveBuilder, manifest: ArchiveManifest, json: String
    do {
      var growing = try ArchiveBuilder(
        document: stored.document, base: base, sha256: stored.base, convert: ArchiveBuilder.convert)
      for segment in stored.segments { try growing.add(segment) }
      builder = growing
      manifest = builder.manifest()
      json = try manifest.json()
    } catch {
      throw CompositionError(.archiveRefused, "\(error)", at: fields.path(of: "document").description)
    }
    let left = manifest.steps.filter { $0.outcome == .refused || $0.outcome == .waiting }
    var composed = try composed(
      builder.file,
      warnings: left.map { Warning(message: "segment \($0.sequence) is not in the document: \($0.reason ?? "")") })
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

  private static func composed(_ file: PDFFile, warnings: [Warning]) throws(CompositionError) -> ComposedPDF {
    do throws(PDFError) {
      let pages = try file.pages().map { PageMeasure(width: $0.width, height: $0.height) }
      return ComposedPDF(bytes: file.contents, pages: pages, warnings: warnings)
    } catch {
      throw refusal(error, at: .root)
    }
  }

  private static func refusal(_ error: PDFError, _ prefix: String = "", at path: JSONPath) -> CompositionError {
    CompositionError(
      error.code == .io ? .renderingFailed : .archiveRefused, prefix + error.description, at: path.description)
  }
}
