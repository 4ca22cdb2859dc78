import Diagnostics
import Mustache

/// A compiled template: a folder in `Templates/`.
///
/// - `template.html` (or named like the folder): the document, with Mustache tags or `#PLACEHOLDER#` marks.
/// - Other `.html` files: partials.
/// - `style.css`: the stylesheet. `page.css`: a stylesheet with tags, for page margin boxes that show values.
/// - `strings.yaml`: fixed texts by language, available as `strings`.
/// - Other files: images and other files to which the document can refer.
package struct Template: Sendable {
  private let files: TemplateFiles
  private var name: String { files.name }
  private let main: String
  private let library: MustacheLibrary
  private let styleSheet: String?
  private let hasPageSheet: Bool
  let strings: TemplateStrings
  /// The files that marks in the text refer to; nil if there are none.
  private let markedFiles: [String]?
  /// The first line of each tag, by part.
  private let tagLines: [String: [String: Int]]
  private let names: TemplateNames

  /// - Parameter keepsOrigins: whether documents record the lines of the template from which they were generated
  ///   (`HTMLDocument.origins`).
  /// - Throws: `templateMissing`, `templateBroken`.
  package init(files: TemplateFiles, keepsOrigins: Bool = false) throws(CompositionError) {
    self.files = files
    let name = files.name
    guard let main = files.main else { throw TemplateFiles.missing(name) }
    self.main = main
    let documents = files.names.filter { $0.hasSuffix(".html") }
    markedFiles = keepsOrigins ? documents.map { "\(name)/\($0)" } : nil
    hasPageSheet = files.contents[TemplateParts.pageSheet] != nil
    let parts = try TemplateParts(files, main: main, documents: documents, keepsOrigins: keepsOrigins)
    tagLines = parts.files.mapValues(\.tagLines)
    names = TemplateNames(uses: parts.files.mapValues(\.uses))
    library = try parts.compiled()
    styleSheet = try files.text("style.css")
    strings =
      try files.text("strings.yaml").map { text throws(CompositionError) in
        try TemplateStrings(text, source: "\(name)/strings.yaml")
      } ?? TemplateStrings()
  }

  /// Reads the template in a folder.
  /// - Throws: `templateMissing`, `templateBroken`.
  package init(folder: String, keepsOrigins: Bool = false) throws(CompositionError) {
    try self.init(files: try TemplateFiles(folder: folder), keepsOrigins: keepsOrigins)
  }

  /// The languages of a template's fixed texts, in the order of the file; empty if there are none or the file has an
  /// error.
  package static func languages(_ files: TemplateFiles) -> [String] {
    guard let text = try? files.text("strings.yaml") else { return [] }
    return (try? TemplateStrings(text, source: "strings.yaml"))?.names ?? []
  }

  /// Renders the template with values.
  ///
  /// - Throws: `limitExceeded` if the result is too large.
  func document(_ values: [String: TemplateValue], format: LocalFormat) throws(CompositionError) -> HTMLDocument {
    var values = values
    values["strings"] = strings.words(for: format)
    values["language"] = .text(format.identifier)
    let isRightToLeft = format.isRightToLeft
    values["direction"] = .text(isRightToLeft ? "rtl" : "ltr")
    values["right_to_left"] = .flag(isRightToLeft)
    values["start"] = .text(isRightToLeft ? "right" : "left")
    values["end"] = .text(isRightToLeft ? "left" : "right")
    values["script"] = .text(format.script)
    values["numerals"] = .text(format.numerals)

    var warnings = strings.diagnostics(for: format)
    var document = HTMLDocument(html: Array(try fill(main, values, .html, format, &warnings).utf8))
    if let markedFiles {
      (document.html, document.origins) = SourceMap.removingMarks(document.html, files: markedFiles)
    }
    document.templateFiles = files.contents
    document.metadata.language = format.identifier
    if let styleSheet { document.stylesheets.append(.init(css: styleSheet, source: "\(name)/style.css")) }
    if hasPageSheet {
      let css = try fill(TemplateParts.pageSheet, values, .css, format, &warnings)
      document.stylesheets.append(.init(css: css, source: "\(name)/\(TemplateParts.pageSheet)"))
    }
    document.warnings = warnings
    return document
  }

  private func fill(
    _ part: String, _ values: [String: TemplateValue], _ escaping: Escaping, _ format: LocalFormat,
    _ warnings: inout [Diagnostic]
  ) throws(CompositionError) -> String {
    let state = RenderState(escaping: escaping, format: format)
    let text = library.render(ObjectBinding(members: values, state: state, isRoot: true), withTemplate: part) ?? ""
    guard !state.isExhausted else {
      throw CompositionError(.limitExceeded, "the payload fills the template \(name) with more than it can hold")
    }
    warnings += state.missing.map {
      Diagnostic(
        "missing_value", "the template asks for {{\($0)}}, which the payload does not have",
        at: location(ofTag: $0, in: part))
    }
    warnings += state.refusedSchemes.map {
      Diagnostic(
        "unsafe_address", "a value is an address with the scheme \($0), which documents must not have; it is replaced",
        at: SourceLocation(source: "\(name)/\(TemplateParts.fileName(of: part))"))
    }
    warnings += names.unknown(in: part, values).map {
      Diagnostic(
        "missing_value", "the template asks for {{\($0.name)}}, which the payload does not have",
        at: SourceLocation(source: "\(name)/\(TemplateParts.fileName(of: $0.part))", line: $0.line))
    }
    return text
  }

  /// The fixed texts that the template uses and no language has, and those that a language lacks and takes from the
  /// first one.
  package var problemsOfStrings: [Diagnostic] {
    let all: [String: TemplateValue] = ["strings": strings.all]
    let unknown = [main, TemplateParts.pageSheet].flatMap { names.unknown(in: $0, all) }.map {
      Diagnostic(
        "missing_strings", "the template asks for {{\($0.name)}}, which strings.yaml does not have",
        at: SourceLocation(source: "\(name)/\(TemplateParts.fileName(of: $0.part))", line: $0.line))
    }
    return unknown + strings.incompleteLanguages
  }

  /// The first use of a name in a part, or in the files that it may include.
  private func location(ofTag tag: String, in part: String) -> SourceLocation {
    let others =
      part == TemplateParts.pageSheet ? [] : tagLines.keys.filter { $0 != part && $0 != TemplateParts.pageSheet }
    for part in [part] + others.sorted() {
      guard let line = tagLines[part]?[tag] else { continue }
      return SourceLocation(source: "\(name)/\(TemplateParts.fileName(of: part))", line: line)
    }
    return SourceLocation(source: "\(name)/\(TemplateParts.fileName(of: part))")
  }
}
