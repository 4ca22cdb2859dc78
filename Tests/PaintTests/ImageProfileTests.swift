import CPango
import ColorSamples
import Layout
import Markup
import PDF
import PDFReading
import Resources
import Style
import TestTraits
import Testing

@testable import Paint

/// Colour profiles in image files, and those that images take from the document.
@Suite(.hangLimit) struct ImageProfileTests {
  private func scene(_ file: [UInt8], type: String = "png") throws -> Scene {
    var scene = Scene(width: 40, height: 40)
    let id = try #require(scene.images.image(InkJPEG.url(file, type: "image/\(type)")))
    scene.add(Rect(0, 0, 40, 40), scene.style { _ in }, scene.image(id, in: Rect(0, 0, 40, 40)))
    return scene
  }

  private func text(_ scene: Scene, _ conformance: [ConformanceProfile] = []) throws -> String {
    var options = Painter.PDFOptions()
    if !conformance.isEmpty { options.conformance = try Conformance(conformance) }
    let painted = try scene.painter.pdf(options)
    #expect(painted.diagnostics.isEmpty)
    return try unpackedText(painted.bytes)
  }

  private static let wide = ProfileSample.rgb("Wide", exchanged: true)

  private static func chunk(_ profile: [UInt8]) -> [UInt8] {
    SamplePNG.chunk("iCCP", Array("Name\0\0".utf8) + (profile.zlib ?? []))
  }

  // MARK: PNG (ISO/IEC 15948, 11.3.3.3)

  @Test(arguments: [
    SamplePNG(colorType: 2), SamplePNG(colorType: 6), SamplePNG(colorType: 3, colors: 40),
    SamplePNG(colorType: 2, depth: 16, isInterlaced: true),
  ])
  func profilesOfColoursAreTheirColourSpace(sample: SamplePNG) throws {
    var sample = sample
    sample.more = [Self.chunk(Self.wide)]
    let text = try text(scene(sample.file))
    #expect(text.contains("/ICCBased") && text.contains("/N 3") && !text.contains("/ColorSpace /DeviceRGB"))
    #expect(text.contains("/Indexed") == (sample.colorType == 3) && !text.contains("/Indexed /DeviceRGB"))
  }

  @Test(arguments: [0, 4]) func profilesOfGreyAreTheirColourSpace(type: Int) throws {
    for isInterlaced in [false, true] {
      var sample = SamplePNG(colorType: type, isInterlaced: isInterlaced)
      sample.more = [Self.chunk(ProfileSample.gray())]
      let text = try text(scene(sample.file))
      #expect(text.contains("/ICCBased") && text.contains("/N 1"))
    }
  }

  /// Pixels that are all grey are written with one component, which does not fit the profile.
  @Test func greyPixelsKeepTheComponentsOfTheirProfile() throws {
    let sample = SamplePNG(colorType: 3, isInterlaced: true, colors: 1, more: [Self.chunk(Self.wide)])
    var file = sample.file
    let start = try #require(file.firstRange(of: Array("PLTE".utf8))).lowerBound
    let palette = SamplePNG.chunk("PLTE", [9, 9, 9])
    file.replaceSubrange(start - 4..<start - 4 + palette.count, with: palette)
    // Larger than images of one colour that are painted as areas.
    file.insert(contentsOf: SamplePNG.chunk("tEXt", [UInt8](repeating: 65, count: 3000)), at: start - 4)
    let text = try text(scene(file))
    #expect(text.contains("/N 3") && !text.contains("/ColorSpace /DeviceGray"))
  }

  @Test func sRGBAndTheProfilesOfArchives() throws {
    let srgb = try text(scene(SamplePNG(more: [Self.chunk(ProfileSample.rgb("sRGB"))]).file))
    #expect(!srgb.contains("/ICCBased") && srgb.contains("/DeviceRGB"))
    let scene = try scene(SamplePNG(more: [Self.chunk(Self.wide)]).file)
    for profile in [ConformanceProfile.pdfA1b, .pdfA2b] {
      #expect(try text(scene, [profile]).contains("/ICCBased"))
    }
  }

  /// The file of an image with two colours, both red in a wide profile.
  private static func wideRed(_ sample: inout SamplePNG) throws -> [UInt8] {
    sample.more = [Self.chunk(Self.wide)]
    var file = sample.file
    let start = try #require(file.firstRange(of: Array("PLTE".utf8))).lowerBound
    let palette = SamplePNG.chunk("PLTE", [255, 0, 0, 255, 0, 0])
    file.replaceSubrange(start - 4..<start - 4 + palette.count, with: palette)
    return file
  }

  @Test func pixelsAreConverted() throws {
    var sample = SamplePNG(width: 2, height: 2, colorType: 3, depth: 1, colors: 2)
    let file = try Self.wideRed(&sample)
    let (_, pixels) = try scene(file).painter.pixels(page: 0)
    #expect(pixels[0] == 0x00FF00)
    // An image of one colour is an area.
    #expect(try !text(scene(file)).contains("/Subtype /Image"))
  }

  @Test func partlyTransparentPixelsAreConverted() throws {
    var sample = SamplePNG(width: 2, height: 2, colorType: 3, depth: 1, colors: 2, transparency: [128, 128])
    let file = try Self.wideRed(&sample)
    let (_, pixels) = try scene(file).painter.pixels(page: 0)
    #expect([0x7FFF7F, 0x80FF80, 0x7EFF7E].contains(pixels[0]), "\(String(pixels[0], radix: 16))")
  }

  @Test func surfacesOfOtherFormatsStayAsTheyAre() throws {
    let conversion = try #require(ICCConversion(try ICCProfile(Self.wide)))
    let surface = try #require(cairo_image_surface_create(CAIRO_FORMAT_A8, 4, 1))
    defer { cairo_surface_destroy(surface) }
    let data = try #require(cairo_image_surface_get_data(surface))
    for index in 0..<4 { data[index] = UInt8(10 + 60 * index) }
    cairo_surface_mark_dirty(surface)
    RasterDecoder.convert(surface, conversion)
    #expect((0..<4).map { data[$0] } == [10, 70, 130, 190])
  }

  @Test func jpegFilesAreConvertedToo() throws {
    let images = ImageStore(loader: ResourceLoader())
    let file = images.bytes(try #require(images.image(Pictures.jpeg)))
    let (_, pixels) = try scene(InkJPEG.file(file, with: Self.wide), type: "jpeg").painter.pixels(page: 0)
    #expect(pixels[0] >> 8 & 0xFF > 0xF0 && pixels[0] >> 16 < 0x20, "red is green")
  }

  /// A WebP file with a profile (RFC 9649 §2.7).
  private func webP(_ profile: [UInt8]) throws -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
      Array(name.utf8) + little(content.count, 4) + content + [UInt8](repeating: 0, count: content.count & 1)
    }
    let images = ImageStore(loader: ResourceLoader())
    let plain = images.bytes(try #require(images.image(Pictures.webp)))
    let body = chunk("VP8X", [0x20, 0, 0, 0] + little(1, 3) + little(1, 3)) + chunk("ICCP", profile) + plain[12...]
    return Array("RIFF".utf8) + little(4 + body.count, 4) + Array("WEBP".utf8) + body
  }

  @Test func profilesOfWebPFilesAreUsedToo() throws {
    let file = try webP(Self.wide)
    let text = try text(scene(file, type: "webp"))
    #expect(text.contains("/ICCBased") && text.contains("/N 3"))
    let (width, pixels) = try scene(file, type: "webp").painter.pixels(page: 0)
    // Red and green are exchanged.
    #expect(pixels[0] == 0x00FF00 && pixels[width - 1] == 0xFF0000)
    #expect(try scene(webP([1]), type: "webp").painter.pdf().diagnostics.map(\.code) == ["unusable_color_profile"])
  }

  // MARK: Profiles that cannot be used

  @Test func unusableProfilesAreReportedOnce() throws {
    let jpeg = ImageStore(loader: ResourceLoader())
    let photograph = jpeg.bytes(try #require(jpeg.image(Pictures.jpeg)))
    let files: [(file: [UInt8], type: String, reason: String)] = [
      (SamplePNG(more: [Self.chunk([1, 2, 3])]).file, "png", "it is not an ICC profile"),
      (SamplePNG(more: [SamplePNG.chunk("iCCP", [65, 0, 0, 1])]).file, "png", "it cannot be decompressed"),
      (SamplePNG(more: [SamplePNG.chunk("iCCP", [65])]).file, "png", "it cannot be decompressed"),
      (SamplePNG(colorType: 0, more: [Self.chunk(Self.wide)]).file, "png", "it has 3 components, the image 1"),
      (InkJPEG.file(photograph, with: ProfileSample.cmyk()), "jpeg", "it has 4 components, the image 3"),
      (InkJPEG.file(photograph, with: Self.wide, parts: 2, order: [1]), "jpeg", "it is incomplete"),
    ]
    for (file, type, reason) in files {
      var scene = try scene(file, type: type)
      // Painted twice, the second time as pixels because of the filter.
      let id = try #require(scene.images.image(InkJPEG.url(file, type: "image/\(type)")))
      let blurred = scene.style { $0.paint.filters = [.blur(1)] }
      scene.add(Rect(0, 0, 9, 9), blurred, scene.image(id, in: Rect(0, 0, 9, 9)))
      let diagnostics = try scene.painter.pdf().diagnostics
      #expect(diagnostics.map(\.code) == ["unusable_color_profile"])
      #expect(diagnostics.first?.message.hasSuffix("is not used: \(reason)") == true, "\(diagnostics)")
    }
  }

  /// Programs keep the profile of sRGB when they convert a photograph to grey.
  @Test func aProfileOfSRGBInAGreyImageIsNotReported() throws {
    let file = SamplePNG(colorType: 0, more: [Self.chunk(ProfileSample.rgb("sRGB"))]).file
    #expect(try text(scene(file)).contains("/ColorSpace /DeviceGray"))
  }

  // MARK: Inks (css-color-5 §14.1)

  private func inks(_ file: [UInt8], _ css: String, version: UInt8 = 2) throws -> Scene {
    var scene = try scene(file, type: "jpeg")
    let document = try Document.parse(html: "<style>@color-profile device-cmyk { src: url(a); \(css) }</style>")
    let rule = try #require(StyleEngine.style(document, loader: ResourceLoader()).colorProfiles.first)
    scene.colorProfiles.add(rule, try ICCProfile(ProfileSample.cmyk(version: version)))
    return scene
  }

  @Test func inksWithoutAProfileHaveThatOfTheDocument() throws {
    let scene = try inks(InkJPEG.baseline, "rendering-intent: perceptual")
    let text = try text(scene)
    #expect(text.contains("/ICCBased") && text.contains("/N 4") && !text.contains("/DeviceCMYK"))
    #expect(text.contains("/Intent /Perceptual") && text.contains("/Decode [1 0 1 0 1 0 1 0]"))
    #expect(try scene.painter.pdf().bytes.firstRange(of: InkJPEG.baseline) != nil)
  }

  @Test func inksWithAProfileKeepIt() throws {
    let own = ProfileSample.cmyk(version: 4)
    let text = try text(inks(InkJPEG.file(InkJPEG.baseline, with: own), "rendering-intent: perceptual"))
    #expect(text.count(of: "/ICCBased") == 1 && !text.contains("/Intent"))
  }

  @Test func archivesKeepInksWithTheProfileOfTheDocument() throws {
    #expect(try text(inks(InkJPEG.baseline, ""), [.pdfA2b]).contains("/N 4"))
    let later = try text(inks(InkJPEG.baseline, "", version: 4), [.pdfA1b])
    #expect(!later.contains("/N 4") && later.contains("/DeviceRGB"))
  }
}

extension String {
  /// The number of occurrences of a text.
  fileprivate func count(of text: String) -> Int { ranges(of: text).count }
}
