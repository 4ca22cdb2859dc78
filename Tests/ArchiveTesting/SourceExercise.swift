import Annotations
import Archives
import PDF

/// Sources of annotations by strangers: each is read within limits or refused with a reason, and what is read gives an
/// update that only annotates and whose annotations can be written out again.
package enum SourceExercise {
  package enum Source: CaseIterable, Sendable {
    case xfdf, instantJSON, touches, inkML

    package var format: AnnotationFormat {
      switch self {
      case .xfdf: .xfdf
      case .instantJSON: .instantJSON
      case .touches, .inkML: .ink
      }
    }
  }

  /// Small, so that what would be slow is refused soon.
  private static let limits = {
    var limits = AnnotationLimits()
    (limits.annotations, limits.points, limits.appearances) = (200, 10_000, 1 << 20)
    return limits
  }()

  /// - Parameter base: a file to put them on.
  /// - Returns: whether it was read, and what does not hold; nil where all does.
  package static func run(_ bytes: [UInt8], _ format: AnnotationFormat, base: PDFFile) -> (isRead: Bool, fault: String?)
  {
    let made: AnnotationImport
    do throws(AnnotationError) {
      made = try AnnotationImport(bytes, format: format, base: base, limits: limits)
    } catch {
      return (false, error.message.isEmpty ? "refused without a reason" : nil)
    }
    guard !made.segment.isEmpty else { return (true, nil) }
    var growth = PDFGrowth(base: base)
    do throws(PDFError) {
      try growth.annotate(made.segment)
    } catch {
      return (true, "its update does not hold: \(error)")
    }
    return (true, export(growth.file))
  }

  private static func export(_ file: PDFFile) -> String? {
    do throws(AnnotationError) {
      let xfdf = try XFDFWriter.document(of: file)
      _ = try XFDFReader.read(Array(xfdf.xfdf.utf8))
      let json = try InstantJSONWriter.document(of: file)
      _ = try InstantJSONReader.read(Array(json.json.utf8), base: file)
      return nil
    } catch {
      // Places are written in another unit, in which they may be too large.
      return error.code == .limit ? nil : "its annotations cannot be written and read again: \(error)"
    }
  }
}
