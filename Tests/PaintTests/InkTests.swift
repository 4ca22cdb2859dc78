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

/// Colours of inks and profiles in PDFs (ISO 32000-1, 8.6.4.4 and 8.6.5.5).
@Suite(.hangLimit) struct InkTests {
  private func inks(_ components: Double..., profile: ColorProfileID = .deviceCMYK, alpha: Float = 1) throws -> Color {
    try #require(Color(profile: profile, components: components, alpha: alpha))
  }

  /// The contents of all streams that can be decoded, after the file's text.
  private func text(_ scene: Scene, conformance: [ConformanceProfile] = []) throws -> String {
    var options = Painter.PDFOptions()
    if !conformance.isEmpty { options.conformance = try Conformance(conformance) }
    let pdf = try scene.painter.pdf(options).bytes
    let file = try PDFFile(bytes: pdf)
    var text = try unpackedText(pdf)
    for number in 1..<500 {
      guard let reference = PDFReference(number, 0), case .stream(let stream)? = try? file.object(reference),
        stream.dictionary["Type"].isNull || stream.dictionary["Subtype"] == .name("Form"),
        stream.dictionary["N"].isNull
      else { continue }
      text += String(decoding: (try? file.decode(stream)) ?? [], as: UTF8.self)
    }
    return text
  }

  private func rules(_ css: String) throws -> [ColorProfileRule] {
    StyleEngine.style(try Document.parse(html: "<style>\(css)</style>"), loader: ResourceLoader()).colorProfiles
  }

  private func count(_ part: String, in text: String) -> Int {
    text.split(separator: part, omittingEmptySubsequences: false).count - 1
  }

  /// A scene with a box of a colour, and a border of another.
  private func boxes(_ fill: Color, _ border: Color) -> Scene {
    var scene = Scene(width: 40, height: 40)
    scene.fill(Rect(4, 4, 20, 20), fill) {
      $0.box.borderWidth = Sides(2)
      $0.box.borderStyle = Sides(.dashed)
      $0.paint.borderColor = Sides(border)
    }
    return scene
  }

  @Test func fillsAndStrokesKeepTheirInks() throws {
    let scene = boxes(try inks(0, 0, 0, 1), try inks(0.2, 1, 0.345, 0))
    let pdf = try text(scene)
    #expect(count("\n0 0 0 1 k\n", in: pdf) == 1)
    // Each side has a state of its own.
    #expect(count("\n.2 1 .345 0 K\n", in: pdf) == 4)
    #expect(count("rg\n", in: pdf) == 0 && count("RG\n", in: pdf) == 0)
  }

  @Test func translucentInksHaveAnOpacity() throws {
    var scene = Scene(width: 9, height: 9)
    scene.fill(Rect(0, 0, 9, 9), try inks(0, 1, 0, 0, alpha: 0.5))
    let pdf = try text(scene)
    #expect(pdf.contains("0 1 0 0 k\n") && pdf.contains("/ca 0.5"))
    // The blending space of the page is still that of the other pages.
    #expect(pdf.contains("/DeviceRGB"))
  }

  @Test func pixelsAreInSRGB() throws {
    var scene = Scene(width: 3, height: 1)
    scene.fill(Rect(0, 0, 1, 1), try inks(1, 0, 0, 0))
    scene.fill(Rect(1, 0, 1, 1), try inks(0, 0, 0, 1))
    scene.fill(Rect(2, 0, 1, 1), try inks(0, 1, 1, 0))
    #expect(try scene.grid() == "CKR")
  }

  @Test func gradientsAreInSRGB() throws {
    var scene = Scene(width: 9, height: 9)
    let stops = [
      GradientStop(color: try inks(0, 1, 1, 0), position: nil),
      GradientStop(color: try inks(1, 0, 1, 0), position: nil),
    ]
    let gradient = LinearGradient(line: .angle(90), stops: stops, isRepeating: false)
    scene.add(
      Rect(0, 0, 9, 9), scene.style { $0.paint.backgroundLayers = [BackgroundLayer(image: .linearGradient(gradient))] })
    let pdf = try text(scene)
    #expect(pdf.contains("/C0 [1 0 0]") && pdf.contains("/C1 [0 1 0]") && !pdf.contains("DeviceCMYK"))
  }

  /// The shades of a bevel are computed.
  @Test func bevelsAreInSRGB() throws {
    var scene = Scene(width: 20, height: 20)
    scene.fill(Rect(0, 0, 20, 20), .white) {
      $0.box.borderWidth = Sides(4)
      $0.box.borderStyle = Sides(.inset)
      $0.paint.borderColor = Sides(Color(profile: .deviceCMYK, components: [0, 1, 1, 0]) ?? .black)
    }
    let pdf = try text(scene)
    #expect(!pdf.contains(" k\n"))
  }

  @Test func archivesHaveInksInSRGBUnlessTheyHaveAProfile() throws {
    var scene = boxes(try inks(0, 0, 0, 1), try inks(0, 1, 1, 0))
    let plain = try text(scene, conformance: [.pdfA2b])
    #expect(plain.contains("\n0 0 0 rg\n") && plain.contains("\n1 0 0 RG\n") && !plain.contains("0 1 k\n"))
    let rules = try rules("@color-profile device-cmyk { src: url(a.icc) }")
    scene.colorProfiles.add(rules[0], try ICCProfile(ProfileSample.cmyk()))
    #expect(try text(scene, conformance: [.pdfA1b]).contains(" cs 0 0 0 1 scn\n"))
    // PDF/A-1 has no profiles of version 4.
    scene.colorProfiles.add(rules[0], try ICCProfile(ProfileSample.cmyk(version: 4)))
    #expect(try text(scene, conformance: [.pdfA2b]).contains(" cs 0 0 0 1 scn\n"))
    #expect(try text(scene, conformance: [.pdfA1b]).contains("\n0 0 0 rg\n"))
    var options = Painter.PDFOptions()
    options.conformance = try Conformance([.pdfA1b])
    #expect(try scene.painter.pdf(options).diagnostics.map(\.code) == ["unusable_color_profile"])
  }

  @Test func colourSpacesOfProfilesAreShared() throws {
    let brand = ColorProfileID(name: "--brand")
    var scene = boxes(try inks(0, 0, 0, 1), try inks(0.5, 0, 0, 0, profile: brand))
    scene.fill(Rect(30, 30, 4, 4), try inks(0.1, 0.2, 0.3, profile: ColorProfileID(name: "--display")))
    scene.fill(Rect(30, 34, 4, 4), try inks(0.7, profile: ColorProfileID(name: "--grey")))
    let rules = try rules(
      """
      @color-profile device-cmyk { src: url(a.icc) }
      @color-profile --brand { src: url(a.icc); rendering-intent: saturation }
      @color-profile --display { src: url(b.icc) } @color-profile --grey { src: url(c.icc) }
      """)
    let files = [ProfileSample.cmyk(), ProfileSample.cmyk(), ProfileSample.rgb("x"), ProfileSample.gray()]
    for (rule, file) in zip(rules, files) { scene.colorProfiles.add(rule, try ICCProfile(file)) }
    let id = try #require(scene.images.image(InkJPEG.url(InkJPEG.file(InkJPEG.baseline, with: files[0]))))
    scene.add(Rect(0, 0, 4, 4), scene.style { _ in }, scene.image(id, in: Rect(0, 0, 4, 4)))
    let pdf = try text(scene)
    #expect(count("/N 4", in: pdf) == 1 && count("/N 3", in: pdf) == 1 && count("/N 1", in: pdf) == 1)
    #expect(pdf.contains(" cs 0 0 0 1 scn\n") && pdf.contains(" CS .5 0 0 0 SCN\n"))
    #expect(pdf.contains(" cs .1 .2 .3 scn\n") && pdf.contains(" cs .7 scn\n"))
    #expect(!pdf.contains(" k\n"))
  }

  @Test func anIntentAppliesToTheColoursOfItsProfileAlone() throws {
    var profiles = ColorProfiles()
    let rule = try rules("@color-profile --a { src: url(a); rendering-intent: saturation }")[0]
    profiles.add(rule, try ICCProfile(ProfileSample.cmyk()))
    let drawing = PDFDrawing()
    let fonts = DrawnFonts(drawing, SVGLimitTests.noFonts, PreparedImages())
    let canvas = PDFCanvas(
      drawing, fonts, DrawnGradients(drawing), DrawnColors(drawing, profiles), size: Size(width: 9, height: 9),
      scale: 1, isTagged: false)
    let brand = try inks(1, 0, 0, 0, profile: rule.id)
    for color in [brand, .red, .red, brand, try inks(1, 0, 0, 0)] { canvas.fill(Rect(0, 0, 9, 9), color) }
    let operators = String(decoding: canvas.stream.bytes, as: UTF8.self).split(separator: "\n")
      .compactMap { $0.split(separator: " ").last }.filter { ["ri", "scn", "rg", "k"].contains($0) }
    #expect(operators == ["ri", "scn", "ri", "rg", "ri", "scn", "ri", "k"])
  }

  @Test func coloursWithoutAProfileAreReported() throws {
    var scene = boxes(try inks(1, 0, 0, profile: ColorProfileID(name: "--typo")), .black)
    #expect(try text(scene).contains("\n1 0 0 rg\n"))
    #expect(try scene.painter.pdf().diagnostics.map(\.code) == ["undefined_color_profile"])
    // A rule whose profile could not be loaded was reported already.
    scene.colorProfiles.add(try rules("@color-profile --typo { src: url(a) }")[0], nil)
    #expect(try scene.painter.pdf().diagnostics.isEmpty)
    scene.colorProfiles.add(
      try rules("@color-profile --typo { src: url(a) }")[0], try ICCProfile(ProfileSample.cmyk()))
    #expect(try scene.painter.pdf().diagnostics.map(\.code) == ["undefined_color_profile"])
  }
}
