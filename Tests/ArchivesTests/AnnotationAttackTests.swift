import ArchiveTesting
import TestTraits
import Testing

@testable import Archives
@testable import PDF

/// Attacks by a segment on a base that was prepared for them. In each base objects 1 to 4 are the catalog, the page
/// tree, a page and its contents; 5 is a note and 6 a form field.
@Suite(.hangLimit) struct AnnotationAttackTests {
  static let page = "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Contents 4 0 R"

  static func base(
    _ rest: [String] = [], catalog: String = "", tree: String = "/Kids[3 0 R]/Count 1", page: String = "",
    annotations: String = "[5 0 R 6 0 R]", note: String = "", trailer: String = ""
  ) -> [UInt8] {
    Fixture.table(
      [
        "<</Type/Catalog/Pages 2 0 R\(catalog)>>", "<</Type/Pages\(tree)>>",
        "\(Self.page)\(page)/Annots\(annotations)>>", "<</Length 1>>\nstream\nq\nendstream",
        "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]\(note)>>", "<</Type/Annot/Subtype/Widget/Rect[0 0 1 1]/FT/Tx>>",
      ] + rest, trailer: trailer + Fixture.identifier)
  }

  static func check(_ update: RawUpdate, on base: [UInt8]) throws -> [AnnotationChange] {
    let bytes = try PDFBytes(parts: [base, update.bytes(on: base)])
    let before = try PDFFile(bytes, length: base.count)
    let segment = try before.checkSegment(upTo: bytes.count)
    return try before.checkAnnotationsOnly(segment, after: before.advanced(over: segment))
  }

  static func list(_ list: String) -> String { "\(page)/Annots\(list)>>" }

  static let plain = base()

  // MARK: Types behind references

  static let hidden = [
    "<</Subtype/Widget/Rect[0 0 1 1]/FT/Tx>>", "<</Subtype/Link/Rect[0 0 1 1]/A<</S/Launch/F(x)>>>>",
    "<</Subtype/Link/Rect[0 0 1 1]/A<</S/SubmitForm/F(x)>>>>", "<</Subtype/FileAttachment/Rect[0 0 1 1]>>",
    "<</Subtype/Redact/Rect[0 0 1 1]>>", "<</Subtype/Screen/Rect[0 0 1 1]>>", "<</Subtype/RichMedia/Rect[0 0 1 1]>>",
    "<</Subtype/3D/Rect[0 0 1 1]>>", "<</Subtype/Watermark/Rect[0 0 1 1]>>", "<</Subtype/Sound/Rect[0 0 1 1]>>",
    "<</Subtype/Text/Rect[0 0 1 1]/AA<</E<</S/JavaScript/JS(x)>>>>>>", "<</Rect[0 0 1 1]>>",
  ]

  /// Regression: an object without `/Type` that another annotation refers to was not checked as an annotation.
  @Test(arguments: hidden, ["/Extra 8 0 R", "/AP<</N 8 0 R>>", "/IRT 8 0 R", "/Extra[[8 0 R]]", "/Popup 8 0 R"])
  func annotationIsCheckedHoweverItIsReached(annotation: String, path: String) {
    for list in ["[5 0 R 6 0 R 7 0 R 8 0 R]", "[5 0 R 6 0 R 8 0 R 7 0 R]"] {
      expect(.segment) {
        _ = try Self.check(
          RawUpdate([
            3: Self.list(list), 7: "<</Type/Annot/Subtype/Text/Rect[0 0 1 1]\(path)>>", 8: annotation,
          ]), on: Self.plain)
      }
    }
  }

  /// Regression: values behind references were not compared.
  @Test(arguments: [
    ("/Subtype 8 0 R", "/Widget"), ("/Subtype/Link/A<</S 8 0 R/F(x)>>", "/Launch"),
    ("/Subtype/Link/A 8 0 R", "<</S/Launch/F(x)>>"), ("/Subtype/Text/Type 8 0 R", "/Annot"),
    ("/Subtype/Text/AP<</N<</S 8 0 R>>>>/X<</S 8 0 R/JSX(x)>>", "/JavaScript"),
    ("/Subtype/Text/X<</Type 8 0 R>>", "/Filespec"),
    ("/Subtype/Link/A<</S/URI/URI 8 0 R>>", "(https://example.org)"),
  ])
  func decidingValuesAreDirect(entries: String, value: String) {
    expect(.segment) {
      _ = try Self.check(
        RawUpdate([3: Self.list("[5 0 R 6 0 R 7 0 R]"), 7: "<</Rect[0 0 1 1]\(entries)>>", 8: value]), on: Self.plain)
    }
  }

  private static func refusal(ofNote entries: String) -> String {
    do {
      let note = "<</Subtype/Text/Rect[0 0 1 1]\(entries)>>"
      _ = try check(RawUpdate([3: list("[5 0 R 6 0 R 7 0 R]"), 7: note]), on: plain)
      return "accepted"
    } catch {
      return "\(error)"
    }
  }

  @Test func annotationStatesNoOtherType() {
    #expect(Self.refusal(ofNote: "/Type/Annot") == "accepted")
    #expect(Self.refusal(ofNote: "/Type/Other").contains("has another /Type"))
  }

  /// Entries that readers act on are refused wherever they are, whatever their value is.
  @Test(arguments: [
    "AA", "PA", "JS", "OpenAction", "EF", "RF", "AF", "AcroForm", "Names", "OPI", "Ref", "Metadata", "OC",
    "StructParent",
    "StructParents", "Subtype2", "PS",
  ])
  func entriesThatReadersActOnAreRefused(key: String) {
    for entries in ["/\(key) 1", "/X<</\(key) 1>>", "/X[[<</\(key)<<>>>>]]"] {
      #expect(Self.refusal(ofNote: entries).contains("leads to a /\(key) entry"), "\(entries)")
    }
  }

  @Test(arguments: [
    "Action", "Filespec", "F", "EmbeddedFile", "Catalog", "Pages", "Page", "Sig", "DocTimeStamp", "ObjStm", "XRef",
    "OCG",
    "OCMD",
  ])
  func objectsOfOtherTypesAreRefused(type: String) {
    for entries in ["/X<</Type/\(type)>>", "/X[[<</Type/\(type)>>]]"] {
      #expect(Self.refusal(ofNote: entries).contains("leads to an object of type /\(type)"), "\(entries)")
    }
  }

  @Test(arguments: [
    "GoTo", "GoToR", "GoToE", "GoToDp", "Launch", "Thread", "URI", "Sound", "Movie", "Hide", "Named", "SubmitForm",
    "ResetForm",
    "ImportData", "SetOCGState", "Rendition", "Trans", "GoTo3DView", "JavaScript", "RichMediaExecute",
  ])
  func actionsBelowAnnotationsAreRefused(action: String) {
    for entries in ["/X<</S/\(action)>>", "/X[[<</S/\(action)>>]]"] {
      #expect(Self.refusal(ofNote: entries) != "accepted", "\(entries)")
    }
  }

  // MARK: Two roles

  static let change = "<</Type/Annot/Subtype/Text/Rect[0 0 2 2]>>"

  /// Regression: an annotation that was also another part of the document could be changed.
  @Test(arguments: [
    ("/Resources 5 0 R", "", ""), ("/Resources<</ExtGState 5 0 R>>", "", ""),
    ("/Resources<</ExtGState<</Popup 5 0 R>>>>", "", ""), ("/Resources<</ExtGState<</Annots 5 0 R>>>>", "", ""),
    ("/Resources<</Font<</IRT 5 0 R>>>>", "", ""), ("/Group 5 0 R", "", ""), ("/AA 5 0 R", "", ""),
    ("/PieceInfo<</Parent 5 0 R>>", "", ""), ("", "/AcroForm 5 0 R", ""), ("", "/OpenAction 5 0 R", ""),
    ("", "/Outlines 5 0 R", ""), ("", "/Names<</Dests 5 0 R>>", ""), ("", "/OCProperties<</D 5 0 R>>", ""),
    ("", "/AcroForm<</Fields[5 0 R]>>", ""), ("", "/ViewerPreferences 5 0 R", ""), ("", "/Extra[[<</K 5 0 R>>]]", ""),
    ("", "", "/Extra 5 0 R"), ("/Annots[5 0 R]/Resources 5 0 R/Resources<<>>", "", ""),
  ])
  func annotationWithSecondRoleIsNotChanged(page: String, catalog: String, trailer: String) throws {
    let base = Self.base(catalog: catalog, page: page, trailer: trailer)
    expect(.segment) { _ = try Self.check(RawUpdate([5: Self.change]), on: base) }
    expect(.segment) { _ = try Self.check(RawUpdate([3: Self.list("[6 0 R]")], freed: [5]), on: base) }
  }

  /// The annotation's second role is given by an object that is itself an annotation with a second role.
  @Test func secondRoleIsFoundThroughOtherAnnotations() {
    let base = Self.base(
      ["<</Type/Annot/Subtype/Text/Rect[0 0 1 1]/Popup 8 0 R>>", "<</Type/Annot/Subtype/Popup/Rect[0 0 1 1]>>"],
      page: "/Resources<</ExtGState 7 0 R>>", annotations: "[5 0 R 6 0 R 7 0 R]")
    expect(.segment) {
      _ = try Self.check(RawUpdate([8: "<</Type/Annot/Subtype/Popup/Rect[0 0 9 9]/ca 0>>"]), on: base)
    }
  }

  @Test func unlistedPopupWithSecondRoleIsNotChanged() {
    let base = Self.base(
      ["<</Type/Annot/Subtype/Popup/Rect[0 0 1 1]/Parent 5 0 R>>"], page: "/Resources 7 0 R", note: "/Popup 7 0 R")
    expect(.segment) {
      _ = try Self.check(
        RawUpdate([
          5: "<</Type/Annot/Subtype/Text/Rect[0 0 2 2]/Popup 7 0 R>>",
          7: "<</Type/Annot/Subtype/Popup/Rect[0 0 1 1]/Font<<>>>>",
        ]), on: base)
    }
  }

  /// An array in `/Annots` that is also the page tree's `/Kids`, the page's contents, or the form's fields.
  @Test(arguments: [
    ("/Contents 7 0 R", "/Kids[3 0 R]/Count 1", ""), ("", "/Kids 7 0 R/Count 1", ""),
    ("", "/Kids[3 0 R]/Count 1", "/AcroForm<</Fields 7 0 R>>"),
  ])
  func listWithSecondRoleIsNotChanged(page: String, tree: String, catalog: String) {
    let list = tree.contains("7 0 R") ? "[3 0 R]" : "[5 0 R 6 0 R]"
    let base = Self.base([list], catalog: catalog, tree: tree, page: page, annotations: " 7 0 R")
    expect(.segment) { _ = try Self.check(RawUpdate([7: "[6 0 R]"]), on: base) }
    expect(.segment) { _ = try Self.check(RawUpdate([7: "[]"]), on: base) }
  }

  @Test func informationWithSecondRoleIsNotChanged() throws {
    let information = "<</Producer(a)>>"
    let update = RawUpdate([7: "<</Producer(b)>>"])
    #expect(try Self.check(update, on: Self.base([information], trailer: "/Info 7 0 R")).isEmpty)
    expect(.segment) {
      _ = try Self.check(update, on: Self.base([information], catalog: "/Extra 7 0 R", trailer: "/Info 7 0 R"))
    }
  }

  /// A base refers to an object that it does not have. The segment adds it, as an annotation or as what holds one.
  @Test(arguments: ["/Resources<</ExtGState<</G 7 0 R>>>>", "/Contents[4 0 R 7 0 R]", "/Group 7 0 R", "/Extra 7 0 R"])
  func missingObjectOfDocumentIsNotAdded(page: String) throws {
    let base = Self.base(page: page)
    expect(.segment) {
      _ = try Self.check(
        RawUpdate([3: "\(Self.page)\(page)/Annots[5 0 R 6 0 R 7 0 R]>>", 7: Self.change]), on: base)
    }
    // The cross-reference stream has number 7.
    var update = RawUpdate([5: Self.change])
    update.section = .stream
    expect(.segment) { _ = try Self.check(update, on: base) }
    // The writer uses other numbers.
    var writer = try AppendWriter(base: PDFFile(bytes: base))
    #expect(try writer.add(.null).number == 8)
  }

  /// Objects in object streams are found as well.
  @Test func secondRoleIsFoundInObjectStreams() throws {
    let base = Fixture.stream([
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R 5 0 R]/Resources<</ExtGState<</G 4 0 R>>>>>>",
      Self.change, Self.change,
    ])
    var update = RawUpdate([5: "<</Type/Annot/Subtype/Text/Rect[0 0 3 3]>>"])
    update.section = .stream
    #expect(try Self.check(update, on: base).count == 1)
    update.objects = [4: "<</Type/Annot/Subtype/Text/Rect[0 0 3 3]>>"]
    expect(.segment) { _ = try Self.check(update, on: base) }
  }

  /// An update that this program makes from XFDF or the like does not change such an object either.
  @Test func ownUpdateChangesNoSecondRole() throws {
    let base = try PDFFile(bytes: Self.base(page: "/Group 5 0 R"))
    var writer = try AppendWriter(base: base)
    try writer.replace(PDFReference(5, 0)!, with: Fixture.parse(Self.change))
    var merge = PDFMerge(base: base)
    let update = try writer.segment()
    expect(.segment) { try merge.append(own: update) }
  }

  @Test func trailerWithRepeatedKeyIsRefused() {
    for base in [Self.base(trailer: "/ID 5 0 R"), Fixture.stream(trailer: Fixture.identifier + "/ID 3 0 R")] {
      expect(.crossReference) { _ = try AppendWriter(base: PDFFile(bytes: base)) }
    }
  }

  @Test func documentThatCannotBeReadIsRefused() {
    let base = Self.base(["<</A/B/C>>"], catalog: "/Extra 7 0 R")
    expect(.crossReference) { _ = try AppendWriter(base: PDFFile(bytes: base)) }
  }

  // MARK: Addresses

  @Test(arguments: [
    "javascript:alert(1)", "JavaScript:x", "file:///etc/passwd", "FILE:x", "\\\\\\\\server\\\\share", "//server/share",
    "ms-word:ofe|u|x", "vbscript:x", "data:text/html,x", "search-ms:x", "relative.html", " https://a", "https ://a",
    "", "\\376\\377\\000h", "ht\\ttps:x", "smb://x", "https:\\\\\\\\server",
  ])
  func addressesOfOtherSchemesAreRefused(address: String) {
    expect(.segment) {
      _ = try Self.check(
        RawUpdate([
          3: Self.list("[5 0 R 6 0 R 7 0 R]"), 7: "<</Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(\(address))>>>>",
        ]), on: Self.plain)
    }
  }

  @Test(arguments: ["https://example.org/a?b#c", "http://a", "mailto:a@b", "tel:+1", "HTTPS://A", "ftp://a"])
  func webAddressesAreAccepted(address: String) throws {
    let changes = try Self.check(
      RawUpdate([
        3: Self.list("[5 0 R 6 0 R 7 0 R]"), 7: "<</Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(\(address))>>>>",
      ]), on: Self.plain)
    #expect(changes.count == 1)
  }

  // MARK: Lists

  static let protected = ["Widget", "Watermark", "PrinterMark", "TrapNet", "FileAttachment", "Redact", "Screen"]

  @Test(arguments: protected)
  func protectedAnnotationsAreNotRemoved(kind: String) {
    let annotation = "<</Subtype/\(kind)/Rect[0 0 1 1]>>"
    let base = Self.base([annotation], annotations: "[5 0 R 6 0 R 7 0 R]")
    expect(.segment) { _ = try Self.check(RawUpdate([3: Self.list("[5 0 R 6 0 R]")]), on: base) }
    expect(.segment) { _ = try Self.check(RawUpdate([3: Self.list("[5 0 R 6 0 R]")], freed: [7]), on: base) }
    expect(.segment) { _ = try Self.check(RawUpdate([:], freed: [7]), on: base) }
    // Direct objects of the list, and kinds behind references.
    let direct = Self.base(annotations: "[5 0 R 6 0 R \(annotation)]")
    expect(.segment) { _ = try Self.check(RawUpdate([3: Self.list("[5 0 R 6 0 R]")]), on: direct) }
    let indirect = Self.base(
      ["<</Subtype 8 0 R/Rect[0 0 1 1]>>", "/\(kind)"], annotations: "[5 0 R 6 0 R 7 0 R]")
    expect(.segment) { _ = try Self.check(RawUpdate([3: Self.list("[5 0 R 6 0 R]")]), on: indirect) }
  }

  @Test func protectedAnnotationIsNotMovedToAnotherPage() {
    let base = Self.base(["\(Self.page)>>"], tree: "/Kids[3 0 R 7 0 R]/Count 2")
    expect(.segment) {
      _ = try Self.check(RawUpdate([3: Self.list("[5 0 R]"), 7: Self.list("[6 0 R]")]), on: base)
    }
    expect(.segment) { _ = try Self.check(RawUpdate([7: Self.list("[6 0 R]")]), on: base) }
  }

  @Test func annotationIsNotListedTwice() {
    expect(.segment) { _ = try Self.check(RawUpdate([3: Self.list("[5 0 R 6 0 R 6 0 R]")]), on: Self.plain) }
    expect(.segment) {
      _ = try Self.check(RawUpdate([3: Self.list("[5 0 R 6 0 R 7 0 R 7 0 R]"), 7: Self.change]), on: Self.plain)
    }
  }

  @Test func freedAnnotationIsNotListed() throws {
    expect(.segment) { _ = try Self.check(RawUpdate([:], freed: [5]), on: Self.plain) }
    #expect(try Self.check(RawUpdate([3: Self.list("[6 0 R]")], freed: [5]), on: Self.plain).count == 1)
  }

  /// The structure would refer to the object that gets the number next.
  @Test func taggedAnnotationIsNotFreed() {
    let base = Self.base(catalog: "/StructTreeRoot<</K<</Type/OBJR/Obj 5 0 R>>>>")
    expect(.segment) { _ = try Self.check(RawUpdate([3: Self.list("[6 0 R]")], freed: [5]), on: base) }
  }

  /// A later update would define the array.
  @Test func listIsNoReferenceToAMissingObject() {
    let base = Self.base(annotations: "[]")
    expect(.segment) { _ = try Self.check(RawUpdate([3: Self.list(" 99 0 R")]), on: base) }
  }

  @Test(arguments: [4, 3, 2, 1])
  func objectsOfDocumentAreNotFreed(number: Int) {
    expect(.segment) { _ = try Self.check(RawUpdate([:], freed: [number]), on: Self.plain) }
  }

  // MARK: Syntax that readers take in different ways

  @Test(arguments: [
    "<</Type/Annot/Subtype/Text/Subtype/Widget/Rect[0 0 1 1]>>", "<</Subtype/Text/Rect[0 0 1 1]/X<</A 1/A 2>>>>",
    "<</Subtype/Widget/Subtype/Text/Rect[0 0 1 1]>>", "<</Subtype/Text/Rect[0 0 1 1]/Sub#74ype/Widget>>",
  ])
  func repeatedKeysAreRefused(annotation: String) {
    expect(.segment) {
      _ = try Self.check(RawUpdate([3: Self.list("[5 0 R 6 0 R 7 0 R]"), 7: annotation]), on: Self.plain)
    }
    var packed = RawUpdate([3: Self.list("[5 0 R 6 0 R 7 0 R]")])
    packed.packed = [7: annotation]
    packed.section = .stream
    expect(.segment) { _ = try Self.check(packed, on: Self.plain) }
  }

  /// A page of the base has a key twice. An update that leaves one of them out could change what a reader shows.
  @Test func pageWithRepeatedKeyIsNotChanged() {
    let base = Self.base(page: "/Contents 4 0 R/Rotate 90/Rotate 0")
    expect(.segment) {
      _ = try Self.check(
        RawUpdate([3: "\(Self.page)/Rotate 0/Annots[5 0 R 6 0 R 7 0 R]>>", 7: Self.change]), on: base)
    }
  }

  @Test func integersOfPageStayIntegers() throws {
    let base = Self.base(page: "/Rotate 90.0")
    expect(.segment) {
      _ = try Self.check(RawUpdate([3: "\(Self.page)/Rotate 90/Annots[6 0 R]>>"]), on: base)
    }
    // This program's own updates keep them as they are.
    let file = try PDFFile(bytes: base)
    var writer = try AppendWriter(base: file)
    try writer.add(annotations: [Fixture.note], to: #require(try file.page(0)))
    var growth = PDFGrowth(base: file)
    #expect(throws: Never.self) { try growth.annotate(writer.segment()) }
  }

  @Test func hiddenObjectsInObjectStreamsAreRefused() throws {
    var update = RawUpdate([3: Self.list("[5 0 R 6 0 R 7 0 R]")])
    update.section = .stream
    update.packed = [7: Self.change]
    #expect(try Self.check(update, on: Self.plain).count == 1)
    update.hidden = [4: "<</JS(x)>>"]
    expect(.segment) { _ = try Self.check(update, on: Self.plain) }
    update.hidden = [9: "<</JS(x)>>"]
    expect(.segment) { _ = try Self.check(update, on: Self.plain) }
    update.hidden = [:]
    update.packed = [7: "\(Self.change) (more)"]
    expect(.segment) { _ = try Self.check(update, on: Self.plain) }
  }

  @Test(arguments: [3, 4, 255] as [UInt8])
  func entriesOfUnknownTypeAreRefused(type: UInt8) throws {
    var update = RawUpdate([5: Self.change])
    update.section = .stream
    #expect(try Self.check(update, on: Self.plain).count == 1)
    for number in [4, 6, 12] {
      update.extraRows = [(number, [type, 0, 0, 9, 0])]
      expect(.segment) { _ = try Self.check(update, on: Self.plain) }
    }
  }

  // MARK: Legal changes are accepted

  @Test func resourcesMayHaveAnyNames() throws {
    let form = "<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Resources<</Font<</S 9 0 R/A 9 0 R/Type 9 0 R>>>>/Length 0>>"
    let changes = try Self.check(
      RawUpdate([
        3: Self.list("[5 0 R 6 0 R 7 0 R]"), 7: "<</Subtype/Stamp/Rect[0 0 1 1]/AP<</N 8 0 R>>>>",
        8: "\(form)\nstream\n\nendstream",
        9: "<</Type/Font/Subtype/Type3/CharProcs<</S 10 0 R/JS 10 0 R>>>>", 10: "<</Length 0>>\nstream\n\nendstream",
      ]), on: Self.plain)
    #expect(changes.count == 1)
  }

  @Test(arguments: ["<</Type/OBJR/Obj 5 0 R>>", "[0<</Obj 5 0 R/Type/OBJR/Pg 3 0 R>>]"])
  func linkInStructureTreeCanBeChangedAndRemoved(kid: String) throws {
    let base = Self.base(catalog: "/StructTreeRoot<</K\(kid)>>")
    #expect(try Self.check(RawUpdate([3: Self.list("[6 0 R]")]), on: base).map(\.removed.count) == [1])
    #expect(try Self.check(RawUpdate([5: Self.change]), on: base).map(\.modified.count) == [1])
  }

  /// Dictionaries that look like a reference of the structure, and may be something else as well: resources, for example.
  @Test(arguments: [
    "/X<</Type/OBJR/Obj 5 0 R>>", "/K<</Obj 5 0 R>>", "/K<</Type/OBJR/Obj 5 0 R/ExtGState 5 0 R>>",
    "/K<</Type/OBJR/Obj<</A 5 0 R>>>>", "/K<</Type/OBJR/Obj 5 0 R/Obj 6 0 R>>", "/K[[<</Type/OBJR/Obj 5 0 R>>]]",
    "/K<</Font<</Type/OBJR/Obj 5 0 R>>>>", "/K<</Type/X/Obj 5 0 R>>", "/K<</Type/OBJR/Pg 5 0 R/Obj 6 0 R>>",
    "/K<</Type/X/Type/OBJR/Obj 5 0 R>>", "/K 7 0 R",
  ])
  func linkWithAnotherRoleBesideTheStructureIsNotChanged(entries: String) throws {
    let base = Self.base(["<</Type/OBJR/Obj 5 0 R>>"], catalog: "/StructTreeRoot<<\(entries)>>")
    expect(.segment) { _ = try Self.check(RawUpdate([5: Self.change]), on: base) }
  }
}
