import Archives
import PDF

/// Calls `body`; a PDF that it refuses becomes a `Failure` that names the file and says what to do.
func about<Value>(_ path: String, _ body: () throws(PDFError) -> Value) throws -> Value {
  do throws(PDFError) {
    return try body()
  } catch {
    if let failure = Failure.about(error, path) { throw failure }
    throw error
  }
}

extension Failure {
  init(_ refusal: SegmentSync.Refusal, path: String) {
    switch refusal {
    case .update(let error):
      self = Self.about(error, path) ?? Failure(error.description)
    case .segment(let reason): self.init(reason, place: path, status: Self.badInput)
    }
  }

  /// Nil for an error of the operating system, whose message already names its file.
  fileprivate static func about(_ error: PDFError, _ path: String) -> Failure? {
    guard error.code != .io else { return nil }
    return Failure(error.description, place: path, hint: error.advice, status: Self.badInput)
  }
}

extension PDFError {
  /// What to do about it; nil if the message says all there is to say.
  fileprivate var advice: String? {
    switch code {
    case .syntax, .crossReference, .pageTree, .structure, .stream:
      "Pressrun does not repair damaged files, because PDF readers repair them in different ways; `qpdf FILE REPAIRED.pdf` "
        + "writes a repaired copy, which is a different base"
    case .encrypted:
      "`qpdf --decrypt FILE CLEAR.pdf`, with its password, makes a copy in the clear, which is another base"
    case .signed: "annotate a copy that is not signed, and keep the signed file beside it"
    case .notPDF, .segment, .limit, .io, .conformance: nil
    }
  }
}
