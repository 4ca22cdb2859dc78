import JSON
import PDFObjects

/// An archive: a base PDF with its annotation segments after it, byte for byte, once each was found to fit.
enum ArchiveComposer {
  static func compose(_ fields: Fields, _ job: JobContext) throws(CompositionError) -> ComposedPDF {
    let payload = try ArchivePayload(fields, job)
    let pages: [PDFPage]
    let file: PDFFile
    do throws(PDFError) {
      _ = try PDFFile(bytes: payload.base)
    } catch {
      throw refusal(error, at: fields.path(of: "base"))
    }
    do throws(PDFError) {
      file = try PDFAssembly.assemble(base: payload.base, segments: payload.segments.map(\.bytes))
    } catch {
      throw refusal(error, at: fields.path(of: "segments"))
    }
    do throws(PDFError) {
      pages = try file.pages()
    } catch {
      throw refusal(error, at: .root)
    }
    return ComposedPDF(
      bytes: file.bytes.array(0..<file.bytes.count),
      pages: pages.map { PageMeasure(width: $0.width, height: $0.height) },
      warnings: payload.warnings)
  }

  private static func refusal(_ error: PDFError, at path: JSONPath) -> CompositionError {
    CompositionError(error.code == .io ? .renderingFailed : .archiveRefused, error.description, at: path.description)
  }
}
