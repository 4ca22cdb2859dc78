import PDF
import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct XFDFReaderTests {
  @Test func commonPropertiesAreRead() throws {
    let annotation = try Fixture.annotation(
      """
      <square page="2" rect="10,20,30,50" name="a" title="Anna" subject="S" color="#FF8000" interior-color="#0000FF"
        opacity="0.5" date="D:20260101" creationdate="D:20250101" flags="print,locked" width="3" style="dash"
        dashes="4,2" inreplyto="b" replyType="group" state="Accepted" statemodel="Review" intent="X">
        <contents>two
      lines</contents><popup rect="1,2,3,4" open="yes" flags="print"/></square>
      """)
    #expect(annotation.kind == .square(inset: .none))
    #expect(annotation.page == 2)
    #expect(annotation.rectangle == PDFRectangle(x0: 10, y0: 20, x1: 30, y1: 50))
    #expect((annotation.name, annotation.author, annotation.subject) == ("a", "Anna", "S"))
    #expect(annotation.contents == "two\nlines")
    #expect(annotation.color == .rgb(1, 128.0 / 255, 0))
    #expect(annotation.interior == .rgb(0, 0, 1))
    #expect(annotation.opacity == 0.5)
    #expect((annotation.modified, annotation.created) == ("D:20260101", "D:20250101"))
    #expect(annotation.flags == [.print, .locked])
    #expect(annotation.border.width == 3 && annotation.border.style == .dashed && annotation.border.dashes == [4, 2])
    #expect(annotation.reply == AnnotationReply(name: "b", kind: .group))
    #expect(annotation.state == ReviewState(state: "Accepted", model: "Review"))
    #expect(annotation.popup == Popup(rectangle: PDFRectangle(x0: 1, y0: 2, x1: 3, y1: 4), isOpen: true, flags: .print))
    #expect(annotation.intent == "X")
  }

  @Test func inkIsReadFromGestures() throws {
    let ink = try Fixture.annotation(
      "<ink page='0'><inklist><gesture>1,2;3.5,-4</gesture><gesture>5,6</gesture></inklist></ink>")
    #expect(ink.kind == .ink(Ink(strokes: [.init([Point(1, 2), Point(3.5, -4)]), .init([Point(5, 6)])])))
  }

  @Test(arguments: TextMarkup.allCases)
  func textMarkupHasQuadrilaterals(markup: TextMarkup) throws {
    let annotation = try Fixture.annotation(
      "<\(markup.rawValue) page='0' rect='0,0,9,9' coords='0,9,9,9,0,0,9,0'/>")
    let square = PDFRectangle(x0: 0, y0: 0, x1: 9, y1: 9)
    #expect(annotation.kind == .markup(markup, [Quadrilateral(square)]))
  }

  @Test func linesHaveEndingsLeadersAndCaption() throws {
    let annotation = try Fixture.annotation(
      """
      <line page="0" start="1,2" end="3,4" head="OpenArrow" tail="Slash" leaderLength="-5" leaderExtend="2"
        leader-offset="1" caption="yes" caption-style="Top" caption-offset-h="7" caption-offset-v="8"/>
      """)
    var line = LineAnnotation(start: Point(1, 2), end: Point(3, 4))
    line.endings = LineEndings(start: .openArrow, end: .slash)
    (line.leaderLength, line.leaderExtension, line.leaderOffset) = (-5, 2, 1)
    (line.hasCaption, line.isCaptionOnTop, line.captionOffset) = (true, true, Point(7, 8))
    #expect(annotation.kind == .line(line))
  }

  @Test func freeTextHasAppearanceAndCallout() throws {
    let annotation = try Fixture.annotation(
      """
      <freetext page="0" rect="0,0,90,90" justification="right" callout="1,2,3,4,5,6" head="Circle" fringe="1,2,3,4"
        rotation="-90"><contents>x</contents><defaultappearance>0 g /Helv 9 Tf</defaultappearance>
        <defaultstyle>color:#FF0000</defaultstyle></freetext>
      """)
    var text = FreeText()
    (text.defaultAppearance, text.defaultStyle, text.justification) = ("0 g /Helv 9 Tf", "color:#FF0000", .right)
    (text.callout, text.calloutEnding) = ([Point(1, 2), Point(3, 4), Point(5, 6)], .circle)
    (text.inset, text.rotation) = (Insets(left: 1, top: 2, right: 3, bottom: 4), 270)
    #expect(annotation.kind == .freeText(text))
  }

  @Test func otherShapesAreRead() throws {
    let points = [Point(1, 2), Point(3, 4), Point(5, 0)]
    let vertices = "<vertices>1,2;3,4;5,0</vertices>"
    #expect(try Fixture.annotation("<polygon page='0'>\(vertices)</polygon>").kind == .polygon(points))
    #expect(
      try Fixture.annotation("<polyline page='0' head='Butt'>\(vertices)</polyline>").kind
        == .polyline(points, endings: LineEndings(start: .butt)))
    #expect(
      try Fixture.annotation("<circle page='0' rect='0,0,9,9' fringe='1,1,1,1'/>").kind
        == .circle(inset: Insets(left: 1, top: 1, right: 1, bottom: 1)))
    #expect(
      try Fixture.annotation("<stamp page='0' rect='0,0,9,9' icon='Final'/>").kind == .stamp(Stamp(icon: "Final")))
    #expect(
      try Fixture.annotation("<text page='0' rect='0,0,9,9' icon='Key' open='yes'/>").kind
        == .note(Note(icon: "Key", isOpen: true)))
  }

  @Test func linksLeadToAddressesAndPages() throws {
    func link(_ inside: String) throws -> Link.Action? {
      guard case .link(let link) = try Fixture.annotation("<link page='0' rect='0,0,9,9'>\(inside)</link>").kind else {
        return nil
      }
      return link.action
    }
    func action(_ inside: String) -> String { "<OnActivation><Action Trigger='U'>\(inside)</Action></OnActivation>" }
    #expect(try link(action("<URI Name='https://example.org'/>")) == .uri("https://example.org"))
    #expect(
      try link(action("<GoTo><Dest><XYZ Page='3' Top='9'/></Dest></GoTo>")) == .page(3, left: nil, top: 9, zoom: nil))
    #expect(failure { _ = try link(action("<URI Name='javascript:alert()'/>")) }?.code == .forbidden)
    #expect(failure { _ = try link(action("<Launch/>")) }?.code == .forbidden)
  }

  /// The pixels of a PNG with transparency take many more bytes than the file.
  @Test func bytesOfPicturesAreLimited() throws {
    let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFklEQVR42mP4z8DwHwgbGEA0JyenAwA2cgTYe6JKAQAAAABJRU5ErkJggg=="
    let stamp = "<stamp page='0' rect='0,0,90,90'><imagedata>data:image/png;base64,\(png)</imagedata></stamp>"
    let text = Fixture.xfdf("<annots>\(String(repeating: stamp, count: 3))</annots>")
    var limits = AnnotationLimits()
    limits.pictures = 1 << 10
    #expect(try XFDFReader.read(text, limits: limits).edits.count == 3)
    limits.pictures = 40
    #expect(failure { _ = try XFDFReader.read(text, limits: limits) }?.code == .limit)
  }

  /// ISO 32000-1, 12.6.4.7: a URI action has a string of ASCII characters.
  @Test func addressesAreWrittenInASCII() throws {
    let link = "<link page='0' rect='0,0,9,9'><OnActivation><Action Trigger='U'><URI Name='https://example.org/a ä'/>"
    let file = try Fixture.file("<annots>\(link)</Action></OnActivation></link></annots>")
    let address = try #require(try Fixture.annotations(of: file).last?["A"].dictionary?["URI"].string)
    #expect(String(decoding: address, as: UTF8.self) == "https://example.org/a%20%C3%A4")
    #expect(LinkRules.isAllowed(address))
  }

  @Test func richContentsAreKeptWithPlainText() throws {
    let annotation = try Fixture.annotation(
      """
      <text page="0" rect="0,0,9,9"><contents-richtext><body xmlns="http://www.w3.org/1999/xhtml"
        xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/" xfa:APIVersion="1"><p>a &lt; <b>b</b></p><p>c</p></body>
        </contents-richtext></text>
      """)
    #expect(annotation.contents == "a < b\nc")
    let rich = try #require(annotation.richContents)
    #expect(rich.contains("<body xmlns=\"http://www.w3.org/1999/xhtml\""))
    #expect(rich.contains("xfa:APIVersion=\"1\"") && rich.contains("<p>a &lt; <b>b</b></p><p>c</p>"))
  }

  @Test func addModifyAndDeleteAreDistinguished() throws {
    let note = "<text page='0' rect='0,0,9,9' name='n'/>"
    let source = try XFDFReader.read(
      Fixture.xfdf("<add>\(note)</add><annots><modify>\(note)</modify></annots><delete><id page='1'>x</id></delete>"))
    let kinds = source.edits.map { edit in
      switch edit.edit {
      case .put: "put"
      case .add: "add"
      case .modify: "modify"
      case .delete(let target): "\(target)"
      }
    }
    #expect(kinds == ["add", "modify", "\(AnnotationTarget.name("x", page: 1))"])
  }

  @Test(arguments: [
    ("<text rect='0,0,9,9'/>", "page is missing"), ("<text page='0' rect='0,0,9'/>", "rect must have 4 numbers"),
    ("<text page='0'/>", "rect is missing"), ("<text page='-1' rect='0,0,9,9'/>", "page must be"),
    ("<text page='0' rect='0,0,nan,9'/>", "rect must be numbers"), ("<ink page='0'/>", "ink needs"),
    ("<ink page='0'><inklist><gesture>1,2;3</gesture></inklist></ink>", "an x without a y"),
    ("<square page='0' rect='0,0,9,9' color='red'/>", "color must be"),
    ("<square page='0' rect='0,0,9,9' opacity='2'/>", "opacity must be"),
    ("<text page='0' rect='0,0,9,9' flags='printed'/>", "unknown word"),
    ("<doodle page='0'/>", "unknown annotation type “doodle”"),
    ("<line page='0' start='1,2'/>", "start and end"),
    ("<highlight page='0' rect='0,0,9,9' coords='1,2,3'/>", "an x without a y"),
  ])
  func errorsHaveLine(element: String, message: String) {
    let error = failure { _ = try XFDFReader.read(Fixture.xfdf("<annots>\n\(element)</annots>")) }
    #expect(error?.code == .invalidValue)
    #expect(error?.message.contains(message) == true, "\(String(describing: error))")
    #expect(error?.place.hasPrefix("line 3") == true)
  }

  @Test func annotationsWithActionsOrFilesAreForbidden() {
    for name in ["fileattachment", "sound", "movie", "widget"] {
      let error = failure { _ = try Fixture.annotation("<\(name) page='0' rect='0,0,9,9'/>") }
      #expect(error?.code == .forbidden)
    }
  }

  @Test func otherXMLIsRefused() {
    #expect(failure { _ = try XFDFReader.read(Array("<a>".utf8)) }?.code == .malformed)
    #expect(failure { _ = try XFDFReader.read(Array("<fdf/>".utf8)) }?.code == .malformed)
    #expect(failure { _ = try XFDFReader.read([]) }?.code == .malformed)
  }

  @Test func entitiesAreNotExpanded() throws {
    let bomb = "<!DOCTYPE x [<!ENTITY a 'aaaaaaaaaa'><!ENTITY b '&a;&a;&a;&a;'>]>"
    let source = Array(
      "<?xml version='1.0'?>\(bomb)<xfdf><annots><text page='0' rect='0,0,9,9'><contents>&b;</contents></text></annots></xfdf>"
        .utf8)
    let read = try? XFDFReader.read(source)
    if case .put(let annotation)? = read?.edits.first?.edit { #expect((annotation.contents ?? "").isEmpty) }
  }

  @Test func limitsHold() {
    var limits = AnnotationLimits()
    limits.annotations = 1
    let note = "<text page='0' rect='0,0,9,9'/>"
    #expect(
      failure { _ = try XFDFReader.read(Fixture.xfdf("<annots>\(note)\(note)</annots>"), limits: limits) }?.code
        == .limit)
    limits = AnnotationLimits()
    limits.points = 2
    let ink = "<ink page='0'><inklist><gesture>1,2;3,4;5,6</gesture></inklist></ink>"
    #expect(
      failure { _ = try XFDFReader.read(Fixture.xfdf("<annots>\(ink)</annots>"), limits: limits) }?.code == .limit)
    #expect(failure { _ = try Fixture.annotation("<square page='0' rect='0,0,9,1e300'/>") }?.code == .limit)
    limits = AnnotationLimits()
    limits.text = 3
    let long = "<text page='0' rect='0,0,9,9'><contents>long</contents></text>"
    #expect(
      failure { _ = try XFDFReader.read(Fixture.xfdf("<annots>\(long)</annots>"), limits: limits) }?.code == .limit)
  }

  @Test func isoDatesBecomePDFDates() throws {
    let note = try Fixture.annotation(
      "<text page='0' rect='0,0,9,9' date='2026-11-20T09:14:00Z' creationdate=\"D:20261119080000+01'00'\"/>")
    #expect(note.modified == "D:20261120091400Z" && note.created == "D:20261119080000+01'00'")
  }
}
