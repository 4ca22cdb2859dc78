import Layout
import Style

/// Tokens of formulas: runs of Office Math (ISO/IEC 29500-1, 22.1.2.87).
extension FormulaWriter {
  mutating func writeText(_ element: FlowFormula) {
    // The operators that say what adjoining letters mean are not seen.
    guard !["\u{2061}", "\u{2062}", "\u{2063}", "\u{2064}"].contains(element.text) else { return }
    writeText(element, element.text, isNormal: isElement(element, "mtext") || isElement(element, "ms"))
  }

  /// - Parameter isNormal: whether it is text, not letters and signs of a formula.
  mutating func writeText(_ element: FlowFormula, _ text: String, isNormal: Bool = false) {
    guard !text.isEmpty else { return }
    let style = converter[element.style].text
    let plain = MathLetters.plain(text)
    let isItalic = plain != nil || style.font.slant != .normal
    let isBold = style.font.weight >= 600
    xml.open("m:r")
    xml.open("m:rPr")
    if isNormal {
      xml.empty("m:nor")
    } else {
      property("m:sty", isBold ? isItalic ? "bi" : "b" : isItalic ? "i" : "p")
    }
    xml.close("m:rPr")
    xml.open("w:rPr")
    xml.open("w:rFonts")
    for name: StaticString in ["w:ascii", "w:hAnsi"] { xml.attribute(name, "Cambria Math") }
    xml.close("w:rFonts")
    if isBold { xml.empty("w:b") }
    if isItalic { xml.empty("w:i") }
    xml.value("w:color", style.color.hex)
    xml.value("w:sz", size)
    xml.close("w:rPr")
    xml.open("m:t")
    xml.attribute("xml:space", "preserve")
    xml.text(plain ?? text)
    xml.close("m:t")
    xml.close("m:r")
  }
}

/// The italic mathematical letters that `text-transform: math-auto` makes. Programs make them from plain letters.
enum MathLetters {
  /// The plain letters of a text; nil if it has other characters than italic mathematical letters.
  static func plain(_ text: String) -> String? {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard let plain = MathItalic.plain(scalar) else { return nil }
      result.append(plain)
    }
    return String(result)
  }
}
