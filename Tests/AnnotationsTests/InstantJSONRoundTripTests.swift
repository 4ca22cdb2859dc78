import ArchiveTesting
import Dates
import JSON
import PDF
import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct InstantJSONRoundTripTests {
  /// Page of 200 by 100 with the crop box [50 10 150 90].
  static let annotations = [
    ##"{"type":"pspdfkit/ink","bbox":[9,9,22,12],"strokeColor":"#112233","lineWidth":2,"opacity":0.5,"lines":{"points":[[[10,10],[30,20]],[[12,12]]],"intensities":[[0.5,0.5],[0.5]]}}"##,
    ##"{"type":"pspdfkit/shape/line","bbox":[-14,-14,120,100],"startPoint":[10,10],"endPoint":[80,60],"strokeColor":"#FF0000","strokeWidth":3,"lineCaps":{"start":"openArrow","end":"reverseClosedArrow"}}"##,
    ##"{"type":"pspdfkit/shape/rectangle","bbox":[10,10,30,20],"strokeColor":"#FF0000","fillColor":"#00FF00","strokeWidth":2,"strokeDashArray":[4,2]}"##,
    ##"{"type":"pspdfkit/shape/ellipse","bbox":[10,10,30,20],"strokeColor":"#FF0000","strokeWidth":2,"cloudyBorderIntensity":2,"cloudyBorderInset":[4,4,4,4]}"##,
    ##"{"type":"pspdfkit/shape/polygon","bbox":[10,10,30,20],"strokeColor":"#FF0000","strokeWidth":1,"points":[[10,10],[40,10],[25,30]]}"##,
    ##"{"type":"pspdfkit/shape/polyline","bbox":[-10,-10,90,70],"strokeColor":"#FF0000","strokeWidth":1,"points":[[10,10],[40,10],[25,30]],"lineCaps":{"start":"square"}}"##,
    ##"{"type":"pspdfkit/markup/highlight","bbox":[10,10,30,20],"color":"#FFFF00","rects":[[10,10,30,10],[10,20,30,10]],"note":"why"}"##,
    ##"{"type":"pspdfkit/markup/squiggly","bbox":[10,10,30,10],"color":"#FF0000","rects":[[10,10,30,10]]}"##,
    ##"{"type":"pspdfkit/note","bbox":[10,10,20,20],"color":"#FFD100","icon":"rightArrow","text":{"format":"plain","value":"a\nb"},"flags":["noPrint","locked"],"customData":{"k":[1,{"l":"é"}]}}"##,
    ##"{"type":"pspdfkit/text","bbox":[10,10,60,40],"text":{"format":"plain","value":"Text"},"font":"Caladea","fontSize":9,"fontColor":"#0000FF","fontStyle":["bold"],"horizontalAlign":"center","verticalAlign":"bottom","backgroundColor":"#FFFFCC","borderWidth":2,"borderColor":"#FF0000","rotation":90}"##,
    ##"{"type":"pspdfkit/text","bbox":[10,10,60,40],"text":{"format":"plain","value":"Callout"},"font":"Helvetica","fontSize":9,"callout":{"start":[12,12],"knee":[20,20],"end":[30,20],"cap":"openArrow","innerRectInset":[20,5,5,5]}}"##,
    ##"{"type":"pspdfkit/stamp","bbox":[10,10,60,20],"stampType":"Approved","color":"#00FF00"}"##,
    ##"{"type":"pspdfkit/link","bbox":[10,10,60,20],"action":{"type":"uri","uri":"https://example.org/?a=\"b\""},"borderWidth":1,"borderColor":"#0000FF"}"##,
    ##"{"type":"pspdfkit/link","bbox":[10,10,60,20],"action":{"type":"goTo","pageIndex":0}}"##,
  ]

  static func source(_ members: String) -> [UInt8] {
    Array("{\"format\":\"https://pspdfkit.com/instant-json/v1\",\(members)}".utf8)
  }

  static func file(_ source: [UInt8], base: [UInt8]) throws -> PDFFile {
    let made = try AnnotationImport(source, format: .instantJSON, base: PDFFile(bytes: base))
    #expect(made.warnings.isEmpty)
    return try Assembly.assemble(base: base, segments: [made.segment])
  }

  static func annotations(_ file: PDFFile) throws -> [Annotation] {
    var reader = AnnotationReader(file)
    return try reader.annotations(of: try #require(try file.page(0))).annotations
  }

  @Test(arguments: annotations, [0, 90, 180, 270])
  func outputRoundTrips(annotation: String, rotation: Int) throws {
    let common = ##""v":2,"pageIndex":0,"name":"n","id":"n","creatorName":"Anna","createdAt":"2026-11-20T09:14:00Z","##
    let base = InstantJSONReaderTests.base(rotation: rotation, unit: rotation == 90 ? 2 : 1)
    let file = try Self.file(Self.source("\"annotations\":[{\(common)\(annotation.dropFirst())]"), base: base)
    let document = try InstantJSONWriter.document(of: file)
    #expect(document.warnings.isEmpty)
    let root = try #require(try JSONParser.parse(Array(document.json.utf8)).object)
    guard case .array(let all)? = root["annotations"], let last = all.last else {
      Issue.record("no annotations")
      return
    }
    let again = try Self.file(Self.source("\"annotations\":[\(last.text)]"), base: base)
    #expect(try Self.annotations(again).last == Self.annotations(file).last)
    // Writing again gives the same text.
    let second = try InstantJSONWriter.document(of: again)
    #expect(second.json == document.json)
    // No property is lost.
    let given = try #require(try JSONParser.parse(Array("{\(common)\(annotation.dropFirst())".utf8)).object)
    let written = try #require(last.object)
    for member in given.members { #expect(written[member.name] == member.value, "\(member.name)") }
  }

  @Test func imageRoundTrips() throws {
    let png = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
    let source = Self.source(
      """
      "attachments":{"a":{"binary":"\(png)","contentType":"image/png"}},"annotations":
      [{"type":"pspdfkit/image","pageIndex":0,"id":"i","bbox":[10,10,20,20],"imageAttachmentId":"a"}]
      """)
    let file = try Self.file(source, base: InstantJSONReaderTests.base())
    let json = try InstantJSONWriter.document(of: file).json
    #expect(json.contains("\"type\":\"pspdfkit/image\"") && json.contains("\"contentType\":\"image/png\""))
    #expect(json.contains("\"binary\":\"iVBORw0KGgo"))
    let again = try Self.file(Array(json.utf8), base: InstantJSONReaderTests.base())
    #expect(try Self.annotations(again).last == Self.annotations(file).last)
  }

  @Test func threadHasRootAndComments() throws {
    let source = Self.source(
      """
      "annotations":[{"type":"pspdfkit/comment-marker","pageIndex":0,"bbox":[0,0,9,9],"id":"m"}],
      "comments":[{"rootId":"m","id":"c","text":"yes","creatorName":"Bo"},{"rootId":"m","id":"d","text":"no"}]
      """)
    let json = try InstantJSONWriter.document(of: Self.file(source, base: InstantJSONReaderTests.base())).json
    #expect(json.contains("\"isCommentThreadRoot\":true"))
    #expect(json.contains("{\"id\":\"c\",\"rootId\":\"m\",\"pageIndex\":0,\"creatorName\":\"Bo\",\"text\":\"yes\"}"))
    #expect(json.contains("{\"id\":\"d\",\"rootId\":\"m\",\"pageIndex\":0,\"text\":\"no\"}"))
  }

  @Test func cyclicRepliesAreHandled() {
    var a = Annotation(.note(Note()), page: 0)
    var b = a
    (a.name, a.reply) = ("a", AnnotationReply(name: "b"))
    (b.name, b.reply) = ("b", AnnotationReply(name: "a"))
    #expect(CommentThreads([a, b]).root(of: a) == nil)
  }

  /// Free text without a stated width has a border of 1, which Instant JSON has to state: there the default is none. The
  /// border and the line of a callout were lost.
  @Test func theDefaultBorderOfFreeTextIsStated() throws {
    let text =
      "<freetext page='0' rect='0,0,90,90'%>"
      + "<contents>x</contents><defaultappearance>1 0 0 rg /Helv 9 Tf</defaultappearance></freetext>"
    let callout = text.replacing("%", with: " intent='FreeTextCallout' callout='2,2,50,50'")
    let json = try InstantJSONWriter.document(of: Fixture.file("<annots>\(callout)</annots>")).json
    #expect(json.contains("\"borderWidth\":1") && json.contains("\"borderColor\":\"#FF0000\""))
    let typed = text.replacing("%", with: " intent='FreeTextTypewriter'")
    let plain = try InstantJSONWriter.document(of: Fixture.file("<annots>\(typed)</annots>")).json
    #expect(!plain.contains("borderWidth"))
  }

  /// So does a link.
  @Test(arguments: [("", true), (" width='0'", false), (" width='2'", true)])
  func theDefaultBorderOfALinkIsStated(width: String, isStated: Bool) throws {
    let link =
      "<link page='0' rect='0,0,9,9'\(width)><OnActivation><Action><URI Name='https://a.example/'/></Action></OnActivation></link>"
    let json = try InstantJSONWriter.document(of: Fixture.file("<annots>\(link)</annots>")).json
    #expect(json.contains("borderWidth") == isStated)
  }

  @Test func unsupportedFeaturesProduceWarnings() throws {
    let file = try Fixture.file(
      "<annots><caret page='0' rect='0,0,9,9'/><line page='0' start='0,0' end='9,9' caption='yes'/></annots>")
    let warnings = try InstantJSONWriter.document(of: file).warnings.map(\.message)
    #expect(warnings.contains { $0.contains("Caret") } && warnings.contains { $0.contains("caption") })
  }

  /// Properties that the format cannot express are reported, never dropped silently.
  @Test(arguments: [
    ("<text page='0' rect='0,0,9,9' open='yes'/>", "open"),
    ("<square page='0' rect='0,0,9,9'><popup rect='1,1,9,9'/></square>", "pop-up"),
    ("<square page='0' rect='0,0,9,9' IT='Own'/>", "the intent Own"),
    ("<square page='0' rect='0,0,9,9' inreplyto='old'/>", "a reply that is not a note"),
    ("<square page='0' rect='0,0,9,9' inreplyto='old' replyType='group'/>", "a group"),
    ("<text page='0' rect='0,0,9,9' name='s' inreplyto='answer'><contents>x</contents></text>", "answers to answers"),
    ("<text page='0' rect='0,0,9,9' inreplyto='old' state='Accepted' statemodel='Review'/>", "a review state"),
    ("<highlight page='0' rect='0,0,9,9' coords='0,9,9,8,0,1,9,0'/>", "slanted marks"),
    ("<freetext page='0' rect='0,0,90,90' fringe='1,1,1,1'/>", "margin around the text"),
    (
      "<square page='0' rect='0,0,9,9'><contents-richtext><body><p>a</p></body></contents-richtext></square>",
      "rich text"
    ),
    ("<line page='0' start='0,0' end='9,9' leaderLength='4'/>", "leader lines"),
    (
      "<link page='0' rect='0,0,9,9'><OnActivation><Action><GoTo><Dest><Named Name='n'/></Dest></GoTo></Action></OnActivation></link>",
      "a named destination"
    ),
    ("<caret page='0' rect='0,0,9,9'/>", "Caret"),
  ])
  func lossesProduceWarningsWithLocation(element: String, word: String) throws {
    let file = try Fixture.file("<annots>\(element)</annots>")
    let warnings = try InstantJSONWriter.document(of: file).warnings
    #expect(warnings.contains { $0.message.contains(word) && $0.location.source.hasPrefix("page 1") }, "\(warnings)")
  }

  @Test func customDataIsKeptInEveryFormat() throws {
    let source = Self.source(
      ##""annotations":[{"type":"pspdfkit/shape/rectangle","pageIndex":0,"id":"r","bbox":[1,1,9,9],"customData":{"a":"<&'"}}]"##
    )
    let file = try Self.file(source, base: InstantJSONReaderTests.base())
    let xfdf = try XFDFWriter.document(of: file)
    #expect(xfdf.xfdf.contains("<trn-custom-data bytes="))
    let again = try AnnotationImport(
      Array(xfdf.xfdf.utf8), format: .xfdf, base: PDFFile(bytes: InstantJSONReaderTests.base()))
    let other = try Assembly.assemble(base: InstantJSONReaderTests.base(), segments: [again.segment])
    #expect(try InstantJSONWriter.document(of: other).json.contains(##""customData":{"a":"<&'"}"##))
  }

  @Test(
    arguments: [
      ("D:20261120", "2026-11-20"), ("D:20261120091400+01'00'", "2026-11-20T09:14:00+01:00"),
      ("20261120091400Z", "2026-11-20T09:14:00Z"), ("D:2026", "2026-01-01"), ("D:20261399", nil), ("yesterday", nil),
    ] as [(String, String?)])
  func pdfDatesAreRead(text: String, expected: String?) {
    #expect(PDFDate.iso8601(pdf: text) == expected)
  }
}

extension JSONValue {
  fileprivate var object: JSONObject? { if case .object(let object) = self { object } else { nil } }
}
