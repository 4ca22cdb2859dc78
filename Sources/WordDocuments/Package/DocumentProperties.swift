/// The parts with the properties of the file (ISO/IEC 29500-2 §11, -1 §22.2).
enum DocumentProperties {
  static func core(_ metadata: WordDocument.Metadata) -> [UInt8] {
    var xml = XMLWriter()
    xml.open("cp:coreProperties")
    xml.attribute("xmlns:cp", Namespace.coreProperties)
    xml.attribute("xmlns:dc", "http://purl.org/dc/elements/1.1/")
    xml.attribute("xmlns:dcterms", "http://purl.org/dc/terms/")
    xml.attribute("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance")
    text("dc:title", metadata.title, to: &xml)
    text("dc:subject", metadata.subject, to: &xml)
    text("dc:creator", metadata.author, to: &xml)
    text("cp:keywords", metadata.keywords, to: &xml)
    text("cp:lastModifiedBy", metadata.author, to: &xml)
    time("dcterms:created", metadata.created, to: &xml)
    time("dcterms:modified", metadata.created, to: &xml)
    text("dc:language", metadata.language, to: &xml)
    xml.close("cp:coreProperties")
    return xml.bytes
  }

  static func extended() -> [UInt8] {
    var xml = XMLWriter()
    xml.open("Properties")
    xml.attribute("xmlns", Namespace.extendedProperties)
    xml.element("Application") { $0.text("Pressrun") }
    xml.close("Properties")
    return xml.bytes
  }

  private static func text(_ name: StaticString, _ value: String, to xml: inout XMLWriter) {
    guard !value.isEmpty else { return }
    xml.element(name) { $0.text(value) }
  }

  private static func time(_ name: StaticString, _ value: String, to xml: inout XMLWriter) {
    guard !value.isEmpty else { return }
    xml.open(name)
    xml.attribute("xsi:type", "dcterms:W3CDTF")
    xml.text(value)
    xml.close(name)
  }
}
