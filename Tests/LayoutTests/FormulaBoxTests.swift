import TestTraits
import Testing

/// Rows, spaces, padding, enclosures and tables of formulas, and their place in the text.
@Suite(.hangLimit) struct FormulaBoxTests {
  private func n(_ value: Int) -> String { "<mn>\(value)</mn>" }

  @Test func displayedFormulasAreCentred() throws {
    let html = "<math display=block>\(n(1))</math>"
    #expect(try lines(html, css: "math { font: 10px \"Test Math\" }")[0] == ["98,-2 5 1"])
  }

  /// A formula in a line is on its baseline.
  @Test func formulasAreOnTheBaseline() throws {
    let css = "math { font: 10px \"Test Math\" }"
    let baselines = try layOut("a <math>\(n(1))</math> b", css: css).pages[0].fragments.compactMap { fragment in
      if case .text(let slice) = fragment.content { slice.baseline } else { nil }
    }
    #expect(Set(baselines).count == 1)
  }

  @Test func formulasAreNotBroken() throws {
    let css = "@page { size: 30px 100px } math { font: 10px \"Test Math\" }"
    let texts = try lines("<math>\(n(1))<mo>=</mo>\(n(2))<mo>=</mo>\(n(3))</math>", css: css).joined()
    #expect(Set(texts.map { $0.split(separator: " ")[0].split(separator: ",")[1] }).count == 1)
  }

  @Test func spacesHaveSizes() throws {
    #expect(try FormulaParts("\(n(1))<mspace width=2em height=12px depth=3px></mspace>\(n(2))").size == "30×15")
  }

  @Test func paddedContentHasOtherSizes() throws {
    let padded = try FormulaParts("<mpadded width=20px height=10px depth=5px lspace=3px voffset=2px>\(n(1))</mpadded>")
    #expect(padded.parts == ["3,8 1"] && padded.size == "20×15")
    #expect(try FormulaParts("<mpadded width='+10px' height='200%'>\(n(1))</mpadded>").size == "15×12")
    #expect(try FormulaParts("<mpadded width='2width' depth='1height'>\(n(1))</mpadded>").size == "10×12")
  }

  @Test func phantomsHaveSpaceOnly() throws {
    let document = try layOut(
      "<math><mphantom><mfrac>\(n(1))\(n(2))</mfrac></mphantom></math>", css: "math { font: 10px \"Test Math\" }")
    #expect(!document.pages[0].fragments.contains { if case .formulaLine = $0.content { true } else { false } })
  }

  @Test func whiteSpaceInTokensCollapses() throws {
    #expect(try formulaParts("<mtext>  a \n b </mtext>") == ["0,5 a b"])
  }

  @Test func onlySingleLettersAreItalic() throws {
    let text = try formulaParts("<mi> a </mi><mi>ab</mi><mi mathvariant=normal>a</mi><mo>a</mo>").joined()
    #expect(text.contains("𝑎") && text.contains("ab") && text.contains(" a"))
  }

  @Test func colorsAndSizesAreAttributes() throws {
    let document = try layOut("<math><mn mathcolor=red mathsize=200% mathbackground=#00f>1</mn></math>")
    let fragment = document.pages[0].fragments.first { if case .text = $0.content { true } else { false } }
    let style = document.styles[Int(try #require(fragment).style.index)]
    #expect(style.text.color.red == 1 && style.text.color.green == 0 && style.text.font.size == 20)
    #expect(style.paint.hasBackground)
  }

  @Test func scriptLevelChangesTheSize() throws {
    #expect(try FormulaParts("<mstyle scriptlevel=1>\(n(1))</mstyle>").size.hasPrefix("3.5×"))
    #expect(try FormulaParts("<mstyle scriptlevel='+2'>\(n(1))</mstyle>").size.hasPrefix("2.5×"))
    #expect(try FormulaParts("<msup><mn></mn><mstyle scriptlevel=0>\(n(1))</mstyle></msup>").size.hasPrefix("6×"))
  }

  @Test func boxesAreDrawn() throws {
    func lineCount(_ notation: String) throws -> Int {
      try formulaParts("<menclose notation='\(notation)'>\(n(1))</menclose>").filter { $0.contains("×") }.count
    }
    #expect(try lineCount("box") == 4)
    #expect(try lineCount("top") == 1 && lineCount("left right") == 2)
    #expect(try lineCount("updiagonalstrike downdiagonalstrike horizontalstrike") == 3)
    #expect(try lineCount("radical") == 1 && lineCount("longdiv") == 1 && lineCount("unknown") == 0)
  }

  @Test func annotationsAreNotShown() throws {
    let semantics =
      "<semantics>\(n(1))<annotation encoding='application/x-tex'>x</annotation><annotation-xml>\(n(2))</annotation-xml></semantics>"
    #expect(try formulaParts(semantics) == ["0,6 1"])
  }

  @Test func textMayHaveElements() throws {
    let parts = try formulaParts("<mtext>a<b>b</b></mtext>\(n(1))")
    #expect(parts.count == 3 && parts.last?.hasSuffix(" 1") == true)
  }

  @Test func nestingIsLimited() throws {
    let deep = String(repeating: "<msqrt>", count: 450) + n(1) + String(repeating: "</msqrt>", count: 450)
    _ = try layOut("<math>\(deep)</math>")
  }

  /// Each element is laid out once, however its parents stretch.
  @Test func embellishedOperatorsAreLaidOutOnce() throws {
    let open = String(repeating: "<mrow><mover><mrow><mo>(</mo></mrow><mn>1</mn></mover></mrow>", count: 300)
    let nested =
      String(repeating: "<msub><mo>(</mo><mrow>", count: 60) + n(1) + String(repeating: "</mrow></msub>", count: 60)
    _ = try layOut("<math>\(open)\(nested)</math>")
  }
}
