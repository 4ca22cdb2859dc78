import Annotations
import Archives
import PDF

/// Processes an untrusted PDF in all ways. Reading ends with a value or an error, and appended updates pass the checks
/// for untrusted segments.
package enum PDFExercise {
  /// Small limits, so that slow input is refused soon.
  private static let limits = {
    var limits = PDFLimits()
    (limits.decodedTotal, limits.parsedBytes, limits.crossReferenceEntries) = (8 << 20, 4 << 20, 100_000)
    return limits
  }()

  /// - Parameter base: a valid file. If `bytes` begins with it, the rest is also tried as a segment.
  /// - Returns: the violated property; nil if there is none.
  @discardableResult
  package static func run(_ bytes: [UInt8], base: [UInt8]) -> String? {
    if bytes.starts(with: base) { append(Array(bytes[base.count...]), to: base) }
    guard let file = try? PDFFile(bytes: bytes, limits: limits) else { return nil }
    inspect(file)
    return export(file) ?? annotate(file, bytes)
  }

  private static func inspect(_ file: PDFFile) {
    _ = file.isLinearized
    _ = file.pdfAClaim()
    _ = file.encryption()
    _ = try? file.signatures()
    _ = try? file.pages()
    _ = try? file.page(at: 100, viewHeight: 1_000)
    for number in 1...8 { if let reference = PDFReference(number, 0) { _ = try? file.object(reference) } }
    if let page = try? file.page(0) { _ = try? file.annotations(of: page) }
    if let revisions = try? file.revisions() {
      for revision in revisions { _ = file.changes(in: revision, older: [], limit: 50) }
    }
  }

  /// Tries the rest of a file as an untrusted segment: appended to the base, and rebased on another update.
  private static func append(_ update: [UInt8], to base: [UInt8]) {
    _ = try? Assembly.assemble(base: base, segments: [update])
    guard let file = try? PDFFile(bytes: base) else { return }
    var merge = PDFMerge(base: file)
    if let revision = try? merge.revision(under: update) { _ = try? merge.append(update, madeOn: revision) }
    var branched = PDFMerge(base: file)
    let parent = branched.tip
    guard let note = try? AnnotationImport(note, format: .xfdf, base: file).segment,
      (try? branched.append(own: note)) != nil
    else { return }
    _ = try? branched.append(update, madeOn: parent)
  }

  /// Exported annotations can be read.
  private static func export(_ file: PDFFile) -> String? {
    if let written = try? XFDFWriter.document(of: file) {
      do {
        _ = try XFDFReader.read(Array(written.xfdf.utf8))
      } catch let error where error.code != .limit && error.code != .forbidden {
        // A link of the file may lead to an address that is not accepted.
        return "XFDF of its annotations cannot be read: \(error)"
      } catch {}
    }
    if let written = try? InstantJSONWriter.document(of: file) {
      do {
        _ = try InstantJSONReader.read(Array(written.json.utf8), base: file)
      } catch let error where error.code == .malformed {
        return "Instant JSON of its annotations cannot be read: \(error)"
      } catch {}
    }
    return nil
  }

  private static let note = Array(
    """
    <xfdf xmlns="http://ns.adobe.com/xfdf/"><annots><text page="0" rect="5,5,9,9" name="fuzz-note"/></annots></xfdf>
    """.utf8)

  /// A note on the first page is refused, or valid.
  private static func annotate(_ file: PDFFile, _ bytes: [UInt8]) -> String? {
    guard (try? file.requireAppendable()) != nil,
      let update = try? AnnotationImport(note, format: .xfdf, base: file).segment, !update.isEmpty
    else { return nil }
    var growth = PDFGrowth(base: file)
    do {
      try growth.append(update)
    } catch {
      return error.code == .limit ? nil : "the update that was made does not fit: \(error)"
    }
    guard growth.file.bytes.array(0..<bytes.count) == bytes else { return "the base was changed" }
    do {
      let again = try PDFFile(bytes: bytes + update, limits: limits)
      // Other annotations of the page can be damaged.
      var reader = AnnotationReader(again)
      let found = try again.page(0).map { try reader.annotations(of: $0).annotations } ?? []
      return found.contains { $0.name == "fuzz-note" } ? nil : "the note is not there"
    } catch let error as PDFError {
      return error.code == .limit ? nil : "the annotated file cannot be opened: \(error)"
    } catch {
      return "\(error)"
    }
  }
}
