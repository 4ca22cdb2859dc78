import ArchiveTesting
import Fuzzing
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct MergeTests {
  /// A tagged file of two pages with a link to a named destination, an outline, labels, a form field and a layer.
  private static func file(
    _ title: String = "A", destination: String = "top", extra: String = "", fields: String = "14 0 R",
    more: [String] = []
  ) throws -> PDFFile {
    try PDFFile(
      bytes: Fixture.table(
        [
          """
          <</Type/Catalog/Pages 2 0 R/Names<</Dests 6 0 R>>/Outlines 7 0 R/StructTreeRoot 10 0 R/MarkInfo<</Marked true>>
          /AcroForm<</Fields[\(fields)]/DA(/F 9 Tf)>>/OCProperties<</OCGs[15 0 R]/D<</OFF[15 0 R]/Order[15 0 R]>>>>\(extra)>>
          """,
          "<</Type/Pages/Kids[3 0 R 4 0 R]/Count 2/MediaBox[0 0 100 200]/Resources<</Font<</F 16 0 R>>>>>>",
          "<</Type/Page/Parent 2 0 R/Contents 5 0 R/StructParents 0/Annots[9 0 R 14 0 R]>>",
          "<</Type/Page/Parent 2 0 R/StructParents 1>>",
          "<</Length 17 0 R>>\nstream\n/P<</MCID 0>>BDC EMC\nendstream",
          "<</Names[(\(destination)) [4 0 R /XYZ 0 0 0]]>>",
          "<</Type/Outlines/First 8 0 R/Last 8 0 R/Count 1>>",
          "<</Title(\(title))/Parent 7 0 R/Dest(\(destination))>>",
          "<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/GoTo/D(\(destination))>>/StructParent 2>>",
          "<</Type/StructTreeRoot/K 11 0 R/ParentTree 13 0 R/RoleMap<</X/P>>>>",
          "<</S/Document/P 10 0 R/K[12 0 R]>>",
          "<</S/P/P 11 0 R/Pg 3 0 R/K[0 <</Type/OBJR/Obj 9 0 R>>]>>",
          "<</Nums[0 [12 0 R] 1 [] 2 12 0 R]>>",
          "<</Type/Annot/Subtype/Widget/FT/Tx/T(name)/Rect[0 0 5 5]/P 3 0 R>>",
          "<</Type/OCG/Name(L)>>",
          "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
          "20",
        ] + more))
  }

  private func merge(_ parts: [FileMerge.Part]) throws -> PDFFile {
    let bytes = try FileMerge.merge(parts)
    #expect(try QPDF.fault(in: bytes) == nil)
    return try PDFFile(bytes: bytes)
  }

  private func dictionary(_ reference: PDFReference?, _ file: PDFFile) throws -> PDFDictionary {
    let reference = try #require(reference)
    return try #require(try file.object(reference).dictionary)
  }

  @Test func pagesFollowEachOtherWithWhatTheyInherit() throws {
    let file = try merge([FileMerge.Part(Self.file()), FileMerge.Part(Self.file())])
    let pages = try file.pages()
    #expect(pages.count == 4 && pages.allSatisfy { $0.width == 100 && $0.height == 200 })
    for page in pages {
      let dictionary = try dictionary(page.reference, file)
      #expect(try file.resolve(dictionary["Resources"]).dictionary?["Font"].isNull == false)
    }
    let content = try file.resolve(
      try dictionary(pages[2].reference, file)["Contents"])
    #expect(content.stream?.encoded == Array("/P<</MCID 0>>BDC EMC".utf8))
  }

  @Test func namesAreUniqueAndLinksFollowThem() throws {
    let file = try merge([
      FileMerge.Part(Self.file()), FileMerge.Part(Self.file("B")), FileMerge.Part(Self.file("C", destination: "x")),
    ])
    let catalog = try file.catalog()
    let names = try PDFTree.names(try file.resolve(catalog["Names"]).dictionary?["Dests"] ?? .null, file)
    #expect(names.map { String(decoding: $0.name, as: UTF8.self) } == ["top", "top.2", "x"])
    let pages = try file.pages().map(\.reference)
    #expect(names.map { $0.value.array?.first?.reference } == [pages[1], pages[3], pages[5]])
    var links: [String] = []
    for index in [0, 2, 4] {
      let page = try dictionary(pages[index], file)
      let link = try file.resolve(page["Annots"]).array?.first.map { try file.resolve($0).dictionary } ?? nil
      let name = try file.resolve(link?["A"] ?? .null).dictionary?["D"].string
      links.append(String(decoding: name ?? [], as: UTF8.self))
    }
    #expect(links == ["top", "top.2", "x"])
  }

  @Test func outlinesFollowEachOther() throws {
    let file = try merge([FileMerge.Part(Self.file()), FileMerge.Part(Self.file("B"))])
    let outlines = try #require(try file.resolve(try file.catalog()["Outlines"]).dictionary)
    #expect(outlines["Count"].integer == 2)
    let first = try #require(try file.resolve(outlines["First"]).dictionary)
    let second = try #require(try file.resolve(first["Next"]).dictionary)
    #expect(first["Title"].string == Array("A".utf8) && second["Title"].string == Array("B".utf8))
    #expect(second["Dest"].string == Array("top.2".utf8) && second["Prev"] == outlines["First"])
  }

  /// Regression: the language of a file was lost in a merged file of another language.
  @Test func filesInOtherLanguagesKeepTheirs() throws {
    let languages = ["/Lang(en-GB)", "/Lang(EN-gb)", "/Lang(de)", ""]
    let file = try merge(try languages.map { FileMerge.Part(try Self.file(extra: $0)) })
    #expect(try file.catalog()["Lang"].string == Array("en-GB".utf8))
    let root = try #require(try file.catalog()["StructTreeRoot"].reference)
    let kids = try #require(try dictionary(root, file)["K"].array)
    let elements = try kids.map { try dictionary($0.reference, file) }
    #expect(elements.map { $0["S"].name } == ["Document", "Document", "Part", "Document"])
    #expect(elements.allSatisfy { $0["P"].reference == root })
    #expect(elements[2]["Lang"].string == Array("de".utf8))
    let inner = try dictionary(elements[2]["K"].array?.first?.reference, file)
    #expect(inner["S"].name == "Document" && inner["P"].reference == kids[2].reference)
  }

  /// Regression: identifiers of notes were in a merged file as often as files had them.
  @Test func identifiersOfElementsStayUnique() throws {
    let objects = [
      "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R/MarkInfo<</Marked true>>>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>", "<</Type/Page/Parent 2 0 R/StructParents 0>>",
      "<</Type/StructTreeRoot/K 5 0 R/ParentTree<</Nums[0[5 0 R]]>>/IDTree<</Names[(n)5 0 R]>>>>",
      "<</S/TD/P 4 0 R/ID(n)/A<</O/Table/Headers[(n)(n)]>>>>",
    ]
    let part = FileMerge.Part(try PDFFile(bytes: Fixture.table(objects)))
    let file = try merge([part, part])
    let root = try dictionary(try file.catalog()["StructTreeRoot"].reference, file)
    let elements = try #require(root["K"].array).map { try dictionary($0.reference, file) }
    let names = elements.map { $0["ID"].string ?? [] }
    #expect(names == [Array("n".utf8), Array("n-1".utf8)])
    #expect(elements[1]["A"].dictionary?["Headers"].array?.map(\.string) == [names[1], names[1]])
    #expect(try PDFTree.names(root["IDTree"], file).map(\.name) == names)
  }

  @Test func structuresAreSideBySide() throws {
    let file = try merge([FileMerge.Part(Self.file()), FileMerge.Part(Self.file())])
    let catalog = try file.catalog()
    let root = try #require(try file.resolve(catalog["StructTreeRoot"]).dictionary)
    #expect(catalog["MarkInfo"].dictionary?["Marked"].boolean == true)
    let kids = try #require(root["K"].array)
    #expect(kids.count == 2 && root["ParentTreeNextKey"].integer == 6 && root["RoleMap"].dictionary?["X"].name == "P")
    for kid in kids { #expect(try file.resolve(kid).dictionary?["P"] == catalog["StructTreeRoot"]) }
    let parents = try PDFTree.numbers(root["ParentTree"], file)
    #expect(parents.map(\.number) == [0, 1, 2, 3, 4, 5])
    // The element of the second file's first page is found by the page's key.
    let page = try dictionary(try file.pages()[2].reference, file)
    #expect(page["StructParents"].integer == 3)
    let element = try dictionary(try file.resolve(parents[3].value).array?.first?.reference, file)
    #expect(element["Pg"].reference == (try file.pages()[2].reference))
  }

  @Test func fieldsOfTheSameNameStaySeparate() throws {
    let file = try merge([FileMerge.Part(Self.file()), FileMerge.Part(Self.file())])
    let fields = try #require(try file.resolve(try file.catalog()["AcroForm"]).dictionary?["Fields"].array)
    let names = try fields.map { try file.resolve($0).dictionary?["T"].string ?? [] }
    #expect(names.map { String(decoding: $0, as: UTF8.self) } == ["name", "name_2"])
    let layers = try #require(try file.resolve(try file.catalog()["OCProperties"]).dictionary)
    #expect(layers["OCGs"].array?.count == 2 && layers["D"].dictionary?["OFF"].array?.count == 2)
  }

  @Test func manyFieldsOfTheSameNameStaySeparate() throws {
    let numbers = 18..<2_018
    let fields = numbers.map { _ in "<</FT/Tx/T(name)>>" }
    let list = numbers.map { "\($0) 0 R" }.joined(separator: " ")
    let file = try merge([FileMerge.Part(Self.file(fields: list, more: fields))])
    let merged = try #require(try file.resolve(try file.catalog()["AcroForm"]).dictionary?["Fields"].array)
    let names = try merged.map { try file.resolve($0).dictionary?["T"].string ?? [] }
    #expect(names.count == Set(names).count && names.count == numbers.count)
  }

  /// Keys of the parent tree and chains of objects are what the file states.
  @Test func hugeKeysAndDeepObjectsAreMerged() throws {
    let objects = [
      "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 4 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/StructParents \(Int.max)/Own 6 0 R>>",
      "<</Type/StructTreeRoot/K 5 0 R/ParentTree<</Nums[\(Int.max)[5 0 R]]>>>>", "<</S/P/P 4 0 R/K[]>>",
    ]
    let chain = (7...3_000).map { "<</Next \($0) 0 R>>" } + ["<<>>"]
    let file = try PDFFile(bytes: Fixture.table(objects + chain))
    #expect(try merge([FileMerge.Part(file), FileMerge.Part(Self.file())]).pages().count == 3)
  }

  @Test func someOfThePagesInAnyOrder() throws {
    let file = try merge([FileMerge.Part(Self.file(), pages: [0])])
    #expect(try file.pages().count == 1)
    // The destination was on the page that is left out; the file is no longer completely tagged.
    let catalog = try file.catalog()
    #expect(catalog["Names"].isNull && catalog["StructTreeRoot"].isNull && catalog["MarkInfo"].isNull)
    #expect(try merge([FileMerge.Part(Self.file(), pages: [1, 0])]).pages().count == 2)
    for pages in [[2], [0, 0], [-1], []] {
      #expect(throws: PDFError.self) { try FileMerge.merge([FileMerge.Part(Self.file(), pages: pages)]) }
    }
  }

  @Test func scaledPagesScaleTheirBoxesLinksAndDestinations() throws {
    let file = try merge([FileMerge.Part(Self.file(), scale: 2)])
    let page = try #require(try file.pages().first)
    #expect(page.width == 200 && page.height == 400)
    let entries = try dictionary(page.reference, file)
    let link = try file.resolve(try file.resolve(entries["Annots"]).array?.first ?? .null).dictionary
    #expect(link?["Rect"] == .array([.integer(0), .integer(0), .integer(18), .integer(18)]))
    let resources = try #require(try file.resolve(entries["Resources"]).dictionary?["XObject"].dictionary)
    let form = try file.resolve(resources["P0"])
    #expect(form.dictionary?["Matrix"].array?.first?.number == 2 && form.dictionary?["Subtype"].name == "Form")
    #expect(form.stream?.encoded == Array("/P<</MCID 0>>BDC EMC".utf8))
    // The structure finds the marked content in the form.
    let number = form.dictionary?["StructParents"].integer
    #expect(number == 0 && entries["StructParents"].isNull)
    let tree = try #require(try file.resolve(try file.catalog()["StructTreeRoot"]).dictionary)
    let top = try file.resolve(try file.resolve(tree["K"]).array?.first ?? .null).dictionary
    let paragraph = try file.resolve(top?["K"].reference.map { .reference($0) } ?? top?["K"].array?.first ?? .null)
      .dictionary
    let content = try #require(paragraph?["K"].array?.first?.dictionary)
    #expect(content["MCID"].integer == 0 && content["Stm"].reference == resources["P0"].reference)
    #expect(content["Pg"].reference == page.reference)
  }

  @Test func labelsOfOneFileDoNotContinueIntoTheNext() throws {
    let roman = "/PageLabels<</Nums[0<</S/r>>]>>"
    let file = try merge([
      FileMerge.Part(Self.file()), FileMerge.Part(Self.file(extra: roman)), FileMerge.Part(Self.file()),
    ])
    let labels = try PDFTree.numbers(try file.catalog()["PageLabels"], file)
    #expect(labels.map(\.number) == [0, 2, 4])
    #expect(labels.map { $0.value.dictionary?["S"].name } == ["D", "r", "D"])
    #expect(labels[2].value.dictionary?["St"].integer == 5)
  }

  @Test func theSameFilesGiveTheSameBytes() throws {
    let parts = { [FileMerge.Part(try Self.file()), FileMerge.Part(try Self.file("B"))] }
    #expect(try FileMerge.merge(parts()) == FileMerge.merge(parts()))
  }

  @Test(arguments: [
    "/Outlines 18 0 R", "/Names<</Dests 18 0 R>>", "/StructTreeRoot 18 0 R", "/PageLabels 18 0 R", "/AcroForm 18 0 R",
  ])
  func loopsAreErrorsOrIgnored(entry: String) throws {
    let file = try PDFFile(
      bytes: Fixture.table([
        "<</Type/Catalog/Pages 2 0 R\(entry)>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>", "null", "null", "null", "null", "null", "null", "null", "null",
        "null", "null", "null", "null", "null", "null",
        "<</First 18 0 R/Next 18 0 R/Kids[18 0 R 18 0 R]/K 18 0 R/ParentTree 18 0 R/Fields[18 0 R 18 0 R]/T(x)>>",
      ]))
    do {
      #expect(try QPDF.fault(in: FileMerge.merge([FileMerge.Part(file)])) == nil)
    } catch let error as PDFError {
      #expect(error.code == .limit)
    }
  }

  @Test func damagedFilesAreErrors() throws {
    let bytes = try Self.file().contents
    for seed in 0..<300 {
      var random = SplitMix(seed: UInt64(seed))
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[damaged.indices.randomElement(using: &random) ?? 0] = UInt8.random(in: 0...255, using: &random)
      }
      guard let file = try? PDFFile(bytes: damaged) else { continue }
      _ = try? FileMerge.merge([FileMerge.Part(file), FileMerge.Part(try Self.file())])
    }
  }
}
