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

  /// Form fields were left out of the check.
  @Test func formFieldsAreInTheStructureAndDescribed() throws {
    func clauses(_ field: String, type: String, element: String = "") throws -> Set<String> {
      let objects = [
        "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 5 0 R/MarkInfo<</Marked true>>>>", Fixture.onePage[1],
        "<</Type/Page/Parent 2 0 R/Tabs/S/Annots[4 0 R]>>",
        "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 9 9]\(field)>>", "<</Type/StructTreeRoot/K 6 0 R>>",
        "<</S/\(type)/P 5 0 R\(element)/K<</Type/OBJR/Obj 4 0 R/Pg 3 0 R>>>>", "<</T(parent)/TU(Name of the client)>>",
      ]
      let found = try ConformanceCheck.violations(in: PDFBytes(Fixture.table(objects)), .pdfUA1)
      return Set(found.map(\.clause)).intersection(["7.18.1", "7.18.4"])
    }
    #expect(try clauses("/T(a)", type: "P") == ["7.18.1", "7.18.4"])
    #expect(try clauses("/T(a)", type: "Form") == ["7.18.1"])
    #expect(try clauses("/T(a)/TU(Name)", type: "P") == ["7.18.4"])
    #expect(try clauses("/T(a)/TU(Name)", type: "Form").isEmpty)
    #expect(try clauses("/Parent 7 0 R", type: "Form").isEmpty)
    #expect(try clauses("/T(a)", type: "Form", element: "/Alt(Name)").isEmpty)
    #expect(try clauses("/T(a)/F 2", type: "P").isEmpty, "a hidden field")
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
