import Diagnostics
import Markup
import Resources
import Style

/// The content of a document in reading order, styled for print but without pages: the source of its plain text and its
/// Markdown.
struct FlowText {
  private let styled: StyledDocument
  private let body: ContentElement
  let warnings: [Diagnostic]

  /// - Throws: `markupRefused`.
  init(_ source: HTMLDocument) throws(CompositionError) {
    var source = source
    // Tagging adds content for the structure of a PDF, such as the data of charts.
    source.isTagged = false
    let document = try source.parsed(for: .print)
    let loader = source.loader
    var options = StyleEngine.Options()
    options.stylesheets = source.stylesheets.map { ($0.css, $0.source) }
    (options.pageWidth, options.pageHeight) = (source.pageSize.width, source.pageSize.height)
    styled = StyleEngine.style(document, loader: loader, options: options)
    var reader = ContentReader(styled: styled, images: nil)
    body = reader.body()
    // Problems of style sheets are found again when the document is typeset; the reader's are about mails.
    warnings = document.diagnostics
  }

  /// Columns of the widest table; wider ones are written as one block for each row.
  private static let tableWidth = 160

  /// Paragraphs on one line each, tables in aligned columns.
  func plainText() -> String {
    var text = PlainText(styled: styled, width: .max, tableWidth: Self.tableWidth)
    return text.text(of: body)
  }

  /// CommonMark 0.31 with the tables and struck out text of GitHub Flavored Markdown.
  func markdown() -> String { MarkdownText(styled: styled).text(of: body) }
}
