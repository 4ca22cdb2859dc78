import Diagnostics
import Markup

/// Note bodies as people paste them from word processors, mail programs and wikis.
///
/// The clipboard of Word, Outlook, Google Docs, Notion, Confluence, Evernote and Apple Mail contains markup that only
/// these programs understand. `cleaned` reduces such a body to the elements and styles that a note may have. A body
/// without any of their marks is returned unchanged, byte for byte. Cleaning a cleaned body changes nothing.
package enum PastedBody {
  /// - Parameters:
  ///   - html: the body, parsed as the content of `body`.
  ///   - source: its place for diagnostics: `$.body`.
  /// - Returns: HTML, and a diagnostic for each thing that was dropped, with its line and column; at most 100. Text
  ///   that the program showed is never dropped.
  /// - Throws: `markupRefused` if the body exceeds the limits of documents.
  package static func cleaned(
    _ html: String, source: String
  ) throws(CompositionError) -> (html: String, warnings: [Diagnostic]) {
    var bytes = Array(html.utf8)
    guard PastedMarks.occur(in: bytes) else { return (html, []) }
    var log = PastedLog(source: source)
    log.countConditionalComments(in: bytes)
    bytes = PastedMarks.withoutCDATA(bytes)
    let document = try parse(bytes, source: source)
    var cleaner = PastedCleaner(document, log: log)
    let body = cleaner.body()
    var out = ""
    PastedElement.write(body, to: &out)
    return (out, cleaner.log.diagnostics)
  }

  private static func parse(_ bytes: [UInt8], source: String) throws(CompositionError) -> Document {
    do throws(MarkupError) {
      return try Document.parse(html: bytes, charset: "utf-8")
    } catch {
      throw CompositionError(.markupRefused, error.message, at: error.line.map { "\(source):\($0)" } ?? source)
    }
  }
}
