import Mustache

/// The files of a template that have tags, each prepared for the contexts in which it is included. A file that is
/// included in an attribute's value escapes values for attributes; if it is also included in text, it is prepared twice,
/// as in Go's html/template.
struct TemplateParts {
  static let pageSheet = "page.css"
  /// Contexts of all files together.
  private static let limit = 1000

  /// The parts by name: that of the file, and for other contexts than text also that of the context
  /// (`TemplateSource.Include`).
  private var sources: [String: TemplateSource] = [:]
  /// One source for each file. The names that it uses do not depend on the context.
  private(set) var files: [String: TemplateSource] = [:]
  /// The files that are being prepared, outermost first.
  private var open: [String] = []

  private let template: TemplateFiles
  private let documents: [String]
  private let keepsOrigins: Bool

  /// - Parameters:
  ///   - main: the name of the document, without extension.
  ///   - documents: the names of HTML files; their order is that of the numbers in marks.
  /// - Throws: `templateBroken`.
  init(
    _ template: TemplateFiles, main: String, documents: [String], keepsOrigins: Bool
  ) throws(CompositionError) {
    (self.template, self.documents, self.keepsOrigins) = (template, documents, keepsOrigins)
    try add(TemplateSource.Include(file: main, context: MarkupContext(), part: main), from: nil)
    if template.contents[Self.pageSheet] != nil {
      try add(TemplateSource.Include(file: Self.pageSheet, context: .styleSheet, part: Self.pageSheet), from: nil)
    }
    // Errors in files that are not used yet are reported, too.
    for document in documents {
      let file = String(document.dropLast(5))
      guard files[file] == nil else { continue }
      try add(TemplateSource.Include(file: file, context: MarkupContext(), part: file), from: nil)
    }
  }

  /// Prepares a file and the files that it includes.
  private mutating func add(_ include: TemplateSource.Include, from parent: String?) throws(CompositionError) {
    let place = "\(template.name)/\(Self.fileName(of: parent ?? include.file))"
    guard !open.contains(include.file) else {
      throw CompositionError(.templateBroken, "\(include.file) includes itself", at: place)
    }
    guard sources[include.part] == nil else { return }
    guard sources.count < Self.limit else {
      throw CompositionError(.templateBroken, "files are included in more than \(Self.limit) contexts", at: place)
    }
    let name = Self.fileName(of: include.file)
    let number = documents.firstIndex(of: name)
    guard number != nil || parent == nil, let text = try template.text(name) else {
      throw CompositionError(.templateBroken, "includes \(include.file), which is not there", at: place)
    }
    let source = try TemplateSource(
      text, file: "\(template.name)/\(name)", markedFile: keepsOrigins ? number : nil, context: include.context,
      isIncluded: parent != nil)
    sources[include.part] = source
    if files[include.file] == nil { files[include.file] = source }
    open.append(include.file)
    for next in source.includes { try add(next, from: include.file) }
    open.removeLast()
  }

  /// - Throws: `templateBroken`.
  func compiled() throws(CompositionError) -> MustacheLibrary {
    var templates: [String: MustacheTemplate] = [:]
    for (part, source) in sources {
      let file = "\(template.name)/\(Self.fileName(of: String(part.prefix { $0 != "/" })))"
      try Self.checkWork(source, file)
      do {
        templates[part] = try MustacheTemplate(string: source.text)
      } catch let error as MustacheTemplate.ParserError {
        throw CompositionError(.templateBroken, "\(error.error)", at: "\(file):\(error.context.lineNumber)")
      } catch {
        throw CompositionError(.templateBroken, "\(error)", at: file)
      }
    }
    return MustacheLibrary(templates: templates)
  }

  /// The library measures the rest of the text at each tag, so that its work is the product of both.
  private static let maximumWork = 1_000_000_000

  private static func checkWork(_ source: TemplateSource, _ file: String) throws(CompositionError) {
    let bytes = source.text.utf8.count
    guard source.tagCount > maximumWork / max(bytes, 1) else { return }
    throw CompositionError(
      .templateBroken,
      "has \(source.tagCount) tags in \(bytes) bytes, which takes too long to read; divide it into included files",
      at: file)
  }

  static func fileName(of part: String) -> String { part == pageSheet ? part : part + ".html" }
}
