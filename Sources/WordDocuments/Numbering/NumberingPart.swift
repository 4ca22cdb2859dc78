/// Writes the part `word/numbering.xml`.
struct NumberingPart {
  let catalog: NumberingCatalog

  func write() -> [UInt8] {
    var xml = XMLWriter()
    xml.open("w:numbering")
    xml.attribute("xmlns:w", Namespace.word)
    for (index, definition) in catalog.definitions.enumerated() { write(definition, index, to: &xml) }
    for (index, instance) in catalog.instances.enumerated() { write(instance, index, to: &xml) }
    xml.close("w:numbering")
    return xml.bytes
  }

  private func write(_ definition: NumberingCatalog.Definition, _ index: Int, to xml: inout XMLWriter) {
    xml.open("w:abstractNum")
    xml.attribute("w:abstractNumId", index)
    xml.value("w:multiLevelType", "multilevel")
    for (number, level) in definition.levels.enumerated() {
      guard let level else { continue }
      write(level, number, to: &xml)
    }
    xml.close("w:abstractNum")
  }

  private func write(_ level: NumberingCatalog.Level, _ number: Int, to xml: inout XMLWriter) {
    xml.open("w:lvl")
    xml.attribute("w:ilvl", number)
    xml.value("w:start", 1)
    xml.value("w:numFmt", level.format)
    if !level.endsWithTab { xml.value("w:suff", "space") }
    xml.value("w:lvlText", level.text)
    xml.value("w:lvlJc", "left")
    xml.element("w:pPr") { xml in
      xml.open("w:ind")
      xml.attribute("w:left", level.left)
      xml.attribute("w:hanging", level.hanging)
      xml.close("w:ind")
    }
    if !level.characters.isEmpty { xml.element("w:rPr") { level.characters.write(to: &$0) } }
    xml.close("w:lvl")
  }

  private func write(_ instance: NumberingCatalog.Instance, _ index: Int, to xml: inout XMLWriter) {
    xml.open("w:num")
    xml.attribute("w:numId", index + 1)
    xml.value("w:abstractNumId", instance.definition)
    for (level, start) in instance.starts.sorted(by: { $0.key < $1.key })
    where catalog.definitions[instance.definition].levels[level]?.isBullet == false {
      xml.open("w:lvlOverride")
      xml.attribute("w:ilvl", level)
      xml.value("w:startOverride", max(0, start))
      xml.close("w:lvlOverride")
    }
    xml.close("w:num")
  }
}
