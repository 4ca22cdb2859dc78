import PDF

/// Calls `body`, and says of a PDF that it refuses which file that is and what to do about it.
func about<Value>(_ path: String, _ body: () throws(PDFError) -> Value) throws -> Value {
  do throws(PDFError) {
    return try body()
  } catch {
    // What the operating system says names its file already.
    guard error.code != .io else { throw error }
    throw Failure(error.description, place: path, hint: error.advice, status: Failure.badInput)
  }
}

extension PDFError {
  /// What a person can do about it; nil where the message says all there is.
  fileprivate var advice: String? {
    switch code {
    case .syntax, .crossReference, .pageTree, .stream:
      "the file is damaged, and readers differ over damaged files, so nothing is guessed; `qpdf FILE SOUND.pdf` makes a "
        + "sound copy, which is another base"
    case .encrypted:
      "`qpdf --decrypt FILE CLEAR.pdf`, with its password, makes a copy in the clear, which is another base"
    case .signed: "annotate a copy that is not signed, and keep the signed file beside it"
    case .notPDF, .segment, .limit, .io: nil
    }
  }
}
