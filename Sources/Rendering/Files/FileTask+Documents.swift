import Archives
import FoundationEssentials
import PDF

/// The work on annotated documents, in the separate process.
extension FileTask {
  /// - Parameters:
  ///   - base: the base of the document.
  ///   - files: the index of the base, empty if none is stored, and the new segment, empty if there is none.
  /// - Returns: nil if the task needs no base; the answer, and the bytes that follow it.
  func run(base: PDFBytes?, _ files: [[UInt8]]) -> (FileTaskResponse, [UInt8])? {
    guard let base else { return nil }
    do {
      let file = try PDFFile(base)
      switch self {
      case .index: return (.indexed, try BaseIndex.encoded(of: file))
      case .newBase:
        try file.requireAppendable()
        try file.checkCrossReference()
        return (.indexed, try BaseIndex.encoded(of: file))
      case .document(let stored, let question):
        guard files.count == 2 else { return nil }
        return try Self.answer(question, on: stored, file, index: files[0], segment: files[1])
      case .title, .metadata, .merge, .verify: return nil
      }
    } catch let error as PDFError {
      return (.failed(.file(index: nil, message: error.message)), [])
    } catch {
      return (.failed(.file(index: nil, message: "\(error)")), [])
    }
  }

  /// Answers about a document are computed without the stored index of its base.
  private static func answer(
    _ question: DocumentQuestion, on stored: StoredDocument, _ base: PDFFile, index: [UInt8], segment: [UInt8]
  ) throws -> (FileTaskResponse, [UInt8]) {
    switch question {
    case .state(let candidate, let time):
      let state = try DocumentState(
        of: stored, base: base, index: index.isEmpty ? nil : index, adding: candidate, segment, at: time)
      return (.state(state), [])
    case .tail:
      let builder = try stored.build(on: base)
      return (.tail(sha256: builder.sha256), builder.tail)
    case .pageHeights: return (.pageHeights(try stored.build(on: base).file.pages().map(\.height)), [])
    }
  }
}
