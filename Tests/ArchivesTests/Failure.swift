import PDF
import Testing

/// The `PDFError` that `body` throws, or nil and a recorded issue.
func failure(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) -> PDFError? {
  do {
    try body()
    Issue.record("Nothing was thrown.", sourceLocation: sourceLocation)
  } catch {
    if let error = error as? PDFError { return error }
    Issue.record(error, sourceLocation: sourceLocation)
  }
  return nil
}

/// Expects that `body` throws a `PDFError` with the code.
func expect(_ code: PDFError.Code, _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
  let error = failure(body, sourceLocation: sourceLocation)
  #expect(error?.code == code, "\(error?.description ?? "")", sourceLocation: sourceLocation)
}
