import Layout

/// Scripts, accents and limits.
extension FormulaWriter {
  mutating func writeScripts(_ element: FlowFormula) {
    let children = element.children
    switch element.kind {
    case .sub: writeScripts(of: children[0], sub: children[1], sup: nil)
    case .sup: writeScripts(of: children[0], sub: nil, sup: children[1])
    case .subSup: writeScripts(of: children[0], sub: children[1], sup: children[2])
    default: writeMultiscripts(children)
    }
  }

  private mutating func writeScripts(of base: FlowFormula, sub: FlowFormula?, sup: FlowFormula?) {
    let name: StaticString = sub == nil ? "m:sSup" : sup == nil ? "m:sSub" : "m:sSubSup"
    xml.open(name)
    argument("m:e", base)
    if let sub { argument("m:sub", sub) }
    if let sup { argument("m:sup", sup) }
    xml.close(name)
  }

  /// `mmultiscripts`: pairs of scripts after the base, and after `mprescripts` pairs before it. Scripts of a second
  /// pair are those of an empty base.
  private mutating func writeMultiscripts(_ children: [FlowFormula]) {
    let divider = children.firstIndex { $0.kind == .prescripts } ?? children.count
    let after = Self.pairs(children[..<divider].dropFirst())
    let before = Self.pairs(children[divider...].dropFirst())
    for pair in before {
      xml.open("m:sPre")
      argument("m:sub", pair.sub)
      argument("m:sup", pair.sup)
      xml.open("m:e")
      if pair.isLast { writeBase(of: children, after.first) }
      xml.close("m:e")
      xml.close("m:sPre")
    }
    if before.isEmpty { writeBase(of: children, after.first) }
    for pair in after.dropFirst() {
      xml.open("m:sSubSup")
      xml.empty("m:e")
      argument("m:sub", pair.sub)
      argument("m:sup", pair.sup)
      xml.close("m:sSubSup")
    }
  }

  private typealias Pair = (sub: FlowFormula?, sup: FlowFormula?, isLast: Bool)

  private static func pairs(_ scripts: ArraySlice<FlowFormula>) -> [Pair] {
    stride(from: scripts.startIndex, to: scripts.endIndex, by: 2).map { index in
      func script(_ index: Int) -> FlowFormula? {
        index < scripts.endIndex && scripts[index].kind != .empty ? scripts[index] : nil
      }
      return (script(index), script(index + 1), index + 2 >= scripts.endIndex)
    }
  }

  private mutating func writeBase(of children: [FlowFormula], _ scripts: Pair?) {
    guard let base = children.first, base.kind != .prescripts else { return }
    guard let scripts, scripts.sub != nil || scripts.sup != nil else { return write(base) }
    writeScripts(of: base, sub: scripts.sub, sup: scripts.sup)
  }

  // MARK: - Accents and limits (22.1.2.1, 22.1.2.7, 22.1.2.41, 22.1.2.54, 22.1.2.56)

  mutating func writeLimits(_ element: FlowFormula) {
    let children = element.children
    switch element.kind {
    case .over: writeOver(children[1]) { $0.write(children[0]) }
    case .under: writeUnder(children[1]) { $0.write(children[0]) }
    default: writeOver(children[2]) { $0.writeUnder(children[1]) { $0.write(children[0]) } }
    }
  }

  private mutating func writeOver(_ over: FlowFormula, _ base: (inout FormulaWriter) -> Void) {
    let sign = over.kind == .operator ? over.text : ""
    if Self.lines.contains(sign) {
      writeMarked("m:bar", "m:barPr", [("m:pos", "top")], base)
    } else if let accent = Self.accents[sign] {
      writeMarked("m:acc", "m:accPr", [("m:chr", accent)], base)
    } else if Self.bracesAbove.contains(sign) {
      writeMarked("m:groupChr", "m:groupChrPr", [("m:chr", sign), ("m:pos", "top"), ("m:vertJc", "bot")], base)
    } else {
      writeLimit("m:limUpp", over, base)
    }
  }

  private mutating func writeUnder(_ under: FlowFormula, _ base: (inout FormulaWriter) -> Void) {
    let sign = under.kind == .operator ? under.text : ""
    if Self.lines.contains(sign) {
      writeMarked("m:bar", "m:barPr", [("m:pos", "bot")], base)
    } else if Self.bracesBelow.contains(sign) {
      writeMarked("m:groupChr", "m:groupChrPr", [("m:chr", sign), ("m:pos", "bot"), ("m:vertJc", "top")], base)
    } else {
      writeLimit("m:limLow", under, base)
    }
  }

  private mutating func writeMarked(
    _ name: StaticString, _ properties: StaticString, _ values: [(StaticString, String)],
    _ base: (inout FormulaWriter) -> Void
  ) {
    xml.open(name)
    xml.open(properties)
    for (name, value) in values { property(name, value) }
    xml.close(properties)
    xml.open("m:e")
    base(&self)
    xml.close("m:e")
    xml.close(name)
  }

  private mutating func writeLimit(
    _ name: StaticString, _ limit: FlowFormula, _ base: (inout FormulaWriter) -> Void
  ) {
    xml.open(name)
    xml.open("m:e")
    base(&self)
    xml.close("m:e")
    argument("m:lim", limit)
    xml.close(name)
  }

  private static let lines: Set<String> = ["\u{AF}", "\u{203E}", "_", "\u{332}", "\u{305}", "\u{2500}"]
  private static let bracesAbove: Set<String> = ["\u{23DE}", "\u{23DC}", "\u{23B4}", "\u{23E0}"]
  private static let bracesBelow: Set<String> = ["\u{23DF}", "\u{23DD}", "\u{23B5}", "\u{23E1}"]

  /// The combining characters of signs above letters.
  private static let accents: [String: String] = [
    "^": "\u{302}", "\u{2C6}": "\u{302}", "\u{302}": "\u{302}", "~": "\u{303}", "\u{2DC}": "\u{303}",
    "\u{303}": "\u{303}", "\u{2192}": "\u{20D7}", "\u{20D7}": "\u{20D7}", "\u{2190}": "\u{20D6}",
    "\u{2194}": "\u{20E1}", ".": "\u{307}", "\u{2D9}": "\u{307}", "\u{307}": "\u{307}", "\u{A8}": "\u{308}",
    "\u{308}": "\u{308}", "\u{B4}": "\u{301}", "`": "\u{300}", "\u{2C7}": "\u{30C}", "\u{2D8}": "\u{306}",
  ]
}
