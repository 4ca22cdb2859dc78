import PDF
import Testing

/// The `PDFError` thrown by `body`; records an issue if there is none.
func failure(_ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) -> PDFError? {
  #expect(throws: PDFError.self, sourceLocation: sourceLocation) { try body() }
}

/// Expects that `body` throws a `PDFError` with a given code.
func expect(_ code: PDFError.Code, _ body: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation) {
  let error = failure(body, sourceLocation: sourceLocation)
  #expect(error?.code == code, "\(error?.description ?? "")", sourceLocation: sourceLocation)
}
