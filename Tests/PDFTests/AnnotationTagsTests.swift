import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct AnnotationTagsTests {
  /// A tagged file with a section on the first of its two pages; objects 5 to 12 are the structure.
  private struct Parts {
    private var parts = [
      "catalog": "/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R", "root": AnnotationTagsTests.root,
      "tree": "<</Kids[11 0 R]>>", "document": "<</S/Document/P 5 0 R/K[8 0 R 9 0 R]>>",
      "first": "<</S/Sect/P 7 0 R/K[10 0 R]>>", "second": "<</S/P/P 7 0 R/Pg 4 0 R/K 0>>",
      "paragraph": "<</S/P/P 8 0 R/Pg 3 0 R/K[0]>>", "leaf": "<</Limits[0 1]/Nums[0[10 0 R]1[9 0 R]]>>",
      "extra": "<<>>",
    ]

    /// - Parameter changes: the parts that are different.
    init(_ changes: [String: String] = [:]) { parts.merge(changes) { $1 } }

    var bytes: [UInt8] {
      let pages = [
        "<</Type/Catalog/Pages 2 0 R\(parts["catalog"] ?? "")>>",
        "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 200 100]>>",
        "<</Type/Page/Parent 2 0 R/StructParents 0>>", "<</Type/Page/Parent 2 0 R/StructParents 1>>",
        "<</Type/StructTreeRoot\(parts["root"] ?? "")>>",
      ]
      return Fixture.table(
        pages + ["tree", "document", "first", "second", "paragraph", "leaf", "extra"].compactMap { parts[$0] })
    }
  }

  /// The numbers of an element's kids, and "new" for new ones.
  private func kids(_ number: Int, _ file: PDFFile) throws -> [String] {
    let element = try #require(try file.object(PDFReference(number, 0)!).dictionary)
    let kids = try file.resolve(element["K"])
    return (kids.array ?? [element["K"]]).map { kid in
      guard let reference = kid.reference else { return "content" }
      return reference.number > 12 ? "new" : "\(reference.number)"
    }
  }

  /// Adds annotations to pages, given by their objects.
  private func add(_ pages: [Int], to parts: Parts) throws -> PDFFile {
    let base = parts.bytes
    let file = try PDFFile(bytes: base)
    var writer = try AppendWriter(base: file)
    var tags = try #require(try AnnotationTags(file))
    for number in pages {
      let page = PDFReference(number, 0)!
      let annotation = try writer.add(.null)
      let key = try #require(try tags.add([annotation], isLink: false, on: page, in: &writer).first)
      var note = Fixture.note
      note["StructParent"] = .integer(key)
      try writer.replace(annotation, with: .dictionary(note))
    }
    try tags.finish(in: &writer)
    let whole = base + (try writer.segment())
    if try QPDF.fault(in: base) == nil { #expect(try QPDF.fault(in: whole) == nil) }
    return try PDFFile(bytes: whole)
  }

  @Test func elementsFollowTheContentOfTheirPage() throws {
    let file = try add([3, 4, 3], to: Parts())
    #expect(try kids(8, file) == ["10", "new", "new"])
    #expect(try kids(7, file) == ["8", "9", "new"])
    let leaf = try #require(try file.object(PDFReference(11, 0)!).dictionary)
    #expect(leaf["Limits"].array?.compactMap(\.integer) == [0, 4])
    let root = try #require(try file.object(PDFReference(5, 0)!).dictionary)
    #expect(root["ParentTreeNextKey"].integer == 5)
    var structure = try #require(try StructureReader(file))
    for key in 2...4 {
      let element = try #require(structure.dictionary(structure.parent(key)))
      #expect(element["S"].name == "Annot")
      let object = try #require(structure.kids(of: element).first?.dictionary)
      #expect(structure.dictionary(object["Obj"])?["StructParent"].integer == key)
      #expect(structure.dictionary(object["Pg"])?["Type"].name == "Page")
    }
  }

  @Test func laterUpdatesContinueTheLists() throws {
    var bytes = Parts().bytes
    for _ in 0..<100 {
      let file = try PDFFile(bytes: bytes)
      var writer = try AppendWriter(base: file)
      var tags = try #require(try AnnotationTags(file))
      let annotation = try writer.add(.dictionary(Fixture.note))
      _ = try tags.add([annotation], isLink: false, on: PDFReference(3, 0)!, in: &writer)
      try tags.finish(in: &writer)
      bytes += try writer.segment()
    }
    let file = try PDFFile(bytes: bytes)
    #expect(try kids(8, file) == ["10"] + Array(repeating: "new", count: 100))
    var structure = try #require(try StructureReader(file))
    #expect((0...101).allSatisfy { !structure.parent($0).isNull } && structure.parent(102).isNull)
    // Leaves stay short.
    let tree = try #require(try file.object(PDFReference(6, 0)!).dictionary)
    #expect(tree["Kids"].array?.count == 2)
  }

  @Test func filesWithoutTagsAndSignedOnesAreLeftAsTheyAre() throws {
    let signed = [
      "catalog": "/MarkInfo<</Marked true>>/StructTreeRoot 5 0 R/AcroForm<</Fields[12 0 R]>>",
      "extra": "<</FT/Sig/T(s)/V<</Type/Sig>>>>",
    ]
    for parts in [["catalog": "/StructTreeRoot 5 0 R"], signed] {
      #expect(try AnnotationTags(PDFFile(bytes: Parts(parts).bytes)) == nil)
    }
  }

  private static let root = "/K 7 0 R/ParentTree 6 0 R/ParentTreeNextKey 2"
  private static let fullLeaf =
    "<</Limits[0 70]/Nums[0[10 0 R]\((1...70).map { "\($0)[9 0 R]" }.joined())]>>"

  /// Damages of a structure tree, and the expected place of the new element.
  private static let damages: [(what: String, element: Int, kids: String, change: [String: String])] = [
    ("circular parents", 7, "8 9 new", ["paragraph": "<</S/P/P 10 0 R/Pg 3 0 R/K 0>>"]),
    ("parents that are not there", 7, "8 9 new", ["paragraph": "<</S/P/P 99 0 R/Pg 3 0 R/K 0>>"]),
    ("an element that is not there", 7, "8 9 new", ["leaf": "<</Limits[0 1]/Nums[0[99 0 R]1[9 0 R]]>>"]),
    ("a page without entry", 7, "8 9 new", ["leaf": "<</Limits[0 1]/Nums[1[9 0 R]]>>"]),
    ("a page whose entry is null", 7, "8 9 new", ["leaf": "<</Limits[0 1]/Nums[0[null]1[9 0 R]]>>"]),
    ("a section with a key twice", 7, "8 new 9", ["first": "<</S/Sect/P 7 0 R/K[10 0 R]/K[]>>"]),
    ("a section that does not list the element", 8, "new", ["first": "<</S/Sect/P 7 0 R/K[]>>"]),
    ("kids in an array of its own", 8, "10 new", ["first": "<</S/Sect/P 7 0 R/K 12 0 R>>", "extra": "[10 0 R]"]),
    (
      "a role", 8, "10 new",
      ["first": "<</S/Chapter/P 7 0 R/K[10 0 R]>>", "root": "\(root)/RoleMap<</Chapter/Big/Big/Sect>>"]
    ),
    (
      "circular roles", 7, "8 new 9",
      ["first": "<</S/Chapter/P 7 0 R/K[10 0 R]>>", "root": "\(root)/RoleMap<</Chapter/Big/Big/Chapter>>"]
    ),
    ("no document", 5, "8 new", ["root": "/K[8 0 R]/ParentTree 6 0 R", "first": "<</S/P/P 5 0 R/K[10 0 R]>>"]),
    ("no parent tree", 7, "8 9 new", ["root": "/K 7 0 R"]),
    ("a parent tree in one node", 8, "10 new", ["tree": "<</Nums[0[10 0 R]1[9 0 R]]>>"]),
    (
      "a parent tree that is a part of the root", 8, "10 new",
      ["root": "/K 7 0 R/ParentTree<</Nums[0[10 0 R]1[9 0 R]]>>"]
    ),
    ("a last leaf that is full", 8, "10 new", ["leaf": fullLeaf]),
    ("a next key that is too low", 8, "10 new", ["root": "/K 7 0 R/ParentTree 6 0 R/ParentTreeNextKey -9"]),
  ]

  @Test(arguments: damages.indices)
  func placesInDamagedTrees(index: Int) throws {
    let (what, element, expected, change) = Self.damages[index]
    let file = try add([3], to: Parts(change))
    #expect(try kids(element, file) == expected.split(separator: " ").map(String.init), "\(what)")
    // The element is found by its key.
    var structure = try #require(try StructureReader(file))
    let key = try #require(structure.entries["ParentTreeNextKey"].integer) - 1
    #expect(structure.dictionary(structure.parent(key))?["S"].name == "Annot", "\(what)")
  }

  @Test(arguments: [
    ["catalog": "/MarkInfo<</Marked true>>/StructTreeRoot<</K 7 0 R>>"],
    ["catalog": "/MarkInfo<</Marked true>>/StructTreeRoot 99 0 R"], ["root": "\(root)/K 8 0 R"],
    ["root": "/K 7 0 R/ParentTree 6 0 R/ParentTreeNextKey 2147483647"], ["leaf": "<</Nums[0[10 0 R]]>>"],
    ["leaf": "<</Limits[0 4294967296]/Nums[0[10 0 R]]>>"],
    ["leaf": "<</Limits[0 9223372036854775807]/Nums[0[10 0 R]]>>"], ["tree": "<</Kids[6 0 R]>>"], ["tree": "[]"],
  ])
  func treesThatCannotBeExtendedAreNamed(change: [String: String]) throws {
    let file = try PDFFile(bytes: Parts(change).bytes)
    #expect(failure { _ = try AnnotationTags(file) }?.code == .structure)
  }

  @Test func deepTreesAreNotSearchedToTheEnd() throws {
    // 2,000 elements in each other, without section.
    var objects = ["<</Type/Catalog/Pages 2 0 R/MarkInfo<</Marked true>>/StructTreeRoot 4 0 R>>"]
    objects += ["<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>", "<</Type/Page/Parent 2 0 R/StructParents 0>>"]
    objects.append("<</Type/StructTreeRoot/K 6 0 R/ParentTree 5 0 R>>")
    objects.append("<</Nums[0[2005 0 R]]>>")
    for number in 6...2005 { objects.append("<</S/Div/P \(number == 6 ? 4 : number - 1) 0 R/K \(number + 1) 0 R>>") }
    let file = try PDFFile(bytes: Fixture.table(objects))
    var structure = try #require(try StructureReader(file))
    #expect(structure.place(of: PDFReference(3, 0)!) == .init(parent: PDFReference(4, 0)!))
  }
}
