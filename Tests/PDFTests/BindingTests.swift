import ArchiveTesting
import Fuzzing
import OperatingSystem
import TestTraits
import Testing

@testable import PDF

/// Features of a merge for binders: parts that can be restored, resources that are written once, titles, order, and
/// stamps.
@Suite(.hangLimit) struct BindingTests {
  /// A file of pages with a font that all files have, and a content of its own. The objects are not compressed.
  static func file(_ name: String, pages: Int = 1, rotation: Int = 0, font: String = "shared") throws -> PDFFile {
    let data = "font program \(font) " + String(repeating: "x", count: 500)
    let kids = (0..<pages).map { "\(6 + 2 * $0) 0 R" }.joined(separator: " ")
    let content = (0..<pages).flatMap { page -> [String] in
      let text = "BT /F 12 Tf (\(name) \(page + 1)) Tj ET"
      return [
        "<</Type/Page/Parent 2 0 R/Contents \(7 + 2 * page) 0 R/Annots[<</Subtype/Link/Rect[10 20 30 40]/Dest[6 0 R/XYZ 0 200 0]>>]>>",
        "<</Length \(text.utf8.count)>>\nstream\n\(text)\nendstream",
      ]
    }
    return try PDFFile(
      bytes: Fixture.table(
        [
          "<</Type/Catalog/Pages 2 0 R/Names<</Dests<</Names[(top)[6 0 R/Fit](other)[6 0 R/Fit]]>>>>>>",
          "<</Type/Pages/Kids[\(kids)]/Count \(pages)/MediaBox[0 0 100 200]/Rotate \(rotation)/Resources<</Font<</F 3 0 R>>>>>>",
          "<</Type/Font/Subtype/TrueType/BaseFont/\(font)/FontDescriptor 4 0 R>>",
          "<</Type/FontDescriptor/FontName/\(font)/FontFile2 5 0 R>>",
          "<</Length \(data.utf8.count)>>\nstream\n\(data)\nendstream",
        ] + content))
  }

  /// The dictionary of a page.
  static func entries(_ page: Int, _ file: PDFFile) throws -> PDFDictionary {
    let reference = try #require(try file.pages()[page].reference)
    return try #require(try file.object(reference).dictionary)
  }

  private func finish(_ merge: inout FileMerge, order: [Int]? = nil) throws -> PDFFile {
    let bytes = try merge.finish(
      information: [:], order: order, numbering: [.init(page: 0), .init(page: 1, prefix: "A-")],
      recorded: "D:20261120091400Z")
    #expect(try QPDF.fault(in: bytes) == nil)
    return try PDFFile(bytes: bytes)
  }

  private func restorable(_ file: PDFFile, _ title: String) -> FileMerge.Part {
    var part = FileMerge.Part(file)
    part.title = title
    part.isRestorable = true
    return part
  }

  @Test func eachPartIsRestoredByteForByte() throws {
    let files = try [Self.file("A", pages: 3), Self.file("B", font: "own"), Self.file("C", pages: 2)]
    var merge = FileMerge()
    for (index, file) in files.enumerated() { try merge.add(restorable(file, "Part \(index + 1)")) }
    let binder = try finish(&merge)
    let parts = try binder.originals()
    #expect(parts.map(\.title) == ["Part 1", "Part 2", "Part 3"])
    #expect(parts.map(\.firstPage) == [0, 3, 4] && parts.map(\.pages) == [3, 1, 2])
    for (part, file) in zip(parts, files) {
      #expect(try binder.restore(part) == file.contents)
      #expect(part.sha256 == SHA256.hash(data: file.contents).hex)
    }
  }

  @Test func resourcesThatFilesShareAreWrittenOnce() throws {
    func size(_ fonts: [String]) throws -> (bytes: Int, fonts: Int) {
      var merge = FileMerge()
      for font in fonts { try merge.add(FileMerge.Part(Self.file("A", font: font))) }
      let file = try finish(&merge)
      var found: Set<PDFReference?> = []
      for page in try file.pages() {
        let resources = try file.resolve(Self.entries(page.index, file)["Resources"])
        found.insert(resources.dictionary?["Font"].dictionary?["F"].reference)
      }
      return (file.length, found.count)
    }
    let (equal, different) = (try size(["a", "a", "a"]), try size(["a", "b", "c"]))
    #expect(equal.fonts == 1 && different.fonts == 3)
    #expect(different.bytes - equal.bytes > 1000)
  }

  @Test func aResourceThatContainsItselfEndsTheSearch() throws {
    let file = try PDFFile(
      bytes: Fixture.table([
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 9 9]>>",
        "<</Type/Page/Parent 2 0 R/Resources 4 0 R>>", "<</XObject<</A 5 0 R>>/Self 4 0 R>>",
        "<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources 4 0 R/Length 0>>\nstream\n\nendstream",
      ]))
    var merge = FileMerge()
    try merge.add(FileMerge.Part(file))
    try merge.add(FileMerge.Part(file))
    #expect(try finish(&merge).pages().count == 2)
  }

  @Test func partsHaveTitlesAndPagesAnOrder() throws {
    var merge = FileMerge()
    try merge.add(FileMerge.Part(try Self.file("Front", pages: 2)))
    try merge.add(restorable(try Self.file("One"), "One"))
    merge.redirect("top", to: 2)
    let binder = try finish(&merge, order: [0, 2, 1])
    let pages = try binder.pages().map(\.reference)
    let catalog = try binder.catalog()
    let outline = try binder.resolve(catalog["Outlines"]).dictionary
    let first = try binder.resolve(outline?["First"] ?? .null).dictionary
    #expect(first?["Title"].string == Array("One".utf8) && first?["Dest"].array?.first?.reference == pages[1])
    let names = try PDFTree.names(try binder.resolve(catalog["Names"]).dictionary?["Dests"] ?? .null, binder)
    let top = names.first { $0.name == Array("top".utf8) }
    #expect(top?.value.array?.first?.reference == pages[1])
    #expect(try binder.originals()[0].firstPage == 1)
    let labels = try PDFTree.numbers(catalog["PageLabels"], binder)
    #expect(labels.map(\.number) == [0, 1] && labels[1].value.dictionary?["P"].string == Array("A-".utf8))
  }

  @Test(arguments: [0, 90, 180, 270])
  func stampsAreDrawnUprightBelowAndAboveThePage(rotation: Int) throws {
    var merge = FileMerge()
    let stamps = try merge.addStamps(Self.file("Stamp"))
    var part = restorable(try Self.file("Page", pages: 2, rotation: rotation), "Page")
    var both = FileMerge.PageStamps()
    both.below = stamps
    both.above = stamps
    part.stamps = [both]
    try merge.add(part)
    let file = try finish(&merge)
    let page = try Self.entries(0, file)
    #expect(page["Rotate"].integer ?? 0 == rotation)
    let stream = try #require(try file.resolve(page["Contents"]).stream)
    let content = try file.decode(stream)
    let lines = String(decoding: content, as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 3 && lines[1] == "/P1 Do")
    #expect(lines[0].hasPrefix("/Artifact BMC") && lines[2].hasSuffix("EMC"))
    // The stamp is 100 by 200; its top left corner is that of the page as displayed.
    let matrix = ["0": "", "90": "0 1 -1 0 200 0", "180": "-1 0 0 -1 100 200", "270": "0 -1 1 0 -100 200"]
    let expected = try #require(matrix["\(rotation)"])
    #expect(expected.isEmpty ? !lines[0].contains("cm") : lines[0].contains("q \(expected) cm"), "\(lines[0])")
    // The page without stamps is as it was.
    let plain = try Self.entries(1, file)
    #expect(try file.resolve(plain["Contents"]).stream?.encoded == Array("BT /F 12 Tf (Page 2) Tj ET".utf8))
    #expect(try file.restore(file.originals()[0]) == Self.file("Page", pages: 2, rotation: rotation).contents)
  }

  @Test func changedStreamsAreRefusedNotRestoredWrong() throws {
    var merge = FileMerge()
    try merge.add(restorable(try Self.file("A"), "A"))
    var bytes = try merge.finish(information: [:])
    let word = Array("(A 1) Tj".utf8)
    let place = try #require((0..<bytes.count - word.count).first { Array(bytes[$0..<$0 + word.count]) == word })
    bytes[place + 1] = UInt8(ascii: "B")
    let binder = try PDFFile(bytes: bytes)
    let part = try #require(try binder.originals().first)
    let error = #expect(throws: PDFError.self) { try binder.restore(part) }
    #expect(error?.code == .segment)
  }

  /// qpdf compresses streams that are not encoded, such as the appearances of annotations: none of their parts could be
  /// restored.
  @Test func partsAreRestoredAfterTheirPlainStreamsWereCompressed() throws {
    var merge = FileMerge()
    let original = try Self.file("A", pages: 2)
    try merge.add(restorable(original, "A"))
    let binder = try PDFFile(bytes: try QPDF.rewritten(try merge.finish(information: [:]), []))
    let content = try binder.resolve(Self.entries(0, binder)["Contents"]).stream
    #expect(content?.dictionary["Filter"].name == "FlateDecode")
    #expect(try binder.restore(try #require(try binder.originals().first)) == original.contents)
  }

  /// Regression: the streams of an unchanged file were decoded if the filter could not be seen by a search.
  @Test(arguments: ["/Filter/ASCIIHexDecode/Note(an object)", "/F#69lter/ASCIIHexDecode"])
  func encodedStreamsOfUnchangedPartsAreKept(entries: String) throws {
    let original = try PDFFile(
      bytes: Fixture.table([
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 100 200]>>",
        "<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", "<</Length 5\(entries)>>\nstream\n710A>\nendstream",
      ]))
    var merge = FileMerge()
    try merge.add(restorable(original, "A"))
    let binder = try PDFFile(bytes: try merge.finish(information: [:]))
    #expect(try binder.restore(try #require(try binder.originals().first)) == original.contents)
  }

  @Test func theMessageNamesThePartThatCannotBeRestored() throws {
    var merge = FileMerge()
    try merge.add(restorable(try Self.file("A"), "Invoice 7"))
    let compressed = try QPDF.rewritten(try merge.finish(information: [:]), [])
    var again = FileMerge()
    try again.add(restorable(try PDFFile(bytes: compressed), "Invoice 7"))
    let changed = try QPDF.rewritten(
      try again.finish(information: [:]), ["--recompress-flate", "--compression-level=1", "--decode-level=generalized"])
    let binder = try PDFFile(bytes: changed)
    let part = try #require(try binder.originals().first)
    let error = #expect(throws: PDFError.self) { try binder.restore(part) }
    #expect(error?.message.contains("The part \"Invoice 7\" from page 1") == true)
  }

  @Test func damagedRecordsAreErrors() throws {
    var merge = FileMerge()
    try merge.add(restorable(try Self.file("A", pages: 2), "A"))
    try merge.add(restorable(try Self.file("B"), "B"))
    let bytes = try merge.finish(information: [:])
    for seed in 0..<400 {
      var random = SplitMix(seed: UInt64(seed))
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        damaged[damaged.indices.randomElement(using: &random) ?? 0] = UInt8.random(in: 0...255, using: &random)
      }
      guard let file = try? PDFFile(bytes: damaged), let parts = try? file.originals() else { continue }
      for part in parts {
        guard let restored = try? file.restore(part) else { continue }
        #expect(SHA256.hash(data: restored).hex == part.sha256)
      }
    }
  }

  /// The root of the page tree, with all pages as kids, was parsed for each attribute of each page.
  @Test func pagesThatInheritFromALargeNodeAreMergedOnce() throws {
    let count = 2000
    let kids = (0..<count).map { "\(3 + $0) 0 R" }.joined(separator: " ")
    let bytes = Fixture.table(
      ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[\(kids)]/Count \(count)/MediaBox[0 0 9 9]>>"]
        + (0..<count).map { _ in "<</Type/Page/Parent 2 0 R>>" })
    var limits = PDFLimits()
    limits.parsedBytes = 1 << 20
    var merge = FileMerge()
    try merge.add(FileMerge.Part(PDFFile(bytes: bytes, limits: limits)))
    #expect(merge.pageCount == count)
  }

  @Test func theSamePartsGiveTheSameBytes() throws {
    func bytes() throws -> [UInt8] {
      var merge = FileMerge()
      for name in ["A", "B"] { try merge.add(restorable(try Self.file(name), name)) }
      return try merge.finish(information: [:], recorded: "D:20261120091400Z")
    }
    #expect(try bytes() == bytes())
  }
}
