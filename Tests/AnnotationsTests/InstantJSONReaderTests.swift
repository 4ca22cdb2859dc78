import ArchiveTesting
import Dates
import PDF
import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct InstantJSONReaderTests {
  /// A page of 200 by 100 with the crop box [50 10 150 90].
  static func base(rotation: Int = 0, unit: Double = 1) -> [UInt8] {
    Fixture.pdf([
      "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/CropBox[50 10 150 90]/Rotate \(rotation)/UserUnit \(unit)"
        + "/Annots[4 0 R 5 0 R]>>",
      "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]>>", "<</Type/Annot/Subtype/Text/Rect[0 0 9 9]>>",
    ])
  }

  static func source(_ members: String, base: [UInt8] = base()) throws -> AnnotationSource {
    let text = "{\"format\": \"https://pspdfkit.com/instant-json/v1\", \(members)}"
    return try InstantJSONReader.read(Array(text.utf8), base: PDFFile(bytes: base))
  }

  static func annotation(_ type: String, _ members: String, base: [UInt8] = base()) throws -> Annotation {
    let source = try source(
      "\"annotations\": [{\"v\": 1, \"type\": \"pspdfkit/\(type)\", \"pageIndex\": 0, \(members)}]", base: base)
    guard case .put(let annotation)? = source.edits.first?.edit else {
      throw AnnotationError(.malformed, "no annotation in the test")
    }
    return annotation
  }

  @Test(arguments: [
    (0, [60.0, 60, 90, 80]), (90, [60, 20, 80, 50]), (180, [110, 20, 140, 40]), (270, [120, 50, 140, 80]),
  ])
  func coordinatesAreFromTopLeftOfDisplayedPage(rotation: Int, expected: [Double]) throws {
    let rectangle = try Self.annotation(
      "shape/rectangle", "\"bbox\": [10, 10, 30, 20], \"strokeColor\": \"#000000\"", base: Self.base(rotation: rotation)
    ).rectangle
    #expect(rectangle == PDFRectangle(x0: expected[0], y0: expected[1], x1: expected[2], y1: expected[3]))
  }

  @Test func pointsAreScaledByUserUnit() throws {
    let annotation = try Self.annotation(
      "shape/rectangle", "\"bbox\": [20, 20, 60, 40], \"strokeColor\": \"#000000\", \"strokeWidth\": 4",
      base: Self.base(unit: 2))
    #expect(annotation.rectangle == PDFRectangle(x0: 60, y0: 60, x1: 90, y1: 80))
    #expect(annotation.border.width == 2)
  }

  @Test func textIsUprightAsDisplayed() throws {
    func rotation(_ page: Int, _ own: Int) throws -> Int? {
      let kind = try Self.annotation(
        "text", "\"bbox\": [10, 10, 30, 20], \"text\": \"x\", \"rotation\": \(own)", base: Self.base(rotation: page)
      ).kind
      return if case .freeText(let text) = kind { text.rotation } else { nil }
    }
    #expect(try rotation(0, 0) == 0 && rotation(90, 0) == 90 && rotation(270, 90) == 0 && rotation(0, 90) == 90)
  }

  @Test func noteCornerIsTopLeftAsDisplayed() throws {
    let note = try Self.annotation("note", "\"bbox\": [10, 10, 20, 20], \"text\": \"x\"", base: Self.base(rotation: 90))
    // Ten points right and below the corner that is the bottom left corner of the crop box in user space.
    #expect(note.rectangle == PDFRectangle(x0: 60, y0: 0, x1: 80, y1: 20))
  }

  @Test func markupQuadrilateralsFollowDisplayedPage() throws {
    let annotation = try Self.annotation(
      "markup/underline", "\"bbox\": [10, 10, 30, 20], \"rects\": [[10, 10, 30, 20]], \"color\": \"#FF0000\"",
      base: Self.base(rotation: 90))
    guard case .markup(.underline, let quadrilaterals) = annotation.kind else {
      Issue.record("no underline")
      return
    }
    // Below as displayed is to the right in user space.
    #expect(
      quadrilaterals[0].corners.bottomLeft == Point(80, 20) && quadrilaterals[0].corners.bottomRight == Point(80, 50))
  }

  @Test func inkHasLinesAndIntensities() throws {
    let lines = "\"lines\": {\"points\": [[[0, 0], [10, 10]]], \"intensities\": [[0, 1]]}, \"lineWidth\": 2"
    let plain = try Self.annotation("ink", "\"bbox\": [0, 0, 9, 9], \"strokeColor\": \"#112233\", \(lines)")
    #expect(plain.kind == .ink(Ink(strokes: [.init([Point(50, 90), Point(60, 80)])])))
    let natural = try Self.annotation("ink", "\"bbox\": [0, 0, 9, 9], \"isDrawnNaturally\": true, \(lines)")
    #expect(natural.kind == .ink(Ink(strokes: [.init([Point(50, 90), Point(60, 80)], widths: [1, 3])])))
  }

  @Test func commonPropertiesAreRead() throws {
    let annotation = try Self.annotation(
      "note",
      """
      "bbox": [0, 0, 20, 20], "id": "01H", "name": "n", "creatorName": "Anna", "subject": "S", "opacity": 0.5,
      "createdAt": "2026-11-20T09:14:00.123+01:00", "updatedAt": "2026-11-21T00:00:00Z", "flags": ["noPrint", "locked"],
      "color": "#ABCDEF", "icon": "rightArrow", "text": {"format": "plain", "value": "Hello"}
      """)
    #expect((annotation.name, annotation.author, annotation.subject) == ("n", "Anna", "S"))
    #expect((annotation.created, annotation.modified) == ("D:20261120091400+01'00'", "D:20261121000000Z"))
    #expect(annotation.contents == "Hello" && annotation.opacity == 0.5 && annotation.flags == .locked)
    #expect(annotation.kind == .note(Note(icon: "RightArrow")))
    #expect(annotation.color?.hexadecimal == "#ABCDEF")
  }

  @Test func objectsAreReplacedOrDeleted() throws {
    let square =
      "{\"type\": \"pspdfkit/shape/rectangle\", \"pageIndex\": 0, \"bbox\": [0, 0, 9, 9], \"pdfObjectId\": 4}"
    let source = try Self.source("\"annotations\": [\(square)], \"skippedPdfObjectIds\": [4, 5]")
    guard case .modify(_, 4)? = source.edits.first?.edit else {
      Issue.record("nothing is modified")
      return
    }
    #expect(source.edits.last?.edit == .delete(.object(5)))
    var update = try AnnotationUpdate(base: PDFFile(bytes: Self.base()))
    try update.apply(source)
    let file = try Assembly.assemble(base: Self.base(), segments: [update.segment()])
    let left = try Fixture.annotations(of: file)
    #expect(left.map { $0["Subtype"].name } == ["Square"])
    #expect(left[0]["Rect"] == .array([50, 81, 59, 90].map { .integer($0) }))
  }

  @Test func commentsBecomeReplies() throws {
    let source = try Self.source(
      """
      "annotations": [{"type": "pspdfkit/comment-marker", "pageIndex": 0, "bbox": [0, 0, 9, 9], "id": "m"}],
      "comments": [{"rootId": "m", "id": "c", "text": "yes", "creatorName": "Bo"}]
      """)
    guard case .put(let reply)? = source.edits.last?.edit else {
      Issue.record("no comment")
      return
    }
    #expect(reply.reply == AnnotationReply(name: "m") && reply.contents == "yes" && reply.author == "Bo")
  }

  @Test func imagesBecomeStamps() throws {
    // A PNG with one grey pixel; the chunk CRCs are not checked.
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
    let file = try PDFFile(bytes: Self.base())
    let text = """
      {"format": "https://www.nutrient.io/instant-json/v1", "attachments": {"a": {"binary": "\(png)"}}, "annotations":
       [{"type": "pspdfkit/image", "pageIndex": 0, "bbox": [0, 0, 9, 9], "imageAttachmentId": "a"}]}
      """
    let source = try InstantJSONReader.read(Array(text.utf8), base: file)
    guard case .put(let annotation)? = source.edits.first?.edit, case .stamp(let stamp) = annotation.kind else {
      Issue.record("no stamp")
      return
    }
    #expect(stamp.picture?.width == 1 && stamp.picture?.image.dictionary["Filter"].name == "FlateDecode")
  }

  /// A picture that many annotations show is read and written once.
  @Test func picturesAreShared() throws {
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
    let image = #"{"type": "pspdfkit/image", "pageIndex": 0, "bbox": [0, 0, 9, 9], "imageAttachmentId": "a"}"#
    let text = """
      {"format": "https://pspdfkit.com/instant-json/v1", "attachments": {"a": {"binary": "\(png)"}}, "annotations":
       [\(Array(repeating: image, count: 20).joined(separator: ","))]}
      """
    let base = Self.base()
    let added = try AnnotationImport(Array(text.utf8), format: .instantJSON, base: PDFFile(bytes: base))
    var limits = AnnotationLimits()
    limits.pictures = 12
    _ = try InstantJSONReader.read(Array(text.utf8), base: PDFFile(bytes: base), limits: limits)
    let update = String(decoding: added.segment, as: UTF8.self)
    #expect(update.ranges(of: "/Subtype /Image").count == 1)
    #expect(update.ranges(of: "/Subtype /Stamp").count == 20)
  }

  @Test(arguments: [
    ("\"annotations\": [{}]", "$.annotations[0].pageIndex"),
    ("\"annotations\": [{\"pageIndex\": 7}]", "$.annotations[0].pageIndex"),
    ("\"annotations\": [{\"pageIndex\": 0, \"type\": \"pspdfkit/doodle\"}]", "$.annotations[0].type"),
    ("\"annotations\": [{\"pageIndex\": 0, \"type\": \"pspdfkit/media\"}]", "$.annotations[0].type"),
    ("\"annotations\": [{\"pageIndex\": 0, \"type\": \"pspdfkit/note\"}]", "$.annotations[0].bbox"),
    (
      "\"annotations\": [{\"pageIndex\": 0, \"type\": \"pspdfkit/note\", \"bbox\": [1, 2, \"x\", 4]}]",
      "$.annotations[0].bbox[2]"
    ),
    ("\"annotations\": {}", "$.annotations"), ("\"skippedPdfObjectIds\": [0]", "$.skippedPdfObjectIds[0]"),
    ("\"comments\": [{\"rootId\": \"x\"}]", "$.comments[0].rootId"),
  ])
  func errorsHavePath(members: String, place: String) {
    #expect(failure { _ = try Self.source(members) }?.place == place)
  }

  @Test func unknownMembersProduceWarning() throws {
    let source = try Self.source(
      ##"""
      "annotations": [
        {"type": "pspdfkit/shape/rectangle", "pageIndex": 0, "bbox": [1, 1, 9, 9], "group": "g", "isSignature": false,
         "measurementScale": {"unitFrom": "in"}, "blendMode": "normal", "permissions": []},
        {"type": "pspdfkit/note", "pageIndex": 0, "id": "n", "bbox": [1, 1, 9, 9], "lines": {"points": []}}],
      "comments": [{"rootId": "n", "id": "c", "text": "x", "reactions": ["+1"], "customData": {"k": 1}}]
      """##)
    #expect(
      source.warnings.map(\.description) == [
        "$.annotations[0]: unsupported members were left out: group, measurementScale",
        "$.annotations[1]: unsupported members were left out: lines",
        "$.comments[0]: unsupported members were left out: reactions",
      ])
    guard case .put(let comment)? = source.edits.last?.edit else { return #expect(Bool(false), "no comment") }
    #expect(comment.customData == #"{"k":1}"#)
  }

  @Test func styledTextProducesWarning() throws {
    let text = ##""text": {"format": "xhtml", "value": "<p>a <span style='color:red'>b</span></p>"}"##
    let source = try Self.source(
      ##""annotations": [{"type": "pspdfkit/text", "pageIndex": 0, "bbox": [1, 1, 90, 90], \##(text)}]"##)
    guard case .put(let annotation)? = source.edits.first?.edit else { return #expect(Bool(false), "no text") }
    #expect(annotation.contents == "a b")
    #expect(annotation.richContents?.contains("color:red") ?? true)
    #expect(source.warnings.isEmpty || source.warnings[0].message.contains("kept"))
  }

  @Test func otherFormatIsRefused() throws {
    let file = try PDFFile(bytes: Self.base())
    for text in ["{}", "[]", "{\"format\": \"other\"}", ""] {
      #expect(failure { _ = try InstantJSONReader.read(Array(text.utf8), base: file) } != nil)
    }
  }

  @Test(
    arguments: [
      ("2026-11-20", "D:20261120"), ("2026-11-20T09:14Z", "D:20261120091400Z"),
      ("2026-11-20T09:14:05.999-0530", "D:20261120091405-05'30'"), ("2026-13-20", nil), ("yesterday", nil),
    ] as [(String, String?)])
  func datesAreWrittenInPDFForm(text: String, expected: String?) {
    #expect(PDFDate.pdf(iso8601: text) == expected)
  }

  @Test func millisecondsAreDates() {
    #expect(PDFDate.pdf(milliseconds: 0) == "D:19700101000000Z")
    #expect(PDFDate.pdf(milliseconds: 951_782_400_000) == "D:20000229000000Z")
    #expect(PDFDate.pdf(milliseconds: 1_795_165_200_000) == "D:20261120090000Z")
  }
}
