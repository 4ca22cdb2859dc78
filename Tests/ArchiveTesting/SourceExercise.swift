import Annotations
import Archives
import PDF

/// Processes an untrusted source of annotations: it is read within limits or refused with a reason. The resulting
/// update must only annotate, and its annotations can be exported.
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

  /// Small limits, so that slow input is refused soon.
  private static let limits = {
    var limits = AnnotationLimits()
    (limits.annotations, limits.points, limits.appearances) = (200, 10_000, 1 << 20)
    return limits
  }()

  /// - Parameter base: the file to annotate.
  /// - Returns: whether it was read, and the violated property; nil if there is none.
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
      // Coordinates are converted to another unit, in which they can exceed the limit.
      return error.code == .limit ? nil : "its annotations cannot be written and read again: \(error)"
    }
  }
}
