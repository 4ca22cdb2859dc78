/// An archive: a base PDF with its annotation segments after it, byte for byte, once each was found to fit.
enum ArchiveComposer {
  static func compose(_ fields: Fields, _ job: JobContext) throws(CompositionError) -> ComposedPDF {
    let payload = try ArchivePayload(fields, job)
    _ = payload
    throw CompositionError(.renderingFailed, "PDFObjects has not landed")
  }
}
