import PDFObjects
import Testing

@testable import Annotations

/// Sources with random damage: each is read within limits or refused with an error of this room, and what is read gives an
/// update that only annotates. The seed is fixed, so each run does the same.
@Suite struct FuzzTests {
  struct Random: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ state >> 29
    }
  }

  static let xfdf = Fixture.xfdf(
    "<annots>\(RoundTripTests.elements.joined())</annots><modify><text page='0' rect='1,1,9,9' name='old'/></modify>"
      + "<delete><id page='0'>answer</id></delete>")
  static let instantJSON = InstantJSONRoundTripTests.source(
    "\"annotations\":["
      + InstantJSONRoundTripTests.annotations.map { "{\"pageIndex\":0," + $0.dropFirst() }.joined(separator: ",")
      + "],\"skippedPdfObjectIds\":[4]")
  static let touches = Array(
    """
    {"format": "pressrun-touches/1", "recordings": [{"pageIndex": 0, "viewWidth": 100, "viewHeight": 50, "color": "#0000FF",
     "width": 2, "name": "i", "strokes": [
     {"input": "stylus", "touches": [[0, 1, 1, 0.2], [8, 2, 2, 0.5], [16, 5, 3, 0.9, 4]]},
     {"input": "finger", "cancelled": true, "touches": [[0, 1, 1]]}]}]}
    """.utf8)
  static let inkML = Array(
    """
    <ink xmlns="http://www.w3.org/2003/InkML"><definitions><brush xml:id="b"><brushProperty name="width" value="1"
     units="mm"/></brush></definitions><traceFormat><channel name="X"/><channel name="Y"/><channel name="F" max="1024"/>
     </traceFormat><annotation type="page">0</annotation><trace brushRef="#b">1 1 7, 2 '3 9, "4 5 *, !7 8 ?</trace></ink>
    """.utf8)

  static func damaged(_ source: [UInt8], _ random: inout Random) -> [UInt8] {
    var bytes = source
    let words: [String] = ["999999999999", "-1e308", "NaN", "''", "\"\"", "<", "]", "}", "&#0;", "<!DOCTYPE a>", "null", "\u{FFFD}"]
    for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
      case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...40, using: &random)))
      case 2: bytes.insert(contentsOf: Array(words.randomElement(using: &random)?.utf8 ?? "".utf8), at: place)
      case 3:
        let end = min(bytes.count, place + Int.random(in: 1...200, using: &random))
        bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      case 4: bytes.removeSubrange(place...)
      default:
        // A digit, where there is one, becomes another.
        if let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
          bytes[digit] = UInt8.random(in: 0x2D...0x39, using: &random)
        }
      }
    }
    return bytes
  }

  enum Source: CaseIterable { case xfdf, instantJSON, touches, inkML }

  @Test(arguments: Source.allCases)
  func damagedSourcesAreReadOrRefused(kind: Source) throws {
    let (format, source): (AnnotationFormat, [UInt8]) =
      switch kind {
      case .xfdf: (.xfdf, Self.xfdf)
      case .instantJSON: (.instantJSON, Self.instantJSON)
      case .touches: (.ink, Self.touches)
      case .inkML: (.ink, Self.inkML)
      }
    let base = format == .xfdf ? Fixture.pdf() : InstantJSONReaderTests.base()
    let file = try PDFFile(bytes: base)
    var limits = AnnotationLimits()
    (limits.annotations, limits.points, limits.appearances) = (200, 10_000, 1 << 20)
    var random = Random(state: 20_261_121), read = 0
    _ = try AnnotationImport(source, format: format, base: file, limits: limits)
    for _ in 0..<400 {
      let bytes = Self.damaged(source, &random)
      let made: AnnotationImport
      do throws(AnnotationError) {
        made = try AnnotationImport(bytes, format: format, base: file, limits: limits)
      } catch {
        #expect(!error.message.isEmpty)
        continue
      }
      read += 1
      guard !made.segment.isEmpty, read % 8 == 0 else { continue }
      let before = try PDFFile(PDFBytes(base + made.segment), length: base.count)
      let checked = try before.checkSegment(upTo: base.count + made.segment.count)
      _ = try before.checkAnnotationsOnly(checked, after: before.advanced(over: checked))
    }
    #expect(read > 10)
  }
}
