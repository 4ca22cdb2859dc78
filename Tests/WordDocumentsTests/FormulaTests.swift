import Foundation
import TestTraits
import Testing

/// Formulas as Office Math (ISO/IEC 29500-1, 22.1).
@Suite(.hangLimit) struct FormulaTests {
  /// The formulas of a document, without the formatting of runs.
  private func formulas(_ html: String) throws -> [String] {
    let document = try TestDocument(html)
    let body = document.body.replacing(#/<m:rPr>.*?</m:rPr><w:rPr>.*?</w:rPr>/#, with: "")
    return body.matches(of: #/<m:oMath(?: [^>]*)?>(.*?)</m:oMath>/#).map {
      String($0.output.1).replacing(#/<m:r><m:t xml:space="preserve">(.*?)</m:t></m:r>/#) { "‹\($0.output.1)›" }
    }
  }

  private func formula(_ content: String) throws -> String {
    try formulas("<p>a <math>\(content)</math> b").joined(separator: "|")
  }

  /// Regression: formulas were plain text, in which a power was a product.
  @Test(arguments: [
    ("<msup><mi>x</mi><mn>2</mn></msup>", "<m:sSup><m:e>‹x›</m:e><m:sup>‹2›</m:sup></m:sSup>"),
    ("<msub><mi>x</mi><mi>i</mi></msub>", "<m:sSub><m:e>‹x›</m:e><m:sub>‹i›</m:sub></m:sSub>"),
    (
      "<msubsup><mi>x</mi><mn>1</mn><mn>2</mn></msubsup>",
      "<m:sSubSup><m:e>‹x›</m:e><m:sub>‹1›</m:sub><m:sup>‹2›</m:sup></m:sSubSup>"
    ),
    (
      "<mfrac><mn>1</mn><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mfrac>",
      "<m:f><m:num>‹1›</m:num><m:den>‹a›‹+›‹b›</m:den></m:f>"
    ),
    (
      "<mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac>",
      #"<m:f><m:fPr><m:type m:val="noBar"/></m:fPr><m:num>‹n›</m:num><m:den>‹k›</m:den></m:f>"#
    ),
    (
      "<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>",
      #"<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>‹x›‹+›‹1›</m:e></m:rad>"#
    ),
    ("<mroot><mi>x</mi><mn>3</mn></mroot>", "<m:rad><m:deg>‹3›</m:deg><m:e>‹x›</m:e></m:rad>"),
    (
      "<munder><mi>lim</mi><mi>n</mi></munder>", "<m:limLow><m:e>‹lim›</m:e><m:lim>‹n›</m:lim></m:limLow>"
    ),
    (
      "<munderover><mi>A</mi><mn>1</mn><mn>2</mn></munderover>",
      "<m:limUpp><m:e><m:limLow><m:e>‹A›</m:e><m:lim>‹1›</m:lim></m:limLow></m:e><m:lim>‹2›</m:lim></m:limUpp>"
    ),
    (
      "<mover><mi>x</mi><mo>^</mo></mover>",
      "<m:acc><m:accPr><m:chr m:val=\"\u{302}\"/></m:accPr><m:e>‹x›</m:e></m:acc>"
    ),
    (
      "<mover><mi>x</mi><mo>¯</mo></mover>",
      #"<m:bar><m:barPr><m:pos m:val="top"/></m:barPr><m:e>‹x›</m:e></m:bar>"#
    ),
    (
      "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd></mtr></mtable>",
      #"<m:m><m:mPr><m:mcs><m:mc><m:mcPr><m:count m:val="1"/><m:mcJc m:val="center"/></m:mcPr></m:mc><m:mc><m:mcPr>"#
        + #"<m:count m:val="1"/><m:mcJc m:val="center"/></m:mcPr></m:mc></m:mcs></m:mPr>"#
        + "<m:mr><m:e>‹1›</m:e><m:e>‹2›</m:e></m:mr><m:mr><m:e>‹3›</m:e><m:e/></m:mr></m:m>"
    ),
    ("<mi>f</mi><mo>&ApplyFunction;</mo><mi>x</mi><mtext>if so</mtext>", "‹f›‹x›‹if so›"),
    (
      "<mmultiscripts><mi>C</mi><mn>6</mn><none/><mprescripts/><mn>1</mn><mn>2</mn></mmultiscripts>",
      "<m:sPre><m:sub>‹1›</m:sub><m:sup>‹2›</m:sup><m:e><m:sSub><m:e>‹C›</m:e><m:sub>‹6›</m:sub></m:sSub></m:e></m:sPre>"
    ),
    (
      "<menclose notation=\"bottom\n updiagonalstrike\"><mi>x</mi></menclose>",
      #"<m:borderBox><m:borderBoxPr><m:hideTop m:val="1"/><m:hideLeft m:val="1"/><m:hideRight m:val="1"/>"#
        + #"<m:strikeBLTR m:val="1"/></m:borderBoxPr><m:e>‹x›</m:e></m:borderBox>"#
    ),
    (
      "<menclose notation=radical><mi>x</mi></menclose>",
      #"<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/><m:e>‹x›</m:e></m:rad>"#
    ),
    (
      "<menclose notation=box><mi>x</mi></menclose>",
      "<m:borderBox><m:borderBoxPr/><m:e>‹x›</m:e></m:borderBox>"
    ),
    (
      "<mover><mi>x</mi><mo>\u{23DE}</mo></mover>",
      "<m:groupChr><m:groupChrPr><m:chr m:val=\"\u{23DE}\"/><m:pos m:val=\"top\"/><m:vertJc m:val=\"bot\"/>"
        + "</m:groupChrPr><m:e>‹x›</m:e></m:groupChr>"
    ),
    (
      "<munder><mi>x</mi><mo>\u{23DF}</mo></munder>",
      "<m:groupChr><m:groupChrPr><m:chr m:val=\"\u{23DF}\"/><m:pos m:val=\"bot\"/><m:vertJc m:val=\"top\"/>"
        + "</m:groupChrPr><m:e>‹x›</m:e></m:groupChr>"
    ),
    (
      "<mmultiscripts><mi>R</mi><mi>a</mi><mi>b</mi><mi>c</mi><mi>d</mi></mmultiscripts>",
      "<m:sSubSup><m:e>‹R›</m:e><m:sub>‹a›</m:sub><m:sup>‹b›</m:sup></m:sSubSup>"
        + "<m:sSubSup><m:e/><m:sub>‹c›</m:sub><m:sup>‹d›</m:sup></m:sSubSup>"
    ),
    (
      "<mfenced></mfenced>",
      #"<m:d><m:dPr><m:begChr m:val="("/><m:sepChr m:val=","/><m:endChr m:val=")"/></m:dPr><m:e/></m:d>"#
    ),
    // Spaces have no effect.
    ("<mi>a</mi><mspace width='1em'></mspace><mi>b</mi><mspace width='-1em'></mspace><mi>c</mi>", "‹a›‹b›‹c›"),
    (
      "<mphantom><mi>x</mi></mphantom>",
      #"<m:phant><m:phantPr><m:show m:val="0"/></m:phantPr><m:e>‹x›</m:e></m:phant>"#
    ),
  ])
  func elementsAreThoseOfOfficeMath(content: String, expected: String) throws {
    #expect(try formula(content) == expected)
  }

  private func delimiters(_ opening: String, _ closing: String) -> String {
    "<m:d><m:dPr><m:begChr m:val=\"\(opening)\"/><m:endChr m:val=\"\(closing)\"/></m:dPr>"
  }

  @Test func delimitersGrowWithWhatTheyContain() throws {
    #expect(
      try formula("<mi>f</mi><mo>(</mo><mi>x</mi><mo>)</mo>") == "‹f›" + delimiters("(", ")") + "<m:e>‹x›</m:e></m:d>")
    let nested = "<mo>[</mo><mn>0</mn><mo>,</mo><mo>(</mo><mn>1</mn><mo>)</mo><mo>)</mo>"
    #expect(
      try formula(nested) == delimiters("[", ")") + "<m:e>‹0›‹,›" + delimiters("(", ")")
        + "<m:e>‹1›</m:e></m:d></m:e></m:d>")
    #expect(
      try formula("<mrow><mo>|</mo><mi>x</mi><mo>|</mo></mrow>") == delimiters("|", "|") + "<m:e>‹x›</m:e></m:d>")
    // Bars around the whole only if there are no others between them.
    let a = delimiters("|", "|") + "<m:e>‹a›</m:e></m:d>"
    let absolute = "<mo>|</mo><mi>a</mi><mo>|</mo>"
    #expect(try formula("\(absolute)<mo>+</mo>\(absolute)") == a + "‹+›" + a)
    #expect(
      try formula("<mo>|</mo><mo>(</mo>\(absolute)<mo>)</mo><mo>|</mo>")
        == delimiters("|", "|") + "<m:e>" + delimiters("(", ")") + "<m:e>\(a)</m:e></m:d></m:e></m:d>")
    #expect(try formula("\(absolute)<mi>b</mi><mo>|</mo>") == "‹|›‹a›‹|›‹b›‹|›")
    #expect(try formula("<mo>|</mo>\(absolute)<mo>|</mo>") == "‹|›‹|›‹a›‹|›‹|›")
    // Without a partner, and where the document says that they do not grow, they are signs.
    #expect(try formula("<mo>(</mo><mi>x</mi>") == "‹(›‹x›")
    #expect(try formula("<mo stretchy=false>(</mo><mi>x</mi><mo stretchy=false>)</mo>") == "‹(›‹x›‹)›")
    let cases = try formula("<mo>{</mo><mtable><mtr><mtd><mn>1</mn></mtd></mtr></mtable>")
    #expect(cases.hasPrefix(delimiters("{", "") + "<m:e><m:m>"))
    #expect(
      try formula("<mfenced open='['><mi>a</mi><mi>b</mi></mfenced>")
        == #"<m:d><m:dPr><m:begChr m:val="["/><m:sepChr m:val=","/><m:endChr m:val=")"/></m:dPr>"#
        + "<m:e>‹a›</m:e><m:e>‹b›</m:e></m:d>")
  }

  @Test func largeOperatorsHaveLimitsAndAnOperand() throws {
    let sum = "<munderover><mo>∑</mo><mn>1</mn><mi>n</mi></munderover>"
    let rest = "<m:sub>‹1›</m:sub><m:sup>‹n›</m:sup><m:e>‹a›</m:e></m:nary>‹+›‹b›"
    let content = sum + "<mi>a</mi><mo>+</mo><mi>b</mi>"
    #expect(
      try formula(content)
        == #"<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="subSup"/></m:naryPr>"# + rest)
    #expect(
      try formulas("<math display=block>\(content)</math>")
        == [#"<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr>"# + rest])
    #expect(try formula(sum + "<mspace></mspace><mi>a</mi>").hasSuffix("<m:e>‹a›</m:e></m:nary>"))
    // Nothing that it applies to.
    #expect(try formula(sum).hasPrefix("<m:limUpp>"))
    let integral = try formula("<msub><mo>∫</mo><mi>D</mi></msub><msub><mo>∫</mo><mi>E</mi></msub><mi>x</mi>")
    #expect(integral.ranges(of: "<m:nary>").count == 2 && integral.hasSuffix("<m:e>‹x›</m:e></m:nary></m:e></m:nary>"))
    #expect(integral.contains(#"<m:supHide m:val="1"/>"#))
  }

  @Test func lettersAreItalicAsTheFormulaSays() throws {
    let body = try TestDocument(
      "<p>a <math><mi>x</mi><mi>sin</mi><mn mathcolor=red>1</mn><mi style='font-weight: bold'>v</mi><mtext>t</mtext></math>"
    ).body
    func run(_ text: String) -> String {
      body.firstMatch(of: try! Regex("<m:r>(?:(?!</m:r>).)*>\(text)</m:t></m:r>")).map { String(body[$0.range]) } ?? ""
    }
    #expect(run("x").contains(#"<m:sty m:val="i"/>"#))
    #expect(run("sin").contains(#"<m:sty m:val="p"/>"#))
    #expect(run("1").contains(#"<w:color w:val="FF0000"/>"#))
    #expect(run("v").contains(#"<m:sty m:val="bi"/>"#))
    #expect(run("t").contains("<m:nor/>"))
  }

  @Test func aFormulaWithALineOfItsOwnIsAParagraph() throws {
    let body = try TestDocument("<p>a</p><math display=block><mi>x</mi></math><p>b").body
    #expect(body.contains("</w:p><w:p>") && body.contains("<m:oMathPara xmlns:m="))
    #expect(try TestDocument("<p>a <math><mi>x</mi></math> b").body.contains("</w:r><m:oMath xmlns:m="))
  }

  @Test func textOfOtherElementsInFormulasIsReported() throws {
    let document = try TestDocument("<p>a <math><mtext>if <b>so</b></mtext></math>")
    #expect(document.codes == ["word_content_left_out"])
    #expect(document.body.contains(">if so</m:t>"))
  }

  @Test func tablesHaveSidesAndAtMost64Columns() throws {
    func table(_ columns: Int, _ attribute: String = "") throws -> TestDocument {
      let cells = String(repeating: "<mtd><mn>1</mn></mtd>", count: columns)
      return try TestDocument("<p>a <math><mtable \(attribute)><mtr>\(cells)</mtr></mtable></math>")
    }
    let sides = try table(3, "columnalign='left\tright'").body.matches(of: #/<m:mcJc m:val="(.*?)"/#).map(\.output.1)
    #expect(sides == ["left", "right", "right"])
    #expect(try table(64).codes == [])
    let wide = try table(70)
    #expect(wide.codes == ["word_content_left_out"])
    #expect(wide.body.ranges(of: "<m:mc>").count == 64 && wide.body.ranges(of: "<m:e>").count == 64)
  }

  /// Regression: the stack overflowed. Each operator applies to the next ones, up to a depth.
  @Test(arguments: [("<mi>x</mi>", 9804), ("", 9800), ("<mo>=</mo>", 9800)])
  func manyLargeOperatorsAreWrittenWithinLimits(end: String, count: Int) throws {
    let sums = String(repeating: "<munder><mo>∑</mo><mi>i</mi></munder>", count: 10_000)
    let parts = try TestDocument("<p>a <math>\(sums)\(end)</math>").body.components(separatedBy: "m:nary>").dropLast()
    var (depth, deepest, operators) = (0, 0, 0)
    for part in parts {
      depth += part.last == "<" ? 1 : -1
      operators += part.last == "<" ? 1 : 0
      deepest = max(deepest, depth)
    }
    #expect(depth == 0 && deepest == 50 && operators == count)
  }

  /// Nested deeper than Word's delimiters, and without an end.
  @Test func manyDelimitersAreWrittenWithinLimits() throws {
    let deep = String(repeating: "<mo>(</mo>", count: 3000) + String(repeating: "<mo>)</mo>", count: 3000)
    #expect(try formula(deep).ranges(of: "<m:d>").count == 50)
    #expect(try formula(String(repeating: "<mo>(</mo>", count: 3000)).ranges(of: "<m:d>").isEmpty)
  }
}
