import Diagnostics
import Markup
import Resources

extension HTMLDocument {
  /// The loader of the document's resources.
  var loader: ResourceLoader {
    let all = templateFiles.map { template in files.map { template.merging($0) { $1 } } ?? template } ?? files
    return ResourceLoader(assets: assets, documentFolder: assetsSubfolder, files: all, refusals: refusals)
  }

  /// The markup with its charts and barcodes drawn, and the size class of its pages or, for mails, `regular`, on the
  /// root.
  /// - Throws: `markupRefused`, and the errors of charts and barcodes.
  func parsed(for medium: FigureMedium) throws(CompositionError) -> Document {
    let html = try FigureExpander.expand(self, for: medium)
    do throws(MarkupError) {
      var document = try Document.parse(markup: html)
      if hasSizeClass { document.addRootClass((medium == .mail ? .regular : SizeClass(pageSize)).rawValue) }
      return document
    } catch {
      throw CompositionError(.markupRefused, error.message, at: place(ofLine: error.line))
    }
  }

  /// The location of an error: `report.html:12`, or `line 12` if the document has no name.
  func place(ofLine line: Int?) -> String {
    guard let line, line > 0 else { return name }
    if let origin = origins?.origin(line: line, column: 0) { return "\(origin.source):\(origin.line)" }
    return name.isEmpty ? "line \(line)" : "\(name):\(line)"
  }
}

extension Diagnostic {
  /// The diagnostic with its place in the template if that is known, otherwise with the document's name as its source.
  /// One that has a source is unchanged.
  package func located(in document: HTMLDocument) -> Diagnostic {
    guard location.source.isEmpty else { return self }
    var copy = self
    if location.line > 0, let origin = document.origins?.origin(line: location.line, column: location.column) {
      copy.location = origin
    } else {
      copy.location.source = document.name
    }
    return copy
  }
}
