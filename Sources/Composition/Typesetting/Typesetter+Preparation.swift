extension Typesetter {
  /// Typesets a small document, on any thread. The first document of a process otherwise waits for what this initializes:
  /// the configuration of fontconfig, the default style sheet, the table of properties, and the metadata of generic
  /// types, which takes longer than a page.
  package static func prepare() {
    let document = HTMLDocument(html: Array("<!DOCTYPE html><title>x</title><table><tr><th>x<td><b>x</b></table>".utf8))
    _ = try? Typesetter().render(.html(document))
  }
}
