import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct ConformanceTests {
  @Test(arguments: [
    ("<pdfaid:part>2</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>", "PDF/A-2b"),
    ("<rdf:Description pdfaid:part='4' />", "PDF/A-4"), ("pdfaid:part=\"1\" pdfaid:conformance=\"A\"", "PDF/A-1a"),
  ])
  func theClaimIsReadFromTheMetadata(xmp: String, claim: String) throws {
    let catalog = "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>"
    let metadata = "<</Type/Metadata/Subtype/XML/Length \(xmp.utf8.count)>>\nstream\n\(xmp)\nendstream"
    let file = try PDFFile(bytes: Fixture.table([catalog, Fixture.onePage[1], Fixture.onePage[2], metadata]))
    #expect(file.pdfAClaim()?.description == claim)
  }

  @Test func aFileWithoutMetadataHasNoClaim() throws {
    #expect(try PDFFile(bytes: Fixture.table()).pdfAClaim() == nil)
    #expect(try PDFFile(bytes: Fixture.table()).encryption() == nil)
  }

  @Test func theEncryptionIsDescribed() throws {
    let file = try PDFFile(bytes: Fixture.table(trailer: "/Encrypt<</Filter/Standard/V 4/R 5>>"))
    #expect(file.encryption() == EncryptionSummary(handler: "Standard", version: 4, revision: 5))
  }
}

@Suite(.hangLimit) struct ConformanceRuleTests {
  @Test(arguments: ConformanceRule.allCases) func everyRuleIsInTheTable(rule: ConformanceRule) throws {
    let row = try #require(ConformanceRule.table[rule])
    #expect(!row.text.isEmpty)
    #expect([row.a1, row.a2, row.a4, row.ua1, row.ua2].contains { $0 != nil })
  }
}
