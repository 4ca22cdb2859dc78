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
      guard let plain = plain(scalar) else { return nil }
      result.append(plain)
    }
    return String(result)
  }

  private static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
    let code = scalar.value
    let plain: UInt32? =
      switch code {
      case 0x210E: 0x68
      case 0x1D434...0x1D44D: 0x41 + code - 0x1D434
      case 0x1D44E...0x1D467: 0x61 + code - 0x1D44E
      case 0x1D6A4: 0x131
      case 0x1D6A5: 0x237
      case 0x1D6E2...0x1D6F2, 0x1D6F4...0x1D6FA: 0x391 + code - 0x1D6E2
      case 0x1D6FC...0x1D714: 0x3B1 + code - 0x1D6FC
      case 0x1D715: 0x2202
      case 0x1D716: 0x3F5
      case 0x1D717: 0x3D1
      case 0x1D718: 0x3F0
      case 0x1D719: 0x3D5
      case 0x1D71A: 0x3F1
      case 0x1D71B: 0x3D6
      default: nil
      }
    return plain.flatMap(Unicode.Scalar.init)
  }
}
