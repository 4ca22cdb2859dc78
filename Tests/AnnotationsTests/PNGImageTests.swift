import Encodings
import PDF
import TestTraits
import Testing

@testable import Annotations

@Suite(.hangLimit) struct PNGImageTests {
  /// Red, half transparent green, transparent blue, grey at a quarter.
  static let rgba =
    "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAFklEQVR42mP4z8DwHwgbGEA0JyenAwA2cgTYe6JKAQAAAABJRU5ErkJggg=="
  /// Palette indices 0, 1 and 2 with two bits each; red is opaque, green almost transparent.
  static let indexed =
    "iVBORw0KGgoAAAANSUhEUgAAAAMAAAABAgMAAABmjvwnAAAACVBMVEX/AAAA/wAAAP8tSs2KAAAAAnRSTlP/B3vTpekAAAAKSURBVHjaY5AAAAAaABmAAI67AAAAAElFTkSuQmCC"

  static func picture(_ base64: String) throws -> StampPicture {
    try StampPicture(try #require(Base64.decode(base64[...])), at: "")
  }

  @Test func alphaIsSeparatedFromColours() throws {
    let picture = try Self.picture(Self.rgba)
    #expect(try picture.image.decoded(limits: PDFLimits()) == [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9])
    #expect(try picture.mask?.decoded(limits: PDFLimits()) == [255, 128, 0, 64])
    #expect(picture.image.dictionary["ColorSpace"].name == "DeviceRGB")
  }

  @Test func paletteTransparencyIsApplied() throws {
    let picture = try Self.picture(Self.indexed)
    #expect(try picture.mask?.decoded(limits: PDFLimits()) == [255, 7, 255])
    #expect(picture.image.dictionary["ColorSpace"].array?.count == 4)
  }

  @Test func transparentPictureIsExportedAsPNG() throws {
    let picture = try Self.picture(Self.rgba)
    let file = try #require(picture.file)
    #expect(file.type == "image/png")
    #expect(try StampPicture(file.bytes, at: "") == picture)
  }

  @Test func imageHasMask() throws {
    let file = try Fixture.file(
      "<annots><stamp page='0' rect='0,0,9,9'><imagedata>data:image/png;base64,\(Self.rgba)</imagedata></stamp></annots>"
    )
    let annotation = try #require(try Fixture.annotations(of: file).last)
    let form = try #require(try file.resolve(annotation["AP"].dictionary?["N"] ?? .null).dictionary)
    let objects = try #require(form["Resources"].dictionary?["XObject"].dictionary)
    let image = try #require(try file.resolve(objects["Im0"]).dictionary)
    #expect(try file.resolve(image["SMask"]).dictionary?["Subtype"].name == "Image")
  }

  /// 5 by 3: red 50 x, green 100 y, blue 20 (x + y).
  static let interlaced =
    "iVBORw0KGgoAAAANSUhEUgAAAAUAAAADCAIAAAGjU2I5AAAANklEQVR42mNgAIITDAEMKQwaQIZGyomAEycqGIwYRKYx2DABBUCIIUXEKEUjJcVmWkrAiZQUAEVTDicW7pcoAAAAAElFTkSuQmCC"
  /// 9 by 9 of two bits each: (x y + x) modulo 4.
  static let interlacedBits =
    "iVBORw0KGgoAAAANSUhEUgAAAAkAAAAJAgAAAAH4TXH7AAAAIUlEQVR42mNgAAEmELGACUQrgVE5UxrTLBBmUFICq4DRAFl5A/LFOFxjAAAAAElFTkSuQmCC"

  @Test func interlacedImagesAreRead() throws {
    let pixels = try Self.picture(Self.interlaced).image.decoded(limits: PDFLimits())
    var expected: [UInt8] = []
    for y in 0..<3 { for x in 0..<5 { expected += [UInt8(50 * x), UInt8(100 * y), UInt8(20 * (x + y))] } }
    #expect(pixels == expected)
    let bits = try Self.picture(Self.interlacedBits).image.decoded(limits: PDFLimits())
    for y in 0..<9 {
      for x in 0..<9 {
        let pixel = Int(bits[3 * y + x / 4]) >> (6 - x % 4 * 2) & 3
        #expect(pixel == (x * y + x) % 4, "\(x), \(y)")
      }
    }
  }

  @Test(arguments: [interlaced, interlacedBits])
  func truncatedInterlacedImagesAreRefused(image: String) throws {
    let whole = try #require(Base64.decode(image[...]))
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 0x41
      _ = try? StampPicture(bytes, at: "")
    }
    // Too many rows, and an invalid bit depth.
    for (place, value) in [(23, whole[23] + 8), (24, 3)] {
      var bytes = whole
      bytes[place] = value
      #expect(throws: AnnotationError.self) { try StampPicture(bytes, at: "") }
    }
  }

  @Test func damagedImagesAreRefused() throws {
    let whole = try #require(Base64.decode(Self.rgba[...]))
    for index in whole.indices {
      var bytes = whole
      bytes[index] ^= 0x41
      // Must be read or refused.
      _ = try? StampPicture(bytes, at: "")
      _ = try? StampPicture(Array(whole[..<index]), at: "")
    }
    #expect(failure { _ = try StampPicture([1, 2, 3], at: "here") }?.place == "here")
  }
}
