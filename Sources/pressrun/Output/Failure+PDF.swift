import Archives
import PDF

/// Calls `body` and converts an error about a PDF to a `Failure` with the name of the file and a remedy.
func about<Value>(
  _ path: String, as use: PDFUse = .base, _ body: () throws(PDFError) -> Value
) throws -> Value {
  do throws(PDFError) {
    return try body()
  } catch {
    throw Failure.about(error, path, use)
  }
}

/// The purpose for which a command reads a PDF file, for the advice in errors.
enum PDFUse {
  /// A base that is appended to: its bytes are kept.
  case base
  /// A file whose pages are copied.
  case part
}

extension Failure {
  init(_ refusal: SegmentSync.Refusal, path: String) {
    switch refusal {
    case .update(let error):
      self = Self.about(error, path, .base)
    case .segment(let reason): self.init(reason, place: path, status: Self.badInput)
    }
  }

  fileprivate static func about(_ error: PDFError, _ path: String, _ use: PDFUse) -> Failure {
    // The message of the operating system names the file.
    guard error.code != .io else { return Failure(error.description, status: badInput) }
    return Failure(error.description, place: path, hint: error.advice(use), status: badInput)
  }
}

extension PDFError {
  /// A remedy; nil if the message is sufficient.
  fileprivate func advice(_ use: PDFUse) -> String? {
    switch (code, use) {
    case (.syntax, _), (.crossReference, _), (.pageTree, _), (.structure, _), (.stream, _):
      "Pressrun does not repair damaged files, because PDF readers repair them in different ways; `qpdf FILE REPAIRED.pdf` "
        + "writes a repaired copy" + (use == .base ? ", which is a different base" : "")
    case (.encrypted, .base):
      "`qpdf --decrypt FILE CLEAR.pdf`, with its password, makes a copy in the clear, which is another base"
    case (.encrypted, .part): "`qpdf --decrypt FILE CLEAR.pdf`, with its password, makes a copy that can be merged"
    case (.signed, .base): "annotate a copy that is not signed, and keep the signed file beside it"
    case (.signed, .part): "merge a copy that is not signed, or attach the signed file"
    case (.notPDF, _), (.segment, _), (.limit, _), (.io, _), (.conformance, _): nil
    }
  }
}
