import Foundation
import TestTraits
import Testing

@testable import TextShaping

@Suite("Variable fonts of documents", .hangLimit)
struct VariableFontTests {
  /// An installed font with axes that its outlines do not use.
  private func font(axes: [(tag: String, least: Int, standard: Int, most: Int)]) throws -> [UInt8] {
    let traits = SystemFonts.Traits(weight: 400, slant: .normal, stretch: 100, language: "")
    let found = try #require(SystemFonts().match(family: "DejaVu Sans", isGeneric: false, traits: traits))
    let font = [UInt8](try Data(contentsOf: URL(fileURLWithPath: found.path)))
    func big(_ value: Int, _ count: Int = 4) -> [UInt8] {
      (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    var table = big(0x10000) + big(16, 2) + big(2, 2) + big(axes.count, 2) + big(20, 2)
    table += big(0, 2) + big(4 * axes.count + 4, 2)
    for axis in axes {
      table += Array(axis.tag.utf8) + big(axis.least << 16) + big(axis.standard << 16) + big(axis.most << 16)
      table += big(0, 2) + big(256, 2)
    }
    // The directory has an entry of 16 bytes more, by which the tables move.
    let count = Int(font[4]) << 8 | Int(font[5])
    var directory: [[UInt8]] = (0..<count).map { entry in
      let record = font[(12 + 16 * entry)..<(28 + 16 * entry)]
      let offset = record.dropFirst(8).prefix(4).reduce(0) { $0 << 8 | Int($1) }
      return Array(record.prefix(8)) + big(offset + 16) + Array(record.suffix(4))
    }
    directory.append(Array("fvar".utf8) + big(0) + big(font.count + 16) + big(table.count))
    directory.sort { $0.lexicographicallyPrecedes($1) }
    return Array(font[..<4]) + big(count + 1, 2) + Array(font[6..<12]) + directory.joined()
      + font[(12 + 16 * count)...] + table
  }

  private func face(_ description: FontDescription, of face: AddedFace, _ axes: String...) throws -> Typeface {
    let known = [
      "wght": ("wght", 200, 400, 800), "wdth": ("wdth", 75, 100, 125), "slnt": ("slnt", -12, 0, 0),
      "opsz": ("opsz", 14, 14, 32), "GRAD": ("GRAD", -100, 0, 100),
    ]
    let shaper = TextShaper()
    try shaper.addFont(try font(axes: axes.compactMap { known[$0] }), as: face)
    let made = try #require(shaper.book.font(shaper.font(description)))
    return shaper.book.lists.typefaces[made.typeface]
  }

  private func description(weight: UInt16 = 400, stretch: Double = 100, size: Double = 20) -> FontDescription {
    FontDescription(families: ["Own"], size: size, weight: weight, stretch: stretch)
  }

  @Test("The axes follow weight and width, within the ranges that the rule states")
  func weightAndWidth() throws {
    let wanted = description(weight: 700, stretch: 80)
    #expect(try face(wanted, of: AddedFace(family: "Own"), "wght", "wdth").variations == "wght=700,wdth=80.0")
    let limited = AddedFace(family: "Own", weight: 300...500, stretch: 90...110)
    let found = try face(wanted, of: limited, "wght", "wdth")
    #expect(found.variations == "wght=500,wdth=90.0" && found.synthesis == .bold)
    #expect(try face(wanted, of: AddedFace(family: "Own")).variations.isEmpty)
  }

  @Test("An axis for slanted glyphs replaces synthesis")
  func slant() throws {
    var wanted = description()
    wanted.slant = .italic
    let slanted = try face(wanted, of: AddedFace(family: "Own"), "slnt")
    #expect(slanted.variations == "slnt=-14" && slanted.synthesis == FaceSynthesis.none)
    #expect(try face(wanted, of: AddedFace(family: "Own"), "wght").synthesis == .oblique)
  }

  @Test("The optical size is the font size, within the range of the axis")
  func opticalSize() throws {
    var wanted = description()
    #expect(try face(wanted, of: AddedFace(family: "Own"), "opsz").variations == "opsz=20.0")
    #expect(try face(description(size: 99), of: AddedFace(family: "Own"), "opsz").variations == "opsz=32.0")
    wanted.usesOpticalSize = false
    #expect(try face(wanted, of: AddedFace(family: "Own"), "opsz").variations.isEmpty)
  }

  /// Regression: each size was a list of its own also for families without such a font, up to the limit of lists.
  @Test("The optical size does not concern lists without a font that has the axis")
  func opticalSizeOfOtherFamilies() throws {
    let shaper = TextShaper()
    try shaper.addFont(try font(axes: [("opsz", 14, 14, 32)]), as: AddedFace(family: "Own"))
    for size in 10..<30 {
      _ = shaper.font(FontDescription(families: ["Other"], size: Double(size), weight: 400, stretch: 100))
    }
    #expect(shaper.book.lists.lists.count == 1)
    for size in [20, 20.1, 21] { _ = shaper.font(description(size: size)) }
    #expect(shaper.book.lists.lists.count == 3)
  }

  @Test("The document's own settings have precedence")
  func settings() throws {
    var wanted = description(weight: 700)
    wanted.variations = ["GRAD=50.0", "wght=250.0"]
    let found = try face(wanted, of: AddedFace(family: "Own"), "wght", "GRAD")
    #expect(found.variations == "wght=700,GRAD=50.0,wght=250.0")
    #expect(try face(wanted, of: AddedFace(family: "Own")).variations.isEmpty)
  }
}
