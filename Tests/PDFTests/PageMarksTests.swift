import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct PageMarksTests {
  private func rewritten(_ content: String, _ marks: [StructureTree.Mark] = []) -> [String] {
    String(decoding: PageMarks.rewrite(Array(content.utf8), marks: marks), as: UTF8.self).split(separator: "\n")
      .map(String.init)
  }

  @Test func contentOutsideOfMarksIsAnArtifact() {
    #expect(
      rewritten(
        "1 0 0 1 0 0 cm\n0 0 1 1 re f\n/H1 << /MCID 0 >> BDC\nBT (EMC) Tj ET\nEMC\n0 0 m 1 1 l S\n",
        [.element(.heading1)])
        == [
          "/Artifact BMC", "1 0 0 1 0 0 cm", "0 0 1 1 re f", "EMC", "/H1<</MCID 0>>BDC", "BT (EMC) Tj ET", "EMC",
          "/Artifact BMC", "0 0 m 1 1 l S", "EMC",
        ])
  }

  @Test func contentThatPaintsNothingIsNotMarked() {
    #expect(rewritten("q\n0 0 1 1 re W n\nQ\n") == ["q", "0 0 1 1 re W n", "Q"])
  }

  @Test func artifactsOfPaginationTakeNoNumber() {
    let marks: [StructureTree.Mark] = [.header, .element(.paragraph), .footer]
    let content =
      "/NonStruct << /MCID 0 >> BDC\n(a) Tj\nEMC\n/P << /MCID 1 >> BDC\n(b) Tj\nEMC\n/NonStruct << /MCID 2 >> BDC\nEMC\n"
    #expect(
      rewritten(content, marks) == [
        "/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>BDC", "(a) Tj", "EMC", "/P<</MCID 0>>BDC",
        "(b) Tj", "EMC", "/Artifact<</Type/Pagination/Subtype/Footer/Attached[/Bottom]>>BDC", "EMC",
      ])
  }

  @Test func replacementTextNestsInMarks() {
    let content = "/P << /MCID 0 >> BDC\n/Span << /ActualText <FEFF0066> >> BDC\n<01> Tj\nEMC\nEMC\n(x) Tj\n"
    #expect(rewritten(content, [.element(.paragraph)]).suffix(3) == ["/Artifact BMC", "(x) Tj", "EMC"])
  }

  @Test(arguments: [
    "(", "(\\", "<", "<<", "/", "EMC EMC EMC", "/P << /MCID 99999999999999999999 >> BDC", "/P << /MCID",
  ])
  func otherContentIsKept(content: String) {
    #expect(rewritten(content).joined().hasPrefix(content))
  }

  // MARK: Structure

  private func types(_ levels: [StructureType]) -> [StructureType] {
    var tree = StructureTree(
      elements: [.init(type: .document, parent: 0, order: 0, attributes: [:])], contents: [], marks: [])
    for (index, type) in levels.enumerated() {
      tree.elements.append(.init(type: type, parent: 0, order: UInt32(index), attributes: [:]))
      tree.contents.append(.init(element: UInt32(index + 1), order: UInt32(index), page: 0, identifier: Int32(index)))
    }
    tree.closeHeadingLevels()
    return tree.elements.dropFirst().map(\.type)
  }

  @Test func levelsOfHeadingsHaveNoGaps() {
    #expect(types([.heading2, .heading4, .heading4, .heading3]) == [.heading1, .heading2, .heading2, .heading2])
    #expect(types([.heading1, .heading2, .heading3, .heading2]) == [.heading1, .heading2, .heading3, .heading2])
  }

  @Test func theProfileOfColoursIsValid() {
    let profile = SRGBProfile.bytes
    #expect(profile.count < 4096)
    #expect(Array(profile[36..<40]) == Array("acsp".utf8))
    #expect(profile[..<4].reduce(0) { $0 << 8 | Int($1) } == profile.count)
  }
}
