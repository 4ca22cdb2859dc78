import TestTraits
import Testing

@testable import TextShaping

@Suite(.hangLimit) struct HintRemovalTests {
  /// A font of two glyphs, one simple and one composite, each with three bytes of instructions.
  private func font() -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
    let bounds = word(0) + word(0) + word(9) + word(9)
    // One contour that ends at point 0, instructions, a flag and two coordinates.
    let simple = word(1) + bounds + word(0) + word(3) + [0xB0, 0x01, 0x2D] + [0x01] + word(1) + word(2)
    // One component with byte arguments and the flag for instructions.
    let composite = word(0xFFFF) + bounds + word(0x0102) + word(0) + [1, 2] + word(3) + [0xB0, 0x02, 0x2D] + [0]
    var head = [UInt8](repeating: 7, count: 54)
    (head[50], head[51]) = (0, 0)
    let loca = word(0) + word(simple.count / 2) + word((simple.count + composite.count) / 2)
    let tables: [(String, [UInt8])] = [
      ("fpgm", [1, 2, 3, 4]), ("glyf", simple + composite), ("head", head), ("loca", loca),
      ("maxp", [0, 1, 0, 0] + word(2)),
    ]
    var directory: [UInt8] = [0, 1, 0, 0] + word(tables.count) + [0, 0, 0, 0, 0, 0]
    var data: [UInt8] = []
    for (tag, bytes) in tables {
      let offset = 12 + 16 * tables.count + data.count
      directory += Array(tag.utf8) + [0, 0, 0, 0] + word(0) + word(offset) + word(0) + word(bytes.count)
      data += bytes
    }
    return directory + data
  }

  private func unhinted(_ font: [UInt8]) -> [UInt8]? { font.withUnsafeBytes { HintRemoval.unhinted($0) } }

  /// A table's bytes.
  private func table(_ name: String, of font: [UInt8]) -> ArraySlice<UInt8>? {
    func long(_ place: Int) -> Int { font[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    for entry in stride(from: 12, to: 12 + 16 * Int(font[5]), by: 16)
    where font[entry..<entry + 4].elementsEqual(name.utf8) {
      return font[long(entry + 8)..<long(entry + 8) + long(entry + 12)]
    }
    return nil
  }

  @Test func instructionsAreRemovedAndOutlinesKept() throws {
    let before = font()
    let after = try #require(unhinted(before))
    #expect(table("fpgm", of: after) == nil)
    #expect(table("head", of: after) == table("head", of: before))
    #expect(table("maxp", of: after) == table("maxp", of: before))
    let bounds: [UInt8] = [0, 0, 0, 0, 0, 9, 0, 9]
    let simple = [0, 1] + bounds + [0, 0, 0, 0, 1, 0, 1, 0, 2] + [0]
    let composite = [0xFF, 0xFF] + bounds + [0, 2, 0, 0, 1, 2]
    #expect(table("glyf", of: after).map(Array.init) == simple + composite)
    #expect(
      table("loca", of: after).map(Array.init) == [
        0, 0, 0, UInt8(simple.count / 2), 0, UInt8((simple.count + composite.count) / 2),
      ])
  }

  @Test func tablesBeginOnMultiplesOfFourBytes() throws {
    let after = try #require(unhinted(font()))
    for name in ["glyf", "head", "loca", "maxp"] { #expect(try #require(table(name, of: after)).startIndex % 4 == 0) }
  }

  @Test func damagedFontsAreReadWithinTheirBounds() {
    let whole = font()
    for length in 0..<whole.count { _ = unhinted(Array(whole[..<length])) }
    for index in whole.indices {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var damaged = whole
        damaged[index] = value
        _ = unhinted(damaged)
      }
    }
  }

  @Test func otherFormatsAreNotSupported() {
    for signature in ["OTTO", "ttcf", "wOFF"] { #expect(unhinted(Array(signature.utf8) + font().dropFirst(4)) == nil) }
  }
}
