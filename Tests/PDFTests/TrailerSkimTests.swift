import ArchiveTesting
import Fuzzing
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct TrailerSkimTests {
  func skim(_ text: String) -> (links: XRefLinks, end: Int)? {
    let bytes = PDFBytes(Array(text.utf8))
    return TrailerSkim.read(bytes, at: 0, end: bytes.count)
  }

  static let plain = [
    "<</Size 9/Root 1 0 R>>", "\n<< /Size 9\r\n /Prev 120 /ID [<00> <FFaa>] /Root 1 0 R >>\nstartxref",
    "<</Prev 7/XRefStm 8/Info 3 0 R/ID[(ab)(c)]/X[1 2 0 R /N 5]/T/Name>>", "<<>>", "<</Prev 1/Prev 2>>",
    "<</Previous 5/XRefStmx 6>>",
  ]

  @Test(arguments: plain)
  func itAgreesWithTheParser(text: String) throws {
    var parser = PDFParser(PDFBytes(Array(text.utf8)), at: 0, limits: PDFLimits())
    let trailer = try #require(try parser.object().dictionary)
    let skimmed = try #require(skim(text))
    #expect(skimmed.links == XRefLinks(trailer))
    #expect(skimmed.end == parser.lexer.position)
  }

  @Test(arguments: [
    "", "<", "<</Size", "<</Prev 1 0 R>>", "<</Prev -1>>", "<</Prev 1.5>>", "<</Prev null>>", "<</#50rev 1>>",
    "<</A<</Prev 1>>/Prev 2>>", "<</A(()/Prev 1)>>", "<</A(\\)/Prev 1)>>", "<</A % /Prev 1\n 2>>", "<</A true>>",
    "<</Prev 99999999999999999999>>", "<</A 1 2/Prev 3>>", "< </Size 9>>", "<</Size 9> >", "[/Prev 1]",
  ])
  func unusualSyntaxIsLeftToTheParser(text: String) { #expect(skim(text) == nil) }

  @Test func itEndsWhereTheParserEnds() throws {
    var random = SplitMix(seed: 7)
    for round in 0..<4_000 {
      let text = Self.plain[round % Self.plain.count]
      let bytes = PDFBytes(Damage.apply(to: Array(text.utf8), words: Damage.pdfWords, &random))
      guard let (links, end) = TrailerSkim.read(bytes, at: 0, end: bytes.count) else { continue }
      var parser = PDFParser(bytes, at: 0, limits: PDFLimits())
      let trailer = try #require(try? parser.object().dictionary, "\(bytes.array(0..<bytes.count))")
      #expect(links == XRefLinks(trailer) && end == parser.lexer.position)
    }
  }
}
