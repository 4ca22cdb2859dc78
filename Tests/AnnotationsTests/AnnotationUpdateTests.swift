import Archives
import PDF
import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct AnnotationUpdateTests {
  static let note = "<text page='0' rect='10,10,30,30' name='new' color='#FF0000'><contents>Grüße</contents></text>"

  @Test func annotationIsAppendedToList() throws {
    let file = try Fixture.file("<annots>\(Self.note)</annots>")
    let annotations = try Fixture.annotations(of: file)
    #expect(annotations.count == 5)
    let note = annotations[4]
    #expect(note["Subtype"].name == "Text")
    #expect(note["Rect"] == .array([10, 10, 30, 30].map { .integer($0) }))
    #expect(TextString.decode(try #require(note["Contents"].string)) == "Grüße")
    #expect(note["C"] == .array([1, 0, 0].map { .integer($0) }))
    #expect(note["P"].reference?.number == 3)
  }

  @Test func updateOnlyAnnotates() throws {
    let base = Fixture.pdf()
    let file = try PDFFile(bytes: base)
    let source = Fixture.xfdf("<annots>\(Self.note)</annots><delete><id>answer</id></delete>")
    let segment = try AnnotationImport(source, format: .xfdf, base: file).segment
    let before = try PDFFile(PDFBytes(base + segment), length: base.count)
    let checked = try before.checkSegment(upTo: base.count + segment.count)
    let changes = try before.checkAnnotationsOnly(checked, after: before.advanced(over: checked))
    #expect(changes.map(\.added.count) == [1] && changes.map(\.removed.count) == [1])
  }

  @Test func sameSourceGivesSameBytes() throws {
    let file = try PDFFile(bytes: Fixture.pdf())
    let source = Fixture.xfdf("<annots>\(Self.note)</annots>")
    let segments = try (0..<2).map { _ in try AnnotationImport(source, format: .xfdf, base: file).segment }
    #expect(segments[0] == segments[1])
  }

  @Test func modifiedAnnotationKeepsObjectNumberAndUnknownEntries() throws {
    let file = try Fixture.file(
      "<modify><text page='0' rect='1,1,9,9' name='old'><contents>after</contents></text></modify>")
    let note = try Fixture.annotation(named: "old", of: file)
    #expect(note == (try file.object(PDFReference(4, 0)!).dictionary))
    #expect(note["Contents"].string == Array("after".utf8))
    #expect(note["OwnKey"].integer == 42)
    #expect(note["Popup"].reference?.number == 5)
    #expect(try Fixture.annotations(of: file).count == 4)
  }

  @Test func sameNameReplaces() throws {
    let file = try Fixture.file("<annots><text page='0' rect='1,1,9,9' name='old'/></annots>")
    #expect(try Fixture.annotations(of: file).count == 4)
    #expect(try Fixture.annotation(named: "old", of: file)["Contents"].isNull)
  }

  @Test func popupIsModifiedWithAnnotation() throws {
    let file = try Fixture.file(
      "<modify><text page='0' rect='1,1,9,9' name='old'><popup rect='5,5,6,6' open='yes'/></text></modify>")
    let popup = try #require(try file.object(PDFReference(5, 0)!).dictionary)
    #expect(popup["Open"].boolean == true && popup["Rect"] == .array([5, 5, 6, 6].map { .integer($0) }))
  }

  @Test func popupFollowsAnnotation() throws {
    let file = try Fixture.file(
      "<annots><text page='0' rect='1,1,9,9' name='n'><popup rect='5,5,6,6'/></text></annots>")
    let annotations = try Fixture.annotations(of: file)
    #expect(annotations.suffix(2).compactMap { $0["Subtype"].name } == ["Text", "Popup"])
    #expect(try file.resolve(annotations[5]["Parent"]).dictionary == annotations[4])
    #expect(try file.resolve(annotations[4]["Popup"]).dictionary == annotations[5])
  }

  @Test func deletionIncludesPopupAndReplies() throws {
    let file = try Fixture.file("<delete><id page='0'>old</id></delete>")
    #expect(try Fixture.annotations(of: file).map { $0["NM"].string } == [Array("field".utf8)])
  }

  @Test func deletingReplyKeepsOthers() throws {
    let file = try Fixture.file("<delete><id>answer</id></delete>")
    #expect(try Fixture.annotations(of: file).count == 3)
  }

  @Test func replyRefersToParent() throws {
    let file = try Fixture.file(
      """
      <annots><text page='0' rect='1,1,9,9' name='first' inreplyto='later'/>
      <text page='0' rect='1,1,9,9' name='later' inreplyto='old' replyType='group'/></annots>
      """)
    let first = try Fixture.annotation(named: "first", of: file)
    let later = try Fixture.annotation(named: "later", of: file)
    #expect(try file.resolve(first["IRT"]).dictionary == later)
    #expect(later["IRT"].reference?.number == 4 && later["RT"].name == "Group")
  }

  @Test(arguments: [
    ("<add><text page='0' rect='1,1,9,9' name='old'/></add>", AnnotationError.Code.conflict),
    ("<modify><text page='0' rect='1,1,9,9' name='none'/></modify>", .notFound),
    ("<modify><square page='0' rect='1,1,9,9' name='old'/></modify>", .conflict),
    ("<delete><id>none</id></delete>", .notFound), ("<delete><id>field</id></delete>", .forbidden),
    ("<annots><text page='1' rect='1,1,9,9'/></annots>", .notFound),
    ("<annots><text page='0' rect='1,1,9,9' inreplyto='none'/></annots>", .notFound),
    ("<annots><text page='0' rect='1,1,9,9' name='a' inreplyto='a'/></annots>", .conflict),
    ("<annots><text page='0' rect='1,1,9,9' name='a'/><text page='0' rect='1,1,9,9' name='a'/></annots>", .conflict),
    ("<annots><square page='0' rect='1,1,1,9'/></annots>", .invalidValue),
  ])
  func impossibleEditsAreRefused(source: String, code: AnnotationError.Code) {
    let error = failure { _ = try Fixture.file(source) }
    #expect(error?.code == code)
    #expect(error?.place.hasPrefix("line") == true)
  }

  @Test func directAnnotationBecomesIndirectObject() throws {
    var objects = Fixture.objects
    objects[2] = "<</Type/Page/Parent 2 0 R/Annots[<</Subtype/Text/Rect[0 0 9 9]/NM(x)>>]>>"
    let file = try Fixture.file("<modify><text page='0' rect='1,1,9,9' name='x'/></modify>", base: Fixture.pdf(objects))
    let page = try #require(try file.page(0))
    let list = try AppendWriter(base: file).annotations(of: page)
    #expect(list.count == 1 && list[0].reference != nil)
  }

  @Test func unchangedSourceGivesNoSegment() throws {
    let empty = try AnnotationImport(Fixture.xfdf("<annots/>"), format: .xfdf, base: PDFFile(bytes: Fixture.pdf()))
    #expect(empty.segment.isEmpty)
  }

  @Test func addedAndDeletedAnnotationLeavesNothing() throws {
    let base = Fixture.pdf()
    let file = try PDFFile(bytes: base)
    let other = "<square page='0' rect='1,1,9,9' name='other'/>"
    let source = Fixture.xfdf("<annots>\(Self.note)\(other)</annots><delete><id>new</id></delete>")
    let segment = try AnnotationImport(source, format: .xfdf, base: file).segment
    let before = try PDFFile(PDFBytes(base + segment), length: base.count)
    let checked = try before.checkSegment(upTo: base.count + segment.count)
    let changes = try before.checkAnnotationsOnly(checked, after: before.advanced(over: checked))
    #expect(changes.map(\.added.count) == [1])
  }

  @Test func deletionTimeIsProportionalToFile() throws {
    // Names are indexed over all pages; a linear search for each would take minutes.
    let notes = (0..<4_000).map { "<square page='0' rect='1,1,9,9' name='s\($0)'/>" }.joined()
    let full = try Fixture.file("<annots>\(notes)</annots>")
    let ids = (0..<4_000).map { "<id>s\($0)</id>" }.joined()
    let made = try AnnotationImport(Fixture.xfdf("<delete>\(ids)</delete>"), format: .xfdf, base: full)
    #expect(made.segment.count < 2_000)
  }

  @Test func unchangedStampKeepsAppearance() throws {
    var objects = Fixture.objects
    objects[3] = "<</Type/Annot/Subtype/Stamp/Rect[0 0 9 9]/NM(old)/Name/Seal/AP<</N 8 0 R>>>>"
    objects.append("<</Type/XObject/Subtype/Form/BBox[0 0 9 9]/Length 0>>stream\n\nendstream")
    func look(_ icon: String) throws -> Int? {
      let stamp = "<stamp page='0' rect='0,0,19,19' name='old' icon='\(icon)'><contents>now</contents></stamp>"
      let file = try Fixture.file("<modify>\(stamp)</modify>", base: Fixture.pdf(objects))
      let annotation = try Fixture.annotation(named: "old", of: file)
      #expect(annotation["Contents"].string == Array("now".utf8))
      return annotation["AP"].dictionary?["N"].reference?.number
    }
    #expect(try look("Seal") == 8)
    #expect(try look("Approved") != 8)
  }

  @Test func appearanceSizeIsLimited() throws {
    var limits = AnnotationLimits()
    limits.appearances = 10_000
    let gesture = (0..<5_000).map { "\($0 % 90),\($0 % 70)" }.joined(separator: ";")
    let source = Fixture.xfdf("<annots><ink page='0'><inklist><gesture>\(gesture)</gesture></inklist></ink></annots>")
    let base = try PDFFile(bytes: Fixture.pdf())
    #expect(failure { _ = try AnnotationImport(source, format: .xfdf, base: base, limits: limits) }?.code == .limit)
  }

  /// Regression: what annotations without text are was said in English in every document.
  @Test(arguments: [
    ("(de-CH)", "Rechteck", "Stempel: Draft"), ("(EN)", "Rectangle", "Stamp: Draft"),
    ("(zh-CN)", "矩形", "图章：Draft"), ("(zh-TW)", "Rectangle", "Stamp: Draft"),
    ("(sv)", "Rectangle", "Stamp: Draft"), ("42", "Rectangle", "Stamp: Draft"),
  ])
  func annotationsWithoutTextSayWhatTheyAreInTheLanguageOfTheBase(
    _ language: String, _ square: String, _ stamp: String
  ) throws {
    let base = Fixture.pdf([
      "<</Type/Catalog/Pages 2 0 R/Lang \(language)/MarkInfo<</Marked true>>/StructTreeRoot 4 0 R>>",
      "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 200 100]>>", "<</Type/Page/Parent 2 0 R/StructParents 0>>",
      "<</Type/StructTreeRoot/K[5 0 R]/ParentTree<</Nums[0[5 0 R]]>>/ParentTreeNextKey 1>>",
      "<</Type/StructElem/S/P/P 4 0 R/Pg 3 0 R/K[0]>>",
    ])
    let file = try Fixture.file(
      """
      <annots><square page="0" rect="1,1,9,9" name="a"/><stamp page="0" rect="1,1,50,30" name="b" icon="Draft"/></annots>
      """, base: base)
    for (name, text) in [("a", square), ("b", stamp)] {
      let annotation = try Fixture.annotation(named: name, of: file)
      #expect(TextString.decode(try #require(annotation["Contents"].string)) == text)
    }
  }
}
