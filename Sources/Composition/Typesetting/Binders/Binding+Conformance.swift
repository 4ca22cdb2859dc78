import Diagnostics
import PDF

/// The profiles that a binder states.
extension Binding {
  func statedConformance() throws(PDFError) -> MergedConformance? {
    guard let request = binder.conformance else { return nil }
    return try MergedConformance(request.profiles, PDFMetadata(binder.metadata))
  }

  /// Checks the binder.
  /// - Returns: warnings, if it is kept although it violates rules.
  /// - Throws: `notConforming` with the place of the first part that alone violates rules too, if there is one.
  func checked(_ pdf: [UInt8]) throws(CompositionError) -> [Diagnostic] {
    guard let request = binder.conformance else { return [] }
    do throws(CompositionError) {
      return try request.check(pdf)
    } catch {
      for part in parts {
        let alone = try Self.refusing(part.place) { () throws(PDFError) in
          var merge = FileMerge()
          try merge.add(FileMerge.Part(part.file))
          return try merge.finish(
            information: PDFMetadata(binder.metadata).information, conformance: try statedConformance())
        }
        do throws(CompositionError) { _ = try request.check(alone) } catch {
          throw CompositionError(error.code, error.message, at: part.place)
        }
      }
      throw error
    }
  }
}
