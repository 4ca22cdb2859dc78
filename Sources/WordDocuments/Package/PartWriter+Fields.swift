/// Fields: instructions with their results, as complex fields (ISO/IEC 29500-1, 17.16.2).
extension PartWriter {
  mutating func write(_ field: Field, _ format: RunFormat) {
    run(format) { Self.character("begin", to: &$0) }
    run(format) { Self.instruction(field.instruction, to: &$0) }
    run(format) { Self.character("separate", to: &$0) }
    run(format) { xml in
      xml.open("w:t")
      xml.attribute("xml:space", "preserve")
      xml.text(field.result)
      xml.close("w:t")
    }
    run(format) { Self.character("end", to: &$0) }
  }

  mutating func character(_ type: String) { xml.element("w:r") { Self.character(type, to: &$0) } }

  mutating func instruction(_ text: String) { xml.element("w:r") { Self.instruction(text, to: &$0) } }

  private static func character(_ type: String, to xml: inout XMLWriter) {
    xml.open("w:fldChar")
    xml.attribute("w:fldCharType", type)
    xml.close("w:fldChar")
  }

  private static func instruction(_ text: String, to xml: inout XMLWriter) {
    xml.open("w:instrText")
    xml.attribute("xml:space", "preserve")
    xml.text(" \(text) ")
    xml.close("w:instrText")
  }
}
