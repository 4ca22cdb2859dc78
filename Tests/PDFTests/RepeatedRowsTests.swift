import TestTraits
import Testing

@testable import PDF

/// The encoder of rows that repeat each other.
@Suite(.hangLimit) struct RepeatedRowsTests {
  private func decoded(_ stream: [UInt8]) throws -> [UInt8] {
    try PDFStream(dictionary: ["Filter": .name("FlateDecode")], data: stream).decoded(limits: PDFLimits())
  }

  private func encoded(_ bytes: [UInt8], stride: Int) -> [UInt8] {
    DeflateBlock.zlibStream(of: RepeatedRows.tokens(of: bytes, stride: stride), for: bytes)
  }

  /// A sequence that is the same in each run.
  private struct Numbers {
    var state: UInt64
    mutating func next(below limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
  }

  @Test(arguments: [[], [7], [0, 0], [1, 2, 3], Array(repeating: 0, count: 70_000), Array("abcabcabcabcab".utf8)])
  func smallAndUniformData(bytes: [UInt8]) throws {
    for stride in [1, 3, 41] { #expect(try decoded(encoded(bytes, stride: stride)) == bytes) }
  }

  /// Rows that differ in a few places, as those of structure elements do, of data longer than the greatest distance.
  @Test(arguments: 0..<40) func rowsThatDifferLittle(seed: Int) throws {
    var numbers = Numbers(state: UInt64(seed))
    let stride = 1 + numbers.next(below: 60)
    var row = (0..<stride).map { _ in UInt8(numbers.next(below: 256)) }
    var bytes: [UInt8] = []
    for _ in 0..<(1 + numbers.next(below: 2000)) {
      for _ in 0..<numbers.next(below: 3) { row[numbers.next(below: stride)] = UInt8(numbers.next(below: 4)) }
      bytes += row
    }
    bytes += row.prefix(numbers.next(below: stride))
    #expect(try decoded(encoded(bytes, stride: stride)) == bytes)
  }

  /// Frequencies that would need longer codes than the format has.
  @Test func codesAreNotLongerThanTheLimit() throws {
    var frequencies: ContiguousArray<Int> = [1, 1]
    for index in 2..<40 { frequencies.append(frequencies[index - 1] + frequencies[index - 2]) }
    for limit in [7, 15] {
      let code = HuffmanCode(ContiguousArray(frequencies.prefix(limit == 7 ? 19 : 40)), limit: limit)
      #expect(code.lengths.allSatisfy { 1...UInt8(limit) ~= $0 })
      #expect(code.lengths.reduce(0) { $0 + 1 << (limit - Int($1)) } == 1 << limit)
      #expect(Set(zip(code.lengths, code.codes).map { "\($0) \($1)" }).count == code.lengths.count)
    }
  }

  @Test func everyLengthAndDistanceHasItsSymbol() throws {
    for length in 3...258 {
      let row = (0..<259).map { UInt8(truncatingIfNeeded: $0 * 7 + $0 / 256) }
      let bytes = row + row.prefix(length)
      #expect(try decoded(encoded(bytes, stride: 259)) == bytes)
    }
    for distance in [1, 2, 4, 5, 6, 8, 9, 255, 256, 257, 1024, 1025, 24_576, 24_577, 32_768] {
      let value = DeflateCodes.distance(distance)
      #expect(value.symbol < 30 && value.extra < 1 << value.extraBits)
    }
    #expect(DeflateCodes.distance(32_768).symbol == 29 && DeflateCodes.distance(32_768).extra == 8191)
    #expect(DeflateCodes.length(257).symbol == 284 && DeflateCodes.length(258).symbol == 285)
  }
}
