import CPango
import Layout

extension PDFMetadata {
  /// The information dictionary's entries (ISO 32000-1 §14.3.3).
  var infoEntries: String {
    var entries = ""
    func add(_ key: String, _ value: String) {
      if !value.isEmpty { entries += " /\(key) \(PDFSyntax.text(value))" }
    }
    add("Title", title)
    add("Author", author)
    add("Subject", subject)
    add("Keywords", keywords)
    add("Creator", creator)
    add("Producer", "Pressrun, cairo \(String(cString: cairo_version_string()))")
    if let created = PDFSyntax.date(created) { entries += " /CreationDate \(created)" }
    if let modified = PDFSyntax.date(modified) { entries += " /ModDate \(modified)" }
    return entries
  }

  /// The catalog's entries: the language, and that readers show the title instead of the file's name.
  var catalogEntries: String {
    (language.isEmpty ? "" : " /Lang \(PDFSyntax.text(language))")
      + (title.isEmpty ? "" : " /ViewerPreferences << /DisplayDocTitle true >>")
  }
}

extension LaidOutDocument {
  /// The catalog's entry for page labels (§12.4.2): pages without one keep their place in the document.
  var pageLabelEntries: String {
    guard pages.contains(where: { $0.label != nil }) else { return "" }
    let labels = pages.enumerated().map { index, page in
      "\(index) << \(page.label.map { "/P \(PDFSyntax.text($0))" } ?? "/S /D /St \(index + 1)") >>"
    }
    return " /PageLabels << /Nums [\(labels.joined(separator: " "))] >>"
  }
}
