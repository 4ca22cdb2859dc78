import CMarkdown
import Foundation

/// Markdown as GitHub defines it (GitHub Flavored Markdown 0.29): tables, task lists, strikethrough, links, footnotes.
/// HTML in it is kept, as a document may have any HTML.
enum Markdown {
  private static let options = CMARK_OPT_UNSAFE | CMARK_OPT_FOOTNOTES

  /// - Parameter name: of the file, for errors.
  /// - Throws: `CompositionError` `.notText` unless the bytes are UTF-8.
  static func html(_ bytes: [UInt8], name: String) throws(CompositionError) -> String {
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw CompositionError(.notText, "the file is not UTF-8", at: name)
    }
    cmark_gfm_core_extensions_ensure_registered()
    guard let parser = cmark_parser_new(options) else { throw outOfMemory(name) }
    defer { cmark_parser_free(parser) }
    for extensionName in ["table", "strikethrough", "autolink", "tasklist"] {
      if let syntax = cmark_find_syntax_extension(extensionName) {
        cmark_parser_attach_syntax_extension(parser, syntax)
      }
    }
    bytes.withUnsafeBytes { cmark_parser_feed(parser, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count) }
    guard let document = cmark_parser_finish(parser) else { throw outOfMemory(name) }
    defer { cmark_node_free(document) }
    guard let html = cmark_render_html(document, options, cmark_parser_get_syntax_extensions(parser)) else {
      throw outOfMemory(name)
    }
    defer { free(html) }
    return String(cString: html)
  }

  private static func outOfMemory(_ name: String) -> CompositionError {
    CompositionError(.limitExceeded, "there is not enough memory for the file", at: name)
  }
}
