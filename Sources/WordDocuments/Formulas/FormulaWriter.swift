import Layout
import Markup
import Style

extension Converter {
  /// A formula as Office Math. It has a line of its own if its box is a block.
  func formula(_ formula: FlowFormula, in box: FlowBox) -> Formula {
    let display = self[box.style].box.display
    let isDisplay = display.blockified == display
    var writer = FormulaWriter(self, size: Units.halfPoints(self[box.style].text.font.size), isDisplay: isDisplay)
    writer.write(formula)
    return Formula(xml: writer.xml.bytes, isDisplay: isDisplay)
  }
}

/// Writes the elements of a formula as Office Math (ISO/IEC 29500-1, 22.1). Sizes and spaces are those of the program
/// that shows it.
struct FormulaWriter {
  var xml = XMLWriter(isDocument: false)
  let converter: Converter
  /// Half-points of text that is not in scripts.
  let size: Int
  let isDisplay: Bool
  /// The nesting of delimiters.
  var fenceDepth = 0
  /// The nesting of large operators.
  var naryDepth = 0

  init(_ converter: Converter, size: Int, isDisplay: Bool) {
    (self.converter, self.size, self.isDisplay) = (converter, size, isDisplay)
  }

  mutating func write(_ element: FlowFormula) {
    switch element.kind {
    case .row, .padded, .cell, .tableRow: writeGroup(element)
    case .text, .operator: writeText(element)
    case .fraction: writeFraction(element)
    case .squareRoot, .root: writeRoot(element)
    case .sub, .sup, .subSup, .multiscripts: writeScripts(element)
    case .under, .over, .underOver: writeLimits(element)
    case .enclosure: writeEnclosure(element)
    case .table: writeTable(element)
    case .space, .prescripts, .empty: break
    case .box: writeBox(element)
    }
  }

  /// An element with a formula.
  mutating func argument(_ name: StaticString, _ element: FlowFormula?) {
    xml.open(name)
    if let element { write(element) }
    xml.close(name)
  }

  /// An element with a property.
  mutating func property(_ name: StaticString, _ value: some StringProtocol) {
    xml.open(name)
    xml.attribute("m:val", value)
    xml.close(name)
  }

  func attribute(_ element: FlowFormula, _ name: String) -> String? {
    converter.document.document.attribute(element.node, name)
  }

  func isElement(_ element: FlowFormula, _ name: String) -> Bool {
    !element.node.isNone && converter.document.document.name(element.node) == name
  }

  // MARK: - Elements

  private mutating func writeGroup(_ element: FlowFormula) {
    if isElement(element, "mphantom") {
      xml.open("m:phant")
      xml.element("m:phantPr") { xml in
        xml.open("m:show")
        xml.attribute("m:val", "0")
        xml.close("m:show")
      }
      xml.open("m:e")
      writeRow(element.children[...])
      xml.close("m:e")
      xml.close("m:phant")
    } else if isElement(element, "mfenced") {
      writeFenced(element)
    } else {
      writeRow(element.children[...])
    }
  }

  private mutating func writeFraction(_ element: FlowFormula) {
    let thickness = attribute(element, "linethickness")?.prefix { $0.isNumber || $0 == "." }
    xml.open("m:f")
    if let thickness, Double(thickness) == 0 {
      xml.open("m:fPr")
      property("m:type", "noBar")
      xml.close("m:fPr")
    }
    argument("m:num", element.children[0])
    argument("m:den", element.children[1])
    xml.close("m:f")
  }

  private mutating func writeRoot(_ element: FlowFormula) {
    xml.open("m:rad")
    if element.kind == .squareRoot {
      xml.open("m:radPr")
      property("m:degHide", "1")
      xml.close("m:radPr")
      xml.empty("m:deg")
      xml.open("m:e")
      writeRow(element.children[...])
      xml.close("m:e")
    } else {
      argument("m:deg", element.children[1])
      argument("m:e", element.children[0])
    }
    xml.close("m:rad")
  }

  /// `menclose`: a box, of which sides are hidden, and strikes.
  private mutating func writeEnclosure(_ element: FlowFormula) {
    let notations = Set(
      (attribute(element, "notation") ?? "longdiv").split(whereSeparator: \.isWhitespace).map(String.init))
    if notations.contains("radical") { return writeRoot(FlowFormula(squareRootOf: element)) }
    let isBox = !notations.isDisjoint(with: ["box", "roundedbox", "circle", "actuarial", "madruwb", "longdiv"])
    xml.open("m:borderBox")
    xml.open("m:borderBoxPr")
    for (name, side) in [("m:hideTop", "top"), ("m:hideBot", "bottom")] as [(StaticString, String)]
    where !isBox && !notations.contains(side) { property(name, "1") }
    for (name, side) in [("m:hideLeft", "left"), ("m:hideRight", "right")] as [(StaticString, String)]
    where !isBox && !notations.contains(side) { property(name, "1") }
    let strikes: [(StaticString, String)] = [
      ("m:strikeH", "horizontalstrike"), ("m:strikeV", "verticalstrike"), ("m:strikeBLTR", "updiagonalstrike"),
      ("m:strikeTLBR", "downdiagonalstrike"),
    ]
    for (name, notation) in strikes where notations.contains(notation) { property(name, "1") }
    xml.close("m:borderBoxPr")
    xml.open("m:e")
    writeRow(element.children[...])
    xml.close("m:e")
    xml.close("m:borderBox")
  }

  private static let maximumColumns = 64

  private mutating func writeTable(_ element: FlowFormula) {
    let rows = element.children.map { $0.kind == .tableRow ? $0.children : [$0] }
    let wanted = rows.map(\.count).max() ?? 0
    let columns = min(Self.maximumColumns, wanted)
    guard columns > 0 else { return }
    if wanted > columns {
      converter.warn(
        "word_content_left_out",
        "Word has at most \(columns) columns in a table of a formula; the others are left out", element.node)
    }
    let sides = (attribute(element, "columnalign") ?? "").split(whereSeparator: \.isWhitespace)
    xml.open("m:m")
    xml.open("m:mPr")
    xml.open("m:mcs")
    for column in 0..<columns {
      xml.open("m:mc")
      xml.open("m:mcPr")
      property("m:count", "1")
      let side = column < sides.count ? sides[column] : sides.last
      property("m:mcJc", side == "left" || side == "right" ? side ?? "center" : "center")
      xml.close("m:mcPr")
      xml.close("m:mc")
    }
    xml.close("m:mcs")
    xml.close("m:mPr")
    for row in rows {
      xml.open("m:mr")
      for column in 0..<columns { argument("m:e", column < row.count ? row[column] : nil) }
      xml.close("m:mr")
    }
    xml.close("m:m")
  }

  private mutating func writeBox(_ element: FlowFormula) {
    converter.warn(
      "word_content_left_out", "Word has only text in formulas; the text of the element is set in the formula",
      element.node)
    let text = converter.document.document.textContent(element.node).split(whereSeparator: \.isWhitespace)
    writeText(element, text.joined(separator: " "), isNormal: true)
  }
}

extension FlowFormula {
  /// A root of the content of an element.
  fileprivate init(squareRootOf element: FlowFormula) {
    self = element
    kind = .squareRoot
  }
}
