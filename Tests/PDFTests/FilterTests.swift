import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct FilterTests {
  func decode(
    _ filter: String, _ data: [UInt8], _ parameters: PDFDictionary = [:], limits: PDFLimits = PDFLimits()
  ) throws -> [UInt8] {
    let stream = PDFStream(
      dictionary: ["Filter": .name(PDFName(ascii: filter)), "DecodeParms": .dictionary(parameters)], data: data)
    return try stream.decoded(limits: limits)
  }

  /// 10,000 times `a`, compressed by zlib.
  static let packed: [UInt8] =
    [0x78, 0xDA, 0xED, 0xC1, 0x01, 0x0D, 0x00, 0x00, 0x00, 0xC2, 0xA0, 0xAC, 0xEF, 0x5F, 0xC2, 0x1C, 0x6E]
    + [0x40, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0xC0, 0xBF, 0x01, 0x9F, 0xBB, 0xCD, 0xE3]

  @Test func asciiHex() throws {
    #expect(try decode("ASCIIHexDecode", Array("61 62\n637>".utf8)) == Array("abcp".utf8))
  }

  @Test func ascii85() throws {
    #expect(try decode("ASCII85Decode", Array("87cURD]i,\"Ebo80~>".utf8)) == Array("Hello World!".utf8))
    #expect(try decode("ASCII85Decode", Array("z@:E^~>".utf8)) == [0, 0, 0, 0] + Array("abc".utf8))
    expect(.stream) { _ = try decode("ASCII85Decode", Array("uuuuu~>".utf8)) }
  }

  @Test func runLength() throws {
    #expect(try decode("RunLengthDecode", [2, 97, 98, 99, 254, 100, 128]) == Array("abcddd".utf8))
    expect(.stream) { _ = try decode("RunLengthDecode", [5, 97]) }
  }

  /// The example of ISO 32000-1, 7.4.4.2.
  @Test func lzw() throws {
    let data: [UInt8] = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01]
    #expect(try decode("LZWDecode", data) == [45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
    expect(.stream) { _ = try decode("LZWDecode", [0x80, 0x7F, 0xFF]) }
  }

  @Test func flate() throws {
    let stored: [UInt8] = [0x78, 0x01, 0x01, 0x03, 0x00, 0xFC, 0xFF, 0x61, 0x62, 0x63, 0x02, 0x4D, 0x01, 0x27]
    #expect(try decode("FlateDecode", stored) == Array("abc".utf8))
    #expect(try decode("FlateDecode", FilterTests.packed) == Array(repeating: 0x61, count: 10_000))
    expect(.stream) { _ = try decode("FlateDecode", Array(stored.dropLast(6))) }
    expect(.stream) { _ = try decode("FlateDecode", []) }
  }

  @Test func pngPredictors() throws {
    // One row of each filter, three columns: every row decodes to 1, 2, 3 more than the row above.
    let rows: [UInt8] = [0, 1, 2, 3, 1, 2, 2, 2, 2, 1, 2, 3, 3, 3, 2, 2, 4, 1, 2, 2]
    let decoded = try Predictor(["Predictor": .integer(15), "Columns": .integer(3)]).undo(rows)
    #expect(decoded == [1, 2, 3, 2, 4, 6, 3, 6, 9, 4, 7, 10, 5, 9, 12])
    expect(.stream) { _ = try Predictor(["Predictor": .integer(12)]).undo([9, 0]) }
  }

  @Test func tiffPredictors() throws {
    let eight = try Predictor(["Predictor": .integer(2), "Columns": .integer(2), "Colors": .integer(2)])
    #expect(try eight.undo([1, 2, 3, 4, 255, 0, 1, 1]) == [1, 2, 4, 6, 255, 0, 0, 1])
    let four = try Predictor(["Predictor": .integer(2), "Columns": .integer(2), "BitsPerComponent": .integer(4)])
    #expect(try four.undo([0x12]) == [0x13])
    let sixteen = try Predictor(["Predictor": .integer(2), "Columns": .integer(2), "BitsPerComponent": .integer(16)])
    #expect(try sixteen.undo([0, 255, 0, 1]) == [0, 255, 1, 0])
  }

  @Test func predictorsOfExcessiveSizeAreErrors() {
    for key in ["Columns", "Colors", "BitsPerComponent", "Predictor"] as [PDFName] {
      for value in [0, -1, Int.max] where !(key == "Predictor" && value == 1) {
        expect(.stream) { _ = try Predictor([key: .integer(value)]) }
      }
    }
  }

  @Test func decodingStopsAtTheLimit() {
    var limits = PDFLimits()
    limits.decodedStream = 100
    let run: [UInt8] = Array(repeating: [129, 97], count: 10).flatMap { $0 }
    expect(.limit) { _ = try decode("RunLengthDecode", run, limits: limits) }
    expect(.limit) { _ = try decode("ASCII85Decode", Array(repeating: 0x7A, count: 90), limits: limits) }
    expect(.limit) { _ = try decode("FlateDecode", FilterTests.packed, limits: limits) }
    limits.filters = 2
    let stream = PDFStream(dictionary: ["Filter": .array(Array(repeating: .name("FlateDecode"), count: 3))], data: [])
    expect(.limit) { _ = try stream.decoded(limits: limits) }
  }

  @Test func imageFiltersAreNotSupported() {
    expect(.stream) { _ = try decode("DCTDecode", [1]) }
  }
}
