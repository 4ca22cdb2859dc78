import Testing

@testable import TextShaping

@Suite struct HintRemovalTests {
  /// A font of two glyphs, one simple and one composite, each with three bytes of instructions.
  private func font() -> [UInt8] {
    func word(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 0xFF), UInt8(value & 0xFF)] }
    let bounds = word(0) + word(0) + word(9) + word(9)
    // One contour that ends at point 0, instructions, a flag and two coordinates.
    let simple = word(1) + bounds + word(0) + word(3) + [0xB0, 0x01, 0x2D] + [0x01] + word(1) + word(2)
    // One component with byte arguments that says that instructions follow.
    let composite = word(0xFFFF) + bounds + word(0x0102) + word(0) + [1, 2] + word(3) + [0xB0, 0x02, 0x2D] + [0]
    var head = [UInt8](repeating: 7, count: 54)
    (head[50], head[51]) = (0, 0)
    let loca = word(0) + word(simple.count / 2) + word((simple.count + composite.count) / 2)
    let tables: [(String, [UInt8])] = [
      ("fpgm", [1, 2, 3, 4]), ("glyf", simple + composite), ("head", head), ("loca", loca), ("maxp", [0, 1, 0, 0] + word(2)),
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

  private func unhinted(_ font: [UInt8]) -> [UInt8] {
    var font = font
    font.withUnsafeMutableBytes { HintRemoval.apply(to: $0) }
    return font
  }

  @Test func instructionsAndProgramsBecomeZeroAndNothingElse() {
    let before = font()
    let after = unhinted(before)
    let changed = before.indices.filter { before[$0] != after[$0] }
    #expect(changed.count == 10)
    #expect(changed.allSatisfy { after[$0] == 0 })
    #expect(changed.map { before[$0] } == [1, 2, 3, 4, 0xB0, 0x01, 0x2D, 0xB0, 0x02, 0x2D])
  }

  @Test func damagedFontsAreLeftOrBlankedWithinTheirBounds() {
    let whole = font()
    for length in 0..<whole.count { _ = unhinted(Array(whole[..<length])) }
    for index in whole.indices {
      for value: UInt8 in [0, 0x7F, 0xFF] {
        var damaged = whole
        damaged[index] = value
        #expect(unhinted(damaged).count == whole.count)
      }
    }
  }

  @Test func otherFormatsAreLeftAlone() {
    for signature in ["OTTO", "ttcf", "wOFF"] {
      let other = Array(signature.utf8) + font().dropFirst(4)
      #expect(unhinted(other) == other)
    }
  }
}
