import Diagnostics
import Style

/// Writes the parts of the file and packs them (ISO/IEC 29500-2).
struct PackageWriter {
  private(set) var diagnostics: [Diagnostic] = []
  private let converter: Converter
  private let metadata: WordDocument.Metadata
  private var catalog: StyleCatalog
  private var numbering: NumberingCatalog
  private var media: MediaParts
  private var drawing = 1
  private var bookmarks: Set<Int> = []
  private var entries: [ZipArchive.Entry] = []
  private var types: [(part: String, type: String)] = []
  private var size = 0
  private var hasReplacedCharacters = false

  init(_ converter: Converter, metadata: WordDocument.Metadata, rasterize: @escaping WordDocument.Rasterizer) {
    self.converter = converter
    self.metadata = metadata
    var root = converter.root.map { converter.characters($0.style) } ?? RunProperties()
    if root.language.isEmpty { root.language = metadata.language }
    catalog = StyleCatalog(root: root, limit: converter.limits.styles)
    numbering = converter.numbering
    media = MediaParts(converter.images, maximumPixels: converter.limits.pixels, rasterize: rasterize)
  }

  mutating func write() throws(WordError) -> [UInt8] {
    var collector = FormattingCollector(catalog)
    collector.collect(&converter.blocks)
    for index in converter.footnotes.indices { collector.collect(&converter.footnotes[index]) }
    for index in converter.headers.indices { collector.collect(&converter.headers[index]) }
    for index in converter.footers.indices { collector.collect(&converter.footers[index]) }
    catalog = collector.catalog
    catalog.decide()
    numbering.mergeDefinitions()

    try writeDocument()
    try writeParts()
    writeMedia()
    return try ZipArchive.write(packed())
  }

  // MARK: - Parts

  private mutating func writeDocument() throws(WordError) {
    var part = newPart()
    let sections = converter.sections.compactMap(\.properties)
    part.section = { index, xml, relationships in
      guard sections.indices.contains(index) else { return }
      var used = relationships
      sections[index].write(
        to: &xml, header: { used.add("header", "header\($0 + 1).xml") },
        footer: { used.add("footer", "footer\($0 + 1).xml") })
      relationships = used
    }
    part.open("w:document")
    if let background = converter.background {
      part.xml.open("w:background")
      part.xml.attribute("w:color", background)
      part.xml.close("w:background")
    }
    part.xml.open("w:body")
    part.write(converter.blocks)
    part.section?(sections.count - 1, &part.xml, &part.relationships)
    part.xml.close("w:body")
    part.xml.close("w:document")
    _ = part.relationships.add("styles", "styles.xml")
    _ = part.relationships.add("settings", "settings.xml")
    _ = part.relationships.add("fontTable", "fontTable.xml")
    if !numbering.instances.isEmpty { _ = part.relationships.add("numbering", "numbering.xml") }
    if !converter.footnotes.isEmpty { _ = part.relationships.add("footnotes", "footnotes.xml") }
    try finish(part, "document", type: "document.main")
  }

  private mutating func writeParts() throws(WordError) {
    try add("word/styles.xml", StylesPart(catalog: catalog, language: metadata.language).write(), type: "styles")
    try add("word/settings.xml", settings.write(), type: "settings")
    try add("word/fontTable.xml", fontTable(), type: "fontTable")
    if !numbering.instances.isEmpty {
      try add("word/numbering.xml", NumberingPart(catalog: numbering).write(), type: "numbering")
    }
    if !converter.footnotes.isEmpty { try writeFootnotes() }
    for (index, blocks) in converter.headers.enumerated() {
      var part = newPart()
      part.open("w:hdr")
      part.write(blocks)
      part.xml.close("w:hdr")
      try finish(part, "header\(index + 1)", type: "header")
    }
    for (index, blocks) in converter.footers.enumerated() {
      var part = newPart()
      part.open("w:ftr")
      part.write(blocks)
      part.xml.close("w:ftr")
      try finish(part, "footer\(index + 1)", type: "footer")
    }
    try add(
      "docProps/core.xml", DocumentProperties.core(metadata),
      contentType: "application/vnd.openxmlformats-package.core-properties+xml")
    try add(
      "docProps/app.xml", DocumentProperties.extended(),
      contentType: "application/vnd.openxmlformats-officedocument.extended-properties+xml")
  }

  private mutating func writeFootnotes() throws(WordError) {
    var part = newPart()
    part.open("w:footnotes")
    for (id, type) in [(FootnotesPart.separator, "separator"), (FootnotesPart.continuation, "continuationSeparator")] {
      part.xml.open("w:footnote")
      part.xml.attribute("w:type", type)
      part.xml.attribute("w:id", id)
      part.xml.element("w:p") { xml in
        xml.element("w:r") { $0.empty(type == "separator" ? "w:separator" : "w:continuationSeparator") }
      }
      part.xml.close("w:footnote")
    }
    for (index, blocks) in converter.footnotes.enumerated() {
      part.xml.open("w:footnote")
      part.xml.attribute("w:id", index + 1)
      part.write(blocks)
      part.xml.close("w:footnote")
    }
    part.xml.close("w:footnotes")
    try finish(part, "footnotes", type: "footnotes")
  }

  private var settings: SettingsPart {
    SettingsPart(
      hasBackground: converter.background != nil, hyphenates: converter.hyphenates,
      hasEvenPages: converter.sections.contains { section in
        section.properties.map { $0.headers[.even] != nil || $0.footers[.even] != nil } ?? false
      },
      hasFootnotes: !converter.footnotes.isEmpty, language: metadata.language)
  }

  private func fontTable() -> [UInt8] {
    var fonts: Set<String> = [catalog.root.font]
    for style in catalog.paragraphStyles { fonts.insert(style.characters.font) }
    for run in catalog.runs.values { fonts.insert(run.properties.font) }
    var xml = XMLWriter()
    xml.open("w:fonts")
    xml.attribute("xmlns:w", Namespace.word)
    for font in fonts.sorted() {
      xml.open("w:font")
      xml.attribute("w:name", font)
      if let alternatives = converter.fontAlternatives[font] {
        xml.open("w:altName")
        xml.attribute("w:val", alternatives.joined(separator: ","))
        xml.close("w:altName")
      }
      xml.close("w:font")
    }
    xml.close("w:fonts")
    return xml.bytes
  }

  // MARK: - The package

  private func newPart() -> PartWriter {
    PartWriter(catalog, bookmarks: converter.bookmarks.names, media: media, drawing: drawing, written: bookmarks)
  }

  /// Adds a part of the folder `word` with its relationships.
  private mutating func finish(_ part: PartWriter, _ name: String, type: String) throws(WordError) {
    media = part.media
    drawing = part.drawing
    bookmarks = part.written
    if part.xml.hasReplacedCharacters { hasReplacedCharacters = true }
    try add("word/\(name).xml", part.xml.bytes, type: type)
    if !part.relationships.isEmpty {
      entries.append(ZipArchive.Entry(name: "word/_rels/\(name).xml.rels", bytes: part.relationships.write()))
    }
  }

  private mutating func add(_ name: String, _ bytes: [UInt8], type: String) throws(WordError) {
    try add(name, bytes, contentType: "application/vnd.openxmlformats-officedocument.wordprocessingml.\(type)+xml")
  }

  private mutating func add(_ name: String, _ bytes: [UInt8], contentType: String) throws(WordError) {
    size += bytes.count
    guard size <= converter.limits.bytes else {
      throw WordError(
        .tooLarge, "The Word document would have more than \(converter.limits.bytes >> 20) MB; divide it.")
    }
    entries.append(ZipArchive.Entry(name: name, bytes: bytes))
    types.append(("/" + name, contentType))
  }

  private mutating func writeMedia() {
    for (index, part) in media.parts.enumerated() {
      entries.append(
        ZipArchive.Entry(name: "word/" + media.name(index), bytes: part.bytes, isCompressed: part.format == "svg"))
    }
    diagnostics += media.diagnostics
    if hasReplacedCharacters {
      diagnostics.append(
        Diagnostic("word_characters_replaced", "Control characters that XML does not allow were replaced by U+FFFD"))
    }
  }

  /// All entries. The content types come first, as consumers expect.
  private func packed() -> [ZipArchive.Entry] {
    var relationships = Relationships()
    _ = relationships.add("officeDocument", "word/document.xml")
    _ = relationships.add(
      "http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties", "docProps/core.xml")
    _ = relationships.add("extended-properties", "docProps/app.xml")
    return [
      ZipArchive.Entry(name: "[Content_Types].xml", bytes: contentTypes()),
      ZipArchive.Entry(name: "_rels/.rels", bytes: relationships.write()),
    ] + entries
  }

  private func contentTypes() -> [UInt8] {
    var xml = XMLWriter()
    xml.open("Types")
    xml.attribute("xmlns", Namespace.contentTypes)
    func add(_ element: StaticString, _ key: StaticString, _ name: String, _ type: String) {
      xml.open(element)
      xml.attribute(key, name)
      xml.attribute("ContentType", type)
      xml.close(element)
    }
    add("Default", "Extension", "rels", "application/vnd.openxmlformats-package.relationships+xml")
    add("Default", "Extension", "xml", "application/xml")
    for (format, type) in [
      ("gif", "image/gif"), ("jpeg", "image/jpeg"), ("png", "image/png"), ("svg", "image/svg+xml"),
    ]
    where media.parts.contains(where: { $0.format == format }) {
      add("Default", "Extension", format, type)
    }
    for entry in types { add("Override", "PartName", entry.part, entry.type) }
    xml.close("Types")
    return xml.bytes
  }
}
