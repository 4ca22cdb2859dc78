import Diagnostics
import Markup
import Resources
import Style

/// Composes the body of a mail from the HTML of a document: styled for the medium `mail`, with its styles in `style`
/// attributes, its images as parts of the mail, and a text alternative. Page rules have no effect.
package struct MailComposer {
  /// Draws SVG and other images that mail programs do not show.
  private let typesetter: Typesetter

  package init(typesetter: Typesetter) { self.typesetter = typesetter }

  /// The width that media queries see, px.
  static let width = 640.0

  /// - Throws: `markupRefused`, `limitExceeded`; `layoutRefused` for a document that is composed as PDF.
  package func compose(_ composed: ComposedDocument) throws(CompositionError) -> MailBody {
    guard case .html(let source) = composed else {
      throw CompositionError(
        .layoutRefused, "documents of this kind are PDF files and cannot be the body of a mail; send them as attachment"
      )
    }
    return try compose(source)
  }

  private func compose(_ source: HTMLDocument) throws(CompositionError) -> MailBody {
    let loader = source.loader
    let document = try source.parsed(for: .mail)
    var options = Self.options
    options.stylesheets = source.stylesheets.map { ($0.css, $0.source) }
    let styled = StyleEngine.style(document, loader: loader, options: options)

    var images = MailImages(loader: loader, base: styled.base, typesetter: typesetter)
    var reader = ContentReader(styled: styled, images: images)
    let body = reader.body()
    images = reader.images ?? images
    let metadata = source.metadata.filled(from: document)
    let head = Head(title: metadata.title, language: metadata.language, document: document)
    InlineStyles.write(to: body, styled, base: try Self.styledSkeleton(body, head, of: source))
    body.addBackgroundImages(styled, &images)
    var text = PlainText(styled: styled)
    let plainText = text.text(of: body)
    body.addPreheader(metadata.subject)
    let html = head.html(body)
    guard html.utf8.count <= Self.maximumBytes else {
      throw CompositionError(.limitExceeded, "the body of the mail is larger than \(Self.maximumBytes >> 20) MB")
    }
    return MailBody(
      html: html, text: plainText, images: images.images, title: metadata.title,
      warnings: (source.warnings + document.diagnostics + styled.diagnostics + reader.warnings + images.warnings)
        .summarized())
  }

  private static let maximumBytes = 16 << 20

  private static var options: StyleEngine.Options {
    var options = StyleEngine.Options()
    options.medium = .mail
    (options.pageWidth, options.pageHeight) = (width, 960)
    return options
  }

  /// The mail without its styles, styled by the user agent's style sheet only, as mail programs show it without `style`
  /// attributes.
  private static func styledSkeleton(
    _ body: ContentElement, _ head: Head, of source: HTMLDocument
  ) throws(CompositionError) -> StyledDocument {
    var skeleton = HTMLDocument(html: Array(head.html(body).utf8))
    skeleton.name = source.name
    let document = try skeleton.parsed(for: .mail)
    return StyleEngine.style(document, loader: ResourceLoader(), options: options)
  }

  /// The parts of the mail around its body.
  private struct Head {
    var title: String
    var attributes: [(name: String, value: String)]

    init(title: String, language: String, document: Document) {
      self.title = title
      attributes = language.isEmpty ? [] : [("lang", language)]
      let root = document.documentElement
      if !root.isNone, let direction = document.attribute(root, "dir"), ["ltr", "rtl"].contains(direction.lowercased())
      {
        attributes.append(("dir", direction.lowercased()))
      }
    }

    func html(_ body: ContentElement) -> String {
      var html = "<!DOCTYPE html>\n<html"
      for attribute in attributes { html += " \(attribute.name)=\"\(Escaping.html.escape(attribute.value))\"" }
      html += """
        >
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>\(Escaping.html.escape(title))</title>
        </head>

        """
      body.write(to: &html)
      return html + "\n</html>\n"
    }
  }
}
