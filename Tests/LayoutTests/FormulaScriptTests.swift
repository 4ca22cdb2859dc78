import TestTraits
import Testing

/// Scripts and limits (MathML Core §3.4).
@Suite(.hangLimit) struct FormulaScriptTests {
  @Test func scriptsAreShifted() throws {
    let (one, two, three) = ("<mn>1</mn>", "<mn>2</mn>", "<mn>3</mn>")
    #expect(try formulaParts("<msup>\(one)\(two)</msup>") == ["0,8.2 1", "5,4.2 2"])
    #expect(try formulaParts("<msub>\(one)\(two)</msub>") == ["0,6 1", "5,8 2"])
    // The gap between them is 2 px.
    #expect(try formulaParts("<msubsup>\(one)\(two)\(three)</msubsup>") == ["0,8.2 1", "5,10.4 2", "5,4.2 3"])
  }

  /// Superscripts in denominators, under roots and under accents are lower.
  @Test func crampedSuperscriptsAreLower() throws {
    let power = "<msup><mtext>a</mtext><mn>2</mn></msup>"
    func rise(_ parts: [String]) -> Double {
      let places = parts.filter { $0.hasSuffix(" a") || $0.hasSuffix(" 2") }
        .compactMap { $0.split(separator: ",").last?.split(separator: " ").first }.compactMap { Double($0) }
      return places.count == 2 ? (places[0] - places[1]).rounded() : 0
    }
    #expect(rise(try formulaParts(power)) == 4)
    #expect(rise(try formulaParts("<msqrt>\(power)</msqrt>")) == 3)
  }

  @Test func scriptsOfScriptsAreSmaller() throws {
    let tower = try FormulaParts("<msup><mn>1</mn><msup><mn>2</mn><mn>3</mn></msup></msup>")
    // 5 px, 3.5 px and 2.5 px wide, with 0.7 px and 1 px after them.
    #expect(tower.size.hasPrefix("12.7×"))
  }

  @Test func tensorsHaveIndicesOnBothSides() throws {
    let tensor =
      "<mmultiscripts><mn>0</mn><mn>1</mn><none></none><none></none><mn>2</mn><mprescripts></mprescripts><mn>3</mn><mn>4</mn></mmultiscripts>"
    let x = try formulaParts(tensor).map {
      String($0.split(separator: ",").first ?? "") + ($0.split(separator: " ").last ?? "")
    }
    // 1 px before prescripts and after each pair.
    #expect(x == ["13", "14", "4.50", "9.51", "142"])
  }

  /// The italic correction of the large integral is 4 px.
  @Test func theSubscriptOfAnIntegralIsBelowItsFoot() throws {
    let parts = try formulaParts("<msubsup><mo>∫</mo><mn>1</mn><mn>2</mn></msubsup>")
    #expect(parts.map { $0.split(separator: ",").first ?? "" } == ["1.7", "11.7", "15.7"])
  }

  @Test func limitsAreAboveAndBelow() throws {
    let sum = "<munderover><mo>∑</mo><mn>1</mn><mn>2</mn></munderover>"
    let parts = try FormulaParts(sum)
    // The sum is 14 px wide and 15 px high, with the space of an operator.
    #expect(parts.parts == ["1.7,16.2 ∑", "6.9,4.2 2", "6.9,27.2 1"])
    #expect(parts.size == "17.3×27.2")
  }

  @Test func limitsOfSumsInLinesAreScripts() throws {
    let sum = "<munderover><mo>∑</mo><mn>1</mn><mn>2</mn></munderover>"
    let places = try formulaParts(sum, "").map { $0.split(separator: ",").first ?? "" }
    #expect(places == ["1.7", "11.7", "11.7"])
    #expect(try formulaParts(sum.replacing("<mo>", with: "<mo movablelimits=false>"), "").first == "1.7,13.7 ∑")
  }

  @Test func limitsAreBelowNamesInLines() throws {
    let limit = "<munder><mi>lim</mi><mn>1</mn></munder>"
    #expect(try formulaParts(limit, "") == ["0,5 lim", "5.8,10.2 1"])
  }

  /// A hat is directly above its base if that is as high as the font expects.
  @Test func accentsAreAtTheirBase() throws {
    let hat = "<mover accent=true><mtext>a</mtext><mo stretchy=false>^</mo></mover>"
    #expect(try formulaParts(hat) == ["0,7 a", "0.5,8 ^"])
  }

  @Test func hatsStretch() throws {
    func hat(_ content: String) throws -> FormulaParts {
      try FormulaParts("<mover accent=true><mrow>\(content)</mrow><mo stretchy=true>^</mo></mover>")
    }
    // The combining accent has a variant of 10 px, the character none.
    #expect(try hat("<mn>1</mn><mn>2</mn>").parts.last?.hasPrefix("0,") == true)
    #expect(try hat("<mn>1</mn>").size.hasPrefix("10×"))
  }

  @Test func arrowsAreAsLongAsTheirLabels() throws {
    let label = "<mtext>abcdefgh</mtext>"
    // 28 px at 70 %; the arrow has shafts of 5 px and a head of 5 px, and the space of an operator.
    let parts = try FormulaParts("<mover><mo>→</mo>\(label)</mover>")
    #expect(parts.size.hasPrefix("35.6×"))
  }

  @Test func bracesAreAsWideAsTheirContent() throws {
    let brace = "<mover accent=true><mrow><mn>1</mn><mn>2</mn><mn>3</mn></mrow><mo>⏞</mo></mover>"
    #expect(try FormulaParts(brace).size.hasPrefix("20×"))
  }
}
