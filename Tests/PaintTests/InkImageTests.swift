import ColorSamples
import Layout
import PDF
import PDFReading
import Resources
import Style
import TestTraits
import Testing

@testable import Paint

/// JPEG files of inks, and with colour profiles, in PDFs (ISO 32000-1, 7.4.8 and 8.9.5.2).
@Suite(.hangLimit) struct InkImageTests {
  private func image(_ file: [UInt8], conformance: [ConformanceProfile] = []) throws -> (text: String, isCopied: Bool) {
    var scene = Scene(width: 32, height: 8)
    let id = try #require(scene.images.image(InkJPEG.url(file)))
    scene.add(Rect(0, 0, 32, 8), scene.style { _ in }, scene.image(id, in: Rect(0, 0, 32, 8)))
    var options = Painter.PDFOptions()
    if !conformance.isEmpty { options.conformance = try Conformance(conformance) }
    let pdf = try scene.painter.pdf(options).bytes
    return (try unpackedText(pdf), pdf.firstRange(of: file) != nil)
  }

  private static let inverted = "/Decode [1 0 1 0 1 0 1 0]"

  @Test(arguments: [InkJPEG.baseline, InkJPEG.progressive]) func imagesOfInksAreCopied(file: [UInt8]) throws {
    let (text, isCopied) = try image(file)
    #expect(isCopied && text.contains("/ColorSpace /DeviceCMYK") && text.contains(Self.inverted))
    let profile = try image(InkJPEG.file(file, with: ProfileSample.cmyk(), parts: 2, order: [2, 1]))
    #expect(profile.isCopied && profile.text.contains("/ICCBased") && profile.text.contains("/N 4"))
    #expect(profile.text.contains(Self.inverted) && !profile.text.contains("DeviceCMYK"))
  }

  @Test func imagesOfInksWithoutAdobesMarkerAreNotInverted() throws {
    let (text, isCopied) = try image(InkJPEG.plain)
    #expect(isCopied && text.contains("/DeviceCMYK") && !text.contains("/Decode ["))
  }

  @Test func aDamagedProfileIsLeftOut() throws {
    let file = InkJPEG.file(InkJPEG.baseline, with: ProfileSample.cmyk(), parts: 3, order: [1, 3])
    let (text, isCopied) = try image(file)
    #expect(isCopied && text.contains("/DeviceCMYK") && !text.contains("/ICCBased"))
  }

  @Test func archivesHavePixelsOfImagesOfInksUnlessTheyHaveAProfile() throws {
    for profile in [ConformanceProfile.pdfA1b, .pdfA2b, .pdfA4] {
      let (plain, isCopied) = try image(InkJPEG.baseline, conformance: [profile])
      #expect(!isCopied && plain.contains("/DeviceRGB") && !plain.contains("/DeviceCMYK"))
      let version2 = InkJPEG.file(InkJPEG.baseline, with: ProfileSample.cmyk())
      #expect(try image(version2, conformance: [profile]).isCopied)
      let version4 = InkJPEG.file(InkJPEG.baseline, with: ProfileSample.cmyk(version: 4))
      #expect(try image(version4, conformance: [profile]).isCopied == (profile != .pdfA1b))
    }
    // PDF/UA says nothing about colours.
    #expect(try image(InkJPEG.baseline, conformance: [.pdfUA1]).isCopied)
  }

  @Test func imagesOfScreensKeepProfilesThatAreNotSRGB() throws {
    let images = ImageStore(loader: ResourceLoader())
    let file = images.bytes(try #require(images.image(Pictures.jpeg)))
    let plain = try image(file).text
    #expect(plain.contains("/ColorSpace /DeviceRGB"))
    let srgb = try image(InkJPEG.file(file, with: ProfileSample.rgb("sRGB"))).text
    #expect(srgb.contains("/ColorSpace /DeviceRGB") && !srgb.contains("/ICCBased"))
    let wide = try image(InkJPEG.file(file, with: ProfileSample.rgb("Wide", exchanged: true))).text
    #expect(wide.contains("/ICCBased") && wide.contains("/N 3") && !wide.contains("/Decode ["))
  }
}
