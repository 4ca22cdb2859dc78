import PDF
import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct RoundTripTests {
  static let elements = [
    "<text page='0' rect='1,2,21,22' name='a' title='T' subject='S' color='#FFD100' flags='print,nozoom,norotate' icon='Key' open='yes' date='D:20260101' creationdate='D:20250101'><contents>a &lt; b\nc</contents><popup rect='1,2,3,4' open='yes' flags='print'/></text>",
    "<text page='0' rect='1,2,21,22' name='r' flags='nozoom,norotate' inreplyto='old' state='Accepted' statemodel='Review'/>",
    "<ink page='0' rect='0,0,9,9' width='2.5' opacity='0.5'><inklist><gesture>1,2;3.25,4</gesture><gesture>5,6</gesture></inklist></ink>",
    "<highlight page='0' rect='0,0,9,9' color='#FFFF00' coords='0,9,9,9,0,0,9,0'/>",
    "<squiggly page='0' rect='0,0,9,9' coords='0,9,9,9,0,0,9,0'/>",
    "<freetext page='0' rect='0,0,90,90' justification='centered' callout='1,2,3,4' head='Circle' fringe='1,2,3,4' rotation='90' width='1' style='dash' dashes='4,2' IT='FreeTextCallout'><contents>x</contents><defaultappearance>0 g /Helv 9 Tf</defaultappearance><defaultstyle>color:#FF0000</defaultstyle></freetext>",
    "<line page='0' rect='0,0,90,90' start='1,2' end='30,4' head='OpenArrow' tail='Slash' leaderLength='-5' leaderExtend='2' leader-offset='1' caption='yes' caption-style='Top' caption-offset-h='7' caption-offset-v='8'><contents>x</contents></line>",
    "<square page='0' rect='0,0,90,90' interior-color='#00FF00' color='transparent' style='cloudy' intensity='2' fringe='1,1,1,1'/>",
    "<circle page='0' rect='0,0,90,90' width='3' style='bevelled'/>",
    "<polygon page='0' rect='0,0,9,9'><vertices>1,2;3,4;5,6</vertices></polygon>",
    "<polyline page='0' rect='0,0,9,9' tail='ROpenArrow'><vertices>1,2;3,4</vertices></polyline>",
    "<stamp page='0' rect='0,0,90,90' icon='Final' rotation='20'/>",
    "<stamp page='0' rect='0,0,90,90' icon='Seal'><imagedata>data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFklEQVR42mP4z8DwHwgbGEA0JyenAwA2cgTYe6JKAQAAAABJRU5ErkJggg==</imagedata></stamp>",
    "<caret page='0' rect='0,0,9,9' symbol='paragraph' fringe='1,0,0,0'/>",
    "<link page='0' rect='0,0,9,9' width='0' Highlight='push'><OnActivation><Action Trigger='U'><URI Name='https://example.org/?a=1&amp;b'/></Action></OnActivation></link>",
    "<link page='0' rect='0,0,9,9'><OnActivation><Action Trigger='U'><GoTo><Dest><XYZ Page='0' Top='50'/></Dest></GoTo></Action></OnActivation></link>",
    "<text page='0' rect='1,2,21,22' flags='nozoom,norotate'><contents-richtext><body xmlns='http://www.w3.org/1999/xhtml'><p>a &amp; <b>b</b></p></body></contents-richtext></text>",
  ]

  @Test(arguments: elements)
  func writtenAnnotationRoundTrips(element: String) throws {
    let written = try Fixture.annotation(element)
    let file = try Fixture.file("<annots>\(element)</annots>")
    let page = try #require(try file.page(0))
    var reader = AnnotationReader(file)
    let found = try #require(try reader.annotations(of: page).annotations.last)
    #expect(found == written)
    var writer = XFDFWriter()
    let again = try XFDFReader.read(Array(writer.document([found]).utf8))
    #expect(again.edits.first?.edit == .put(written))
    #expect(writer.warnings.isEmpty)
  }

  /// Entries that another format cannot express are reported when it is written.
  @Test(arguments: [
    (
      "<</Type/Annot/Subtype/Square/Rect[0 0 9 9]/NM(old)/AAPL:Own 1/OC 5 0 R/P 3 0 R/StructParent 1>>",
      "/AAPL:Own, /OC"
    ),
    ("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A<</S/Launch/F(x)>>>>", "an action that leads to no page or address"),
    ("<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/Dest[99 0 R/Fit]>>", "a destination that is not a page"),
    ("<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/IRT 5 0 R>>", "the annotation that it answers, which has no name"),
  ])
  func unsupportedEntriesProduceWarning(annotation: String, losses: String) throws {
    var objects = Fixture.objects
    objects[3] = annotation
    let file = try PDFFile(bytes: Fixture.pdf(objects))
    #expect(
      try XFDFWriter.document(of: file).warnings.first?.description == "page 1, object 4: left out: \(losses)")
  }

  @Test func freeTextRichTextProducesWarning() throws {
    func warnings(_ body: String) throws -> [String] {
      let element =
        "<freetext page='0' rect='0,0,90,90'><contents-richtext><body xmlns='http://www.w3.org/1999/xhtml'>\(body)</body>"
        + "</contents-richtext></freetext>"
      let file = try Fixture.file("<annots>\(element)</annots>")
      let last = try #require(try Fixture.annotations(of: file).last)
      #expect(last["RC"].string != nil && last["Contents"].string == Array("a b".utf8))
      return try AnnotationImport(
        Fixture.xfdf("<annots>\(element)</annots>"), format: .xfdf, base: PDFFile(bytes: Fixture.pdf())
      ).warnings.map(\.message)
    }
    #expect(try warnings("<p>a <span>b</span></p>").isEmpty)
    #expect(try warnings("<p>a <b>b</b></p>").count == 1)
    #expect(try warnings("<p>a <span style='color:#FF0000'>b</span></p>").count == 1)
  }

  @Test func unknownTypesAreKept() throws {
    var objects = Fixture.objects
    objects[3] = "<</Type/Annot/Subtype/3D/Rect[0 0 9 9]/NM(old)/3DD 7 0 R/Own<</A[1 2]>>>>"
    let base = Fixture.pdf(objects)
    let before = try PDFFile(bytes: base).object(PDFReference(4, 0)!)
    let file = try Fixture.file("<annots>\(AnnotationUpdateTests.note)</annots>", base: base)
    #expect(try file.object(PDFReference(4, 0)!) == before)
    let page = try #require(try file.page(0))
    var reader = AnnotationReader(file)
    let found = try #require(try reader.annotations(of: page).annotations.first)
    #expect(found.kind == .other("3D", try #require(before.dictionary)))
    #expect(try XFDFWriter.document(of: file).warnings.count == 1)
  }

  @Test func damagedAnnotationsAreSkipped() throws {
    var objects = Fixture.objects
    objects[3] = "<</Subtype/Ink/InkList[[1 (x)]]/Rect[1 2]/C[9]/BS 9 0 R/F(x)/IRT 4 0 R/Popup 4 0 R/NM 5/CA 7>>"
    objects[5] = "<</Subtype/Line/L[1 2 3]/LE/None/BE<</S/C/I -5>>/Border[0 0 (x)]>>"
    objects[6] = "<</Subtype/FreeText/Rect[1 2 (x)]/Contents(no place)>>"
    let file = try PDFFile(bytes: Fixture.pdf(objects))
    let xfdf = try XFDFWriter.document(of: file)
    #expect(xfdf.warnings.count == 3)
    #expect(try XFDFReader.read(Array(xfdf.xfdf.utf8)).edits.isEmpty)
    let json = try InstantJSONWriter.document(of: file)
    #expect(json.warnings.count == 3)
    #expect(try InstantJSONReader.read(Array(json.json.utf8), base: file).edits.isEmpty)
  }

  @Test func markupWithoutAreaIsLeftOutWithWarning() throws {
    var objects = Fixture.objects
    objects[3] = "<</Subtype/Highlight/Rect[1 2]/QuadPoints[1 2 3]/NM(old)>>"
    let file = try PDFFile(bytes: Fixture.pdf(objects))
    let xfdf = try XFDFWriter.document(of: file)
    #expect(xfdf.warnings.count == 1)
    #expect(try XFDFReader.read(Array(xfdf.xfdf.utf8)).edits.count == 1, "the answer to it")
  }

  /// U+FFFF, U+FFFE and control characters are not permitted in XML.
  @Test func charactersInvalidInXMLAreReplaced() throws {
    var objects = Fixture.objects
    objects[3] = "<</Subtype/Text/Rect[0 0 9 9]/Contents<FEFF0061FFFFFFFE0001FFFD>>>"
    let xfdf = try XFDFWriter.document(of: PDFFile(bytes: Fixture.pdf(objects)))
    guard case .put(let note)? = try XFDFReader.read(Array(xfdf.xfdf.utf8)).edits.first?.edit else {
      Issue.record("no note")
      return
    }
    #expect(note.contents == "a" + String(repeating: "\u{FFFD}", count: 4))
  }

  @Test func textStringsOfEveryEncodingAreRead() {
    #expect(TextString.decode([0x41, 0x80, 0xA0]) == "A\u{2022}\u{20AC}")
    #expect(TextString.decode([0xFE, 0xFF, 0xD8, 0x3D, 0xDE, 0x00]) == "\u{1F600}")
    #expect(TextString.decode([0xEF, 0xBB, 0xBF, 0xC3, 0xA9]) == "\u{E9}")
    for text in ["", "plain (text)\\", "Gr\u{FC}\u{DF}e", "\u{1F600}\u{5D0}", "a\u{0}b"] {
      #expect(TextString.decode(TextString.encode(text)) == text)
    }
  }
}
