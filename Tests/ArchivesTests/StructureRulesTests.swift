import ArchiveTesting
import TestTraits
import Testing

@testable import Archives
@testable import PDF

/// The permitted changes of the structure of a tagged document.
@Suite(.hangLimit) struct StructureRulesTests {
  /// A tagged page with a paragraph, and a note that is in the structure; new objects are numbered from 12.
  private static func base(signed: Bool = false) -> [UInt8] { Fixture.table(objects(signed: signed)) }

  private static func objects(signed: Bool = false) -> [String] {
    [
      "<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R\(signed ? "/AcroForm<</Fields[11 0 R]>>" : "")>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 0/Annots[4 0 R]>>",
      "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/StructParent 1>>",
      "<</Type/StructTreeRoot/K 7 0 R/ParentTree 6 0 R/ParentTreeNextKey 2>>",
      "<</Kids[10 0 R]>>",
      "<</S/Document/P 5 0 R/K[8 0 R 9 0 R]>>",
      "<</S/P/P 7 0 R/Pg 3 0 R/K 0>>",
      "<</S/Annot/P 7 0 R/K<</Type/OBJR/Obj 4 0 R/Pg 3 0 R>>>>",
      "<</Limits[0 1]/Nums[0[8 0 R]1 9 0 R]>>",
      "<</FT/Sig/T(s)/V<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<</P 3>>>>]>>>>",
    ]
  }

  private static let page =
    "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 0/Tabs/S/Annots[4 0 R 12 0 R]>>"
  private static let note = "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/StructParent 2>>"
  private static let element = "<</S/Annot/P 7 0 R/K[<</Type/OBJR/Obj 12 0 R/Pg 3 0 R>>]>>"
  /// Objects that add a note with its structure element.
  private static let adding = [
    3: page, 5: "<</Type/StructTreeRoot/K 7 0 R/ParentTree 6 0 R/ParentTreeNextKey 3>>",
    7: "<</S/Document/P 5 0 R/K[8 0 R 9 0 R 13 0 R]>>", 10: "<</Limits[0 2]/Nums[0[8 0 R]1 9 0 R 2 13 0 R]>>",
    12: note, 13: element,
  ]

  private func changes(
    _ objects: [Int: String], signed: Bool = false, of base: [UInt8]? = nil
  ) throws -> [AnnotationChange] {
    let base = base ?? Self.base(signed: signed)
    let file = try PDFFile(bytes: base)
    var writer = try AppendWriter(base: file)
    for (number, text) in objects.sorted(by: { $0.key < $1.key }) {
      let object = try Fixture.parse(text)
      if number > 11 {
        #expect(try writer.add(object).number == number)
      } else {
        try writer.replace(PDFReference(number, 0)!, with: object)
      }
    }
    let before = try PDFFile(PDFBytes(parts: [base, writer.segment()]), length: base.count)
    let segment = try before.checkSegment(upTo: before.bytes.count)
    return try before.checkAnnotationsOnly(segment, after: before.advanced(over: segment))
  }

  @Test func elementsOfNewAnnotationsMayBeAdded() throws {
    #expect(try changes(Self.adding).map(\.added) == [[PDFReference(12, 0)!]])
    // In a node of its own.
    var objects = Self.adding
    objects[10] = nil
    objects[6] = "<</Kids[10 0 R 14 0 R]>>"
    objects[14] = "<</Limits[2 2]/Nums[2 13 0 R]>>"
    #expect(try changes(objects).count == 1)
  }

  /// Files that Chromium prints have a parent tree with a `/Type`; nothing could be appended to them.
  @Test func theParentTreeMayStateItsType() throws {
    func base(_ type: String) -> [UInt8] {
      Fixture.table(Self.objects().map { $0.replacing("<</Limits", with: "<</Type/\(type)/Limits") })
    }
    var objects = Self.adding
    objects[10] = "<</Type/ParentTree/Limits[0 2]/Nums[0[8 0 R]1 9 0 R 2 13 0 R]>>"
    #expect(try changes(objects, of: base("ParentTree")).count == 1)
    objects[10] = "<</Type/Pages/Limits[0 2]/Nums[0[8 0 R]1 9 0 R 2 13 0 R]>>"
    expect(.segment) { _ = try changes(objects, of: base("Pages")) }
  }

  @Test func elementsOfRemovedAnnotationsMayBeRemoved() throws {
    let objects = [
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 0>>", 7: "<</S/Document/P 5 0 R/K[8 0 R]>>",
    ]
    #expect(try changes(objects).map(\.removed) == [[PDFReference(4, 0)!]])
  }

  /// An annotation of the base could not be changed if the structure refers to it, which is so in all tagged documents.
  @Test func taggedAnnotationsMayChange() throws {
    let changed = "<</Type/Annot/Subtype/Text/Rect[0 0 5 5]/Contents(x)/StructParent 1>>"
    #expect(try changes([4: changed]).map(\.modified) == [[PDFReference(4, 0)!]])
    #expect(try changes([4: changed], signed: true).count == 1)
    for other in [
      changed.replacing("Parent 1", with: "Parent 0"), changed.replacing("Text", with: "Widget/FT/Tx"), "<<>>",
    ] { expect(.segment) { _ = try changes([4: other]) } }
  }

  /// An annotation keeps its tie to the structure.
  @Test func aTaggedAnnotationKeepsItsKey() {
    expect(.segment) { _ = try changes([4: "<</Type/Annot/Subtype/Text/Rect[0 0 5 5]/Contents(x)>>"]) }
  }

  /// The object to which `/K` refers could be defined by a later segment, as text of the document.
  @Test(arguments: ["99 0 R", "4 0 R", "[99 0 R]"])
  func theKidsOfAnElementAreNoReferenceToAnotherObject(kids: String) {
    let base = Fixture.table(Self.objects().map { $0.replacing("/Pg 3 0 R/K 0", with: "/Pg 3 0 R") })
    expect(.segment) { _ = try changes([8: "<</S/P/P 7 0 R/Pg 3 0 R/K \(kids)>>"], of: base) }
  }

  /// Labels of pages are in a number tree, too.
  @Test(arguments: ["6 0 R", "10 0 R", "<</Kids[10 0 R]>>"])
  func aParentTreeOfPageLabelsMustNotChange(labels: String) {
    let objects = Self.objects().map { $0.replacing("/Catalog", with: "/Catalog/PageLabels \(labels)") }
    expect(.segment) { _ = try changes(Self.adding, of: Fixture.table(objects)) }
  }

  /// What the structure refers to otherwise is a part of the document, such as an object that is in no page's list.
  @Test(arguments: [
    ("/Annots[4 0 R]", ""), ("/S/P/P", "/S/P/A 4 0 R/P"), ("/S/Document", "/S/Document/A<</O/Layout/X 4 0 R>>"),
    ("/OBJR/Obj 4 0 R", "/OBJR/Obj[4 0 R]"),
  ])
  func otherObjectsOfTheStructureMustNotChange(text: String, replacement: String) throws {
    let objects = Self.objects().map { $0.replacing(text, with: replacement) }
    #expect(objects != Self.objects())
    #expect(try PDFFile(bytes: Fixture.table(objects)).documentObjects().contains(4))
  }

  @Test(arguments: [
    Self.objects(), Self.objects().map { $0.replacing("/Annots[4 0 R]", with: "/Annots 12 0 R") } + ["[4 0 R]"],
  ])
  func annotationsOfTheStructureAreNoPartOfTheDocument(objects: [String]) throws {
    #expect(try !PDFFile(bytes: Fixture.table(objects)).documentObjects().contains(4))
  }

  @Test(
    arguments: [
      // Text of the document.
      [7: "<</S/Document/P 5 0 R/K[9 0 R 13 0 R]>>"], [7: "<</S/Document/P 5 0 R/K[9 0 R 8 0 R 13 0 R]>>"],
      [7: "<</S/Document/P 5 0 R/K[8 0 R 9 0 R 13 0 R]/Alt(x)>>"], [7: "<</S/Sect/P 5 0 R/K[8 0 R 9 0 R 13 0 R]>>"],
      [8: "<</S/P/P 7 0 R/Pg 3 0 R/K 1>>"], [8: "<</S/P/P 7 0 R/Pg 3 0 R/K 0/ActualText(x)>>"],
      // An annotation that stays on its page.
      [7: "<</S/Document/P 5 0 R/K[8 0 R 13 0 R]>>"], [9: "<</S/Annot/P 7 0 R/K<</Type/OBJR/Obj 12 0 R/Pg 3 0 R>>>>"],
      // The root.
      [5: "<</Type/StructTreeRoot/K 7 0 R/ParentTree 6 0 R/ParentTreeNextKey 3/RoleMap<</P/H1>>>>"],
      [5: "<</Type/StructTreeRoot/K 13 0 R/ParentTree 6 0 R/ParentTreeNextKey 3>>"],
      [5: "<</Type/StructTreeRoot/K 7 0 R/ParentTree 10 0 R/ParentTreeNextKey 3>>"],
      [5: "<</Type/StructTreeRoot/K 7 0 R/ParentTree 6 0 R/ParentTreeNextKey 9>>"],
      // The parent tree.
      [10: "<</Limits[0 2]/Nums[0[9 0 R]1 9 0 R 2 13 0 R]>>"], [10: "<</Limits[0 2]/Nums[0[8 0 R]2 13 0 R]>>"],
      [10: "<</Limits[0 0]/Nums[0[8 0 R]1 9 0 R 0 13 0 R]>>"], [10: "<</Limits[5 6]/Nums[0[8 0 R]1 9 0 R 2 13 0 R]>>"],
      [10: "<</Limits[0 2]/Nums[0[8 0 R]1 9 0 R 2[13 0 R]]>>"], [10: "<</Limits[0 2]/Nums[0[8 0 R]1 9 0 R 2 8 0 R]>>"],
      [6: "<</Kids[]>>"], [6: "<</Kids[14 0 R]>>", 14: "<</Limits[0 2]/Nums[0[8 0 R]1 9 0 R 2 13 0 R]>>"],
      [10: "<</Limits[0 1]/Nums[0[8 0 R]1 9 0 R]>>"],
      // The element.
      [13: "<</S/P/P 7 0 R/K[<</Type/OBJR/Obj 12 0 R/Pg 3 0 R>>]>>"], [13: "<</S/Annot/P 7 0 R/Pg 3 0 R/K[0]>>"],
      [13: "<</S/Annot/P 7 0 R/K[<</Type/OBJR/Obj 12 0 R/Pg 3 0 R>> 8 0 R]>>"], [13: "<</S/Annot/P 7 0 R/K[]>>"],
      [13: "<</S/Annot/P 8 0 R/K[<</Type/OBJR/Obj 12 0 R/Pg 3 0 R>>]>>"],
      [13: "<</S/Annot/P 7 0 R/ActualText(x)/K[<</Type/OBJR/Obj 12 0 R/Pg 3 0 R>>]>>"],
      [13: "<</S/Annot/P 7 0 R/K[<</Type/OBJR/Obj 4 0 R/Pg 3 0 R>>]>>"],
      [13: "<</S/Annot/P 7 0 R/K[<</Type/OBJR/Obj 12 0 R/Pg 2 0 R>>]>>"], [13: "[]"],
      // The annotation.
      [12: "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/StructParent 1>>"],
      [12: "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]>>"],
      [4: "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/StructParent 2>>"],
      [12: "<</Type/Annot/Subtype/Widget/FT/Tx/Rect[0 0 1 1]/StructParent 2>>"],
      // The page.
      [3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 0/Tabs/R/Annots[4 0 R 12 0 R]>>"],
      [3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 1/Tabs/S/Annots[4 0 R 12 0 R]>>"],
      [3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 0/Tabs/S/Annots[4 0 R]>>"],
    ] as [[Int: String]])
  func nothingElseOfTheStructureMayChange(objects: [Int: String]) {
    let all = Self.adding.merging(objects) { $1 }
    let error = failure { _ = try changes(all) }
    #expect(error?.code == .segment)
    #expect(error?.message.contains("does more than annotate") == true, "\(error?.message ?? "")")
  }

  @Test func tabOrderDoesNotChangeWithoutElements() {
    expect(.segment) {
      _ = try changes([
        3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 0/Tabs/S/Annots[4 0 R 12 0 R]>>",
        12: "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]>>",
      ])
    }
  }

  /// A hostile base whose page tree is its parent tree: its kids do not grow.
  @Test func otherTreesAreNotExtended() throws {
    let text = String(decoding: Self.base(), as: UTF8.self)
    let base = text.replacing("/ParentTree 6 0 R", with: "/ParentTree 2 0 R")
    let file = try PDFFile(bytes: Array(base.utf8))
    var writer = try AppendWriter(base: file)
    try writer.replace(PDFReference(2, 0)!, with: Fixture.parse("<</Type/Pages/Kids[3 0 R 14 0 R]/Count 1>>"))
    for (number, object) in Self.adding.sorted(by: { $0.key < $1.key }) where ![6, 10].contains(number) {
      let text = object.replacing("/ParentTree 6 0 R", with: "/ParentTree 2 0 R")
      if number > 11 {
        _ = try writer.add(Fixture.parse(text))
      } else {
        try writer.replace(PDFReference(number, 0)!, with: Fixture.parse(text))
      }
    }
    _ = try writer.add(Fixture.parse("<</Limits[2 2]/Nums[2 13 0 R]>>"))
    let before = try PDFFile(PDFBytes(parts: [Array(base.utf8), writer.segment()]), length: base.utf8.count)
    let segment = try before.checkSegment(upTo: before.bytes.count)
    expect(.segment) { _ = try before.checkAnnotationsOnly(segment, after: before.advanced(over: segment)) }
  }

  @Test func signedDocumentsKeepTheirStructure() throws {
    expect(.segment) { _ = try changes(Self.adding, signed: true) }
    let untagged = [
      3: "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/StructParents 0/Annots[4 0 R 12 0 R]>>",
      12: "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]>>",
    ]
    #expect(try changes(untagged, signed: true).count == 1)
  }
}
