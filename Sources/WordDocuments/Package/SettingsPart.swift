/// Writes the part `word/settings.xml` (CT_Settings).
struct SettingsPart {
  var hasBackground: Bool
  var hyphenates: Bool
  var hasEvenPages: Bool
  var hasFootnotes: Bool
  var language: String

  func write() -> [UInt8] {
    var xml = XMLWriter()
    xml.open("w:settings")
    xml.attribute("xmlns:w", Namespace.word)
    if hasBackground { xml.empty("w:displayBackgroundShape") }
    xml.value("w:defaultTabStop", 720)
    if hyphenates { xml.empty("w:autoHyphenation") }
    if hasEvenPages { xml.empty("w:evenAndOddHeaders") }
    xml.value("w:characterSpacingControl", "doNotCompress")
    if hasFootnotes {
      xml.element("w:footnotePr") { xml in
        for id in [FootnotesPart.separator, FootnotesPart.continuation] {
          xml.open("w:footnote")
          xml.attribute("w:id", id)
          xml.close("w:footnote")
        }
      }
    }
    xml.element("w:compat") { xml in
      for (name, value) in [
        ("compatibilityMode", 15), ("overrideTableStyleFontSizeAndJustification", 1),
        ("differentiateMultirowTableHeaders", 1),
      ] {
        xml.open("w:compatSetting")
        xml.attribute("w:name", name)
        xml.attribute("w:uri", "http://schemas.microsoft.com/office/word")
        xml.attribute("w:val", value)
        xml.close("w:compatSetting")
      }
    }
    if !language.isEmpty {
      xml.open("w:themeFontLang")
      xml.attribute("w:val", language)
      xml.close("w:themeFontLang")
    }
    xml.close("w:settings")
    return xml.bytes
  }
}

/// The part `word/footnotes.xml`: identifiers of the separators.
enum FootnotesPart {
  static let separator = -1
  static let continuation = 0
}
