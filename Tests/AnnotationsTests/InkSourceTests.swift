import PDF
import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct InkSourceTests {
  static func source(_ text: String) throws -> AnnotationSource {
    try InkSourceReader.read(Array(text.utf8), base: PDFFile(bytes: Fixture.pdf()))
  }

  static func annotations(_ text: String) throws -> [Annotation] {
    try source(text).edits.compactMap { if case .put(let annotation) = $0.edit { annotation } else { nil } }
  }

  static func touches(_ recording: String) -> String {
    "{\"format\": \"pressrun-touches/1\", \"recordings\": [\(recording)]}"
  }

  @Test func touchesBecomeInkOnDisplayedPage() throws {
    let annotations = try Self.annotations(
      Self.touches(
        """
        {"pageIndex": 0, "viewWidth": 400, "viewHeight": 200, "color": "#FF0000", "width": 3, "name": "n", "author": "a",
         "created": "2026-11-20T09:14:00Z",
         "strokes": [{"input": "stylus", "touches": [[0, 0, 0], [10, 400, 200, null, 5]]}]}
        """))
    #expect(annotations.count == 1)
    #expect(annotations[0].kind == .ink(Ink(strokes: [.init([Point(0, 100), Point(200, 0)])])))
    #expect(annotations[0].color == .rgb(1, 0, 0) && annotations[0].border.width == 3)
    #expect((annotations[0].name, annotations[0].author) == ("n", "a"))
    #expect(annotations[0].created == "D:20261120091400Z")
  }

  @Test func widthDependsOnForce() throws {
    let annotations = try Self.annotations(
      Self.touches(
        """
        {"pageIndex": 0, "width": 2, "strokes": [{"input": "stylus", "touches": [[0, 0, 0, 0], [1, 50, 50, 1]]}]}
        """))
    #expect(annotations[0].kind == .ink(Ink(strokes: [.init([Point(0, 100), Point(50, 50)], widths: [1, 3])])))
  }

  @Test func droppedStrokesHaveReasons() throws {
    let source = try Self.source(
      Self.touches(
        """
        {"pageIndex": 0, "strokes": [{"input": "finger", "touches": [[0, 0, 0], [2000, 9, 9]]},
         {"input": "stylus", "touches": [[1000, 0, 0], [1100, 9, 9]]},
         {"input": "stylus", "cancelled": true, "touches": [[1000, 0, 0]]}]},
        {"pageIndex": 0, "strokes": [{"input": "finger", "touches": [[1300, 0, 0]]}]}
        """))
    #expect(source.edits.count == 1)
    #expect(
      source.warnings.map(\.location.source) == [
        "$.recordings[0].strokes[0]", "$.recordings[0].strokes[2]", "$.recordings[1].strokes[0]",
      ])
    let reasons = ["underWayWhenStylusLanded", "cancelled", "overlapsStylus"]
    #expect(zip(source.warnings, reasons).allSatisfy { $0.message.contains("(\($1))") })
  }

  @Test(arguments: [
    ("{\"format\": \"x\"}", "$.format"), (touches("{}"), "$.recordings[0].pageIndex"),
    (touches("{\"pageIndex\": 1, \"strokes\": []}"), "$.recordings[0]"),
    (touches("{\"pageIndex\": 0, \"strokes\": [{\"input\": \"nose\"}]}"), "$.recordings[0].strokes[0].input"),
    (
      touches("{\"pageIndex\": 0, \"strokes\": [{\"input\": \"stylus\", \"touches\": [[0, 1]]}]}"),
      "$.recordings[0].strokes[0].touches[0]"
    ),
    (
      touches("{\"pageIndex\": 0, \"strokes\": [{\"input\": \"stylus\", \"touches\": [[5, 1, 1], [4, 1, 1]]}]}"),
      "$.recordings[0].strokes[0].touches[1][0]"
    ),
    (
      touches("{\"pageIndex\": 0, \"strokes\": [{\"input\": \"stylus\", \"touches\": [[5, 1, 1, 2]]}]}"),
      "$.recordings[0].strokes[0].touches[0]"
    ),
    (touches("{\"pageIndex\": 0, \"viewWidth\": 9, \"strokes\": []}"), "$.recordings[0].viewWidth"),
  ])
  func touchErrorsHavePath(text: String, place: String) {
    #expect(failure { _ = try Self.source(text) }?.place == place)
  }

  static func inkML(_ inside: String) -> String { "<ink xmlns='http://www.w3.org/2003/InkML'>\(inside)</ink>" }

  @Test func inkMLHasFormatsBrushesAndGroups() throws {
    let annotations = try Self.annotations(
      Self.inkML(
        """
        <definitions><brush xml:id="b"><brushProperty name="color" value="#00FF00"/>
        <brushProperty name="width" value="1" units="in"/></brush>
        <traceFormat xml:id="f"><channel name="Y" units="in"/><channel name="X" units="in"/></traceFormat>
        <context xml:id="c" traceFormatRef="#f"/></definitions>
        <annotation type="author">Ed</annotation>
        <traceGroup contextRef="#c" brushRef="#b"><annotation type="page">0</annotation><trace>1 0, 0 1</trace></traceGroup>
        """))
    #expect(annotations.count == 1)
    #expect(annotations[0].kind == .ink(Ink(strokes: [.init([Point(0, 28), Point(72, 100)])])))
    #expect(annotations[0].color == .rgb(0, 1, 0) && annotations[0].border.width == 72)
    #expect(annotations[0].author == "Ed")
  }

  @Test func tracesCanBeDifferences() throws {
    // InkML, 3.2.1: encodings of values.
    let annotations = try Self.annotations(Self.inkML("<trace>10 20, '5'-20, 5 0, \"2\"0</trace>"))
    // x: 10, +5, +5, then the difference of 5 increases by 2; y: 20, -20, 0, 0.
    let points = [Point(10, 80), Point(15, 100), Point(20, 100), Point(27, 100)]
    let smooth = StrokeSmoothing(tolerance: 0.39).smooth(Ink.Stroke(points)).rounded(to: 0.01)
    #expect(annotations[0].kind == .ink(Ink(strokes: [smooth])))
  }

  @Test func forceAndTimeAreRead() throws {
    let source = try Self.source(
      Self.inkML(
        """
        <context><traceFormat><channel name="X"/><channel name="Y"/><channel name="F" max="100"/>
        <channel name="T" units="s"/></traceFormat></context>
        <traceGroup><trace>0 0 0 1, 50 50 100 1.1</trace></traceGroup>
        <traceGroup><annotation type="input">finger</annotation><trace>0 0 50 1.2, 9 9 50 1.3</trace></traceGroup>
        """))
    #expect(source.edits.count == 1 && source.warnings.count == 1)
    guard case .put(let annotation)? = source.edits.first?.edit, case .ink(let ink) = annotation.kind else {
      Issue.record("no ink")
      return
    }
    #expect(ink.strokes[0].widths == [1, 3])
  }

  @Test(arguments: [
    "<trace>1 2 3</trace>", "<trace>1</trace>", "<trace>a b</trace>", "<trace brushRef='#none'>1 2</trace>",
    "<traceFormat><channel name='X'/></traceFormat>", "<annotation type='page'>x</annotation><trace>1 2</trace>",
    "<traceFormat><channel name='X'/><channel name='Y'/><channel name='F' max='1e-320'/></traceFormat><trace>1 2 0</trace>",
  ])
  func inkMLErrorsHaveLine(inside: String) {
    let error = failure { _ = try Self.source(Self.inkML(inside)) }
    #expect(error?.code == .invalidValue && error?.place.hasPrefix("line 1") == true)
  }

  @Test func unknownInkFormatIsRefused() {
    for text in ["", "  ", "hello", "<html/>", "[]"] {
      #expect(failure { _ = try Self.source(text) }?.code == .malformed)
    }
  }
}
