import ArchiveTesting
import ColorSamples
import OperatingSystem
import PDF
import ProgramTesting
import Resources
import TestTraits
import Testing

@testable import Composition

/// Documents with colours and images of inks.
@Suite(.hangLimit) struct InkDocumentTests {
  private static let profile = InkJPEG.url(ProfileSample.cmyk(), type: "application/vnd.iccprofile")

  private func document(_ html: String, _ profiles: String = "") throws -> HTMLDocument {
    var document = HTMLDocument(html: Array("<!DOCTYPE html><html lang=en><title>x</title>\n\(html)".utf8))
    document.name = "page.html"
    if !profiles.isEmpty { document.conform(to: ConformanceRequest(try Conformance(profiles), failure: .refuse)) }
    return document
  }

  private func rendered(_ html: String, _ profiles: String = "") throws -> RenderedDocument {
    let document = try document(html, profiles)
    return try withLargeStack { Result { try Typesetter().render(.html(document)) } }.get()
  }

  /// The file with its streams decoded.
  private func text(_ html: String, _ profiles: String = "") throws -> String {
    let pdf = try rendered(html, profiles).pdf
    #expect(try QPDF.fault(in: pdf) == nil)
    return String(decoding: try QPDF.expanded(pdf), as: UTF8.self)
  }

  private static let page = """
    <style>@page { size: 100px 60px; margin: 0 } body { margin: 0 } h1 { all: unset; display: block }
    h1 { color: device-cmyk(0 0 0 1); border-bottom: 2px solid device-cmyk(1 0 0 0) }
    p { margin: 0; height: 20px; background: device-cmyk(0 1 0 0) }</style>
    <h1>A</h1><p><svg width=20 height=20 style="display: block"><rect width=10 height=20 fill="device-cmyk(0 0 1 0)"/>
    <path d="M15 0V20" style="stroke: device-cmyk(0 0 0 .5); stroke-width: 6px"/></svg>
    """

  @Test func allThatHasOneColourKeepsItsInks() throws {
    let text = try text(Self.page)
    for operators in ["0 0 0 1 k", "1 0 0 0 k", "0 1 0 0 k", "0 0 1 0 k", "0 0 0 .5 K"] {
      #expect(text.contains("\n\(operators)\n"), "\(operators)")
    }
    #expect(!text.contains(" rg\n") && !text.contains(" RG\n"))
  }

  @Test func aProfileReplacesThePrintersInks() throws {
    let text = try text("<style>@color-profile device-cmyk { src: url(\(Self.profile)) }</style>" + Self.page)
    #expect(text.contains(" cs 0 0 0 1 scn\n") && text.contains(" CS 0 0 0 .5 SCN\n"))
    #expect(!text.contains(" k\n") && text.contains("/ICCBased"))
  }

  @Test(arguments: ["pdf/a-1b", "pdf/a-2b", "pdf/a-3b", "pdf/a-2a,pdf/ua-1", "pdf/a-4", "pdf/ua-1"])
  func documentsWithInksConform(profiles: String) throws {
    let images = [
      InkJPEG.baseline, InkJPEG.plain, InkJPEG.file(InkJPEG.progressive, with: ProfileSample.cmyk()),
      InkJPEG.file(InkJPEG.baseline, with: ProfileSample.cmyk(version: 4)),
    ].map { "<img alt=Inks src='\(InkJPEG.url($0))'>" }.joined()
    // With the profile of the printer, without it, and with colours of its own.
    for style in ["", "@color-profile device-cmyk { src: url(\(Self.profile)) }"] {
      let html = """
        <style>@color-profile --brand { src: url(\(Self.profile)) } \(style)
        h1 { color: device-cmyk(0 0 0 1) } p { background: color(--brand 0 .5 0 0) }</style><h1>A</h1><p>b \(images)
        """
      let document = try rendered(html, profiles)
      #expect(document.warnings.map(\.message) == [])
      #expect(try QPDF.fault(in: document.pdf) == nil)
    }
  }

  @Test func profilesThatCannotBeUsedAreReportedAtTheirRules() throws {
    func warnings(_ rule: String) throws -> [String] {
      try rendered("<style>\n \(rule)</style><p style='color: device-cmyk(0 0 0 1)'>x").warnings.map(\.description)
    }
    func check(_ rule: String, _ part: String) throws {
      let found = try warnings(rule)
      #expect(found.count == 1 && found.first?.hasPrefix("page.html:3:2: ") == true, "\(found)")
      #expect(found.first?.contains(part) == true, "\(found)")
    }
    func url(_ bytes: [UInt8]) -> String { InkJPEG.url(bytes, type: "application/octet-stream") }
    #expect(try warnings("@color-profile device-cmyk { src: url(\(Self.profile)) }") == [])
    try check("@color-profile device-cmyk { src: url(no.icc) }", "“no.icc”")
    try check("@color-profile device-cmyk { src: url(http://example.org/a.icc) }", "http:")
    try check("@color-profile device-cmyk { src: url(\(url([1, 2, 3]))) }", "it is not an ICC profile")
    try check("@color-profile device-cmyk { src: url(\(url(ProfileSample.rgb("x")))) }", "3 components instead of 4")
    try check(
      "@color-profile --a { src: url(\(Self.profile)); components: c, m }", "names 2 components, but it has 4")
  }

  // MARK: Pictures

  /// The colours of the centres of equal columns, as Poppler draws the first row of a page.
  private func columns(_ html: String, _ count: Int) throws -> [[Int]] {
    let pdf = try rendered("<style>@page { margin: 0 } body { margin: 0 } img { display: block }</style>" + html).pdf
    let ppm = Array(try TestProgram.output(of: pdf) { ["pdftoppm", "-r", "96", $0] })
    let header = ppm.prefix(64).split(maxSplits: 4, omittingEmptySubsequences: true) { $0 <= 0x20 }
    let width = try #require(Int(String(decoding: header[1], as: UTF8.self)))
    let pixels = Array(ppm[header[4].startIndex...])
    return (0..<count).map { column in
      let x = width * (2 * column + 1) / (2 * count)
      return (0..<3).map { Int(pixels[3 * (2 * width + x) + $0]) }
    }
  }

  /// Cyan, magenta, black and white, as printed inks may be shown.
  private func expectInks(_ colors: [[Int]], tolerance: Int) {
    let expected = [[0, 255, 255], [255, 0, 255], [0, 0, 0], [255, 255, 255]]
    for (color, ideal) in zip(colors, expected) {
      #expect(zip(color, ideal).allSatisfy { abs($0 - $1) <= tolerance }, "\(colors)")
    }
    #expect(colors.count == 4)
  }

  @Test(arguments: [InkJPEG.baseline, InkJPEG.progressive])
  func imagesOfInksAreShownRight(file: [UInt8]) throws {
    let page = "<style>@page { size: 32px 8px }</style>"
    // The inks of a printer are less pure than those of a screen.
    expectInks(try columns(page + "<img src='\(InkJPEG.url(file))'>", 4), tolerance: 175)
    let profile = InkJPEG.file(file, with: ProfileSample.cmyk(), parts: 2)
    expectInks(try columns(page + "<img src='\(InkJPEG.url(profile))'>", 4), tolerance: 24)
    // EXIF orientation 3: turned by 180°.
    let exif: [UInt8] = [0xFF, 0xE1, 0, 0x22] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3]
    let turned = Array(profile[..<2] + exif + [0, 0, 0, 1, 0, 3, 0, 0, 0, 0, 0, 0] + profile[2...])
    expectInks(try columns(page + "<img src='\(InkJPEG.url(turned))'>", 4).reversed(), tolerance: 24)
    // Without the marker, the same numbers are the opposite.
    let plain = try columns(page + "<img src='\(InkJPEG.url(InkJPEG.plain))'>", 4)
    #expect(plain[0][0] > plain[0][1] && plain[3].allSatisfy { $0 < 64 }, "\(plain)")
  }

  @Test func coloursOfInksAreShownRight() throws {
    func page(_ style: String, _ function: (String) -> String) -> String {
      let boxes = ["1 0 0 0", "0 1 0 0", "0 0 0 1", "0 0 0 0"].map { "<i style='background: \(function($0))'></i>" }
      return "<style>@page { size: 32px 8px } body { display: flex } i { width: 8px; height: 8px } \(style)</style>"
        + boxes.joined()
    }
    expectInks(try columns(page("") { "device-cmyk(\($0))" }, 4), tolerance: 175)
    let rule = "@color-profile --a { src: url(\(Self.profile)); rendering-intent: relative-colorimetric }"
    expectInks(try columns(page(rule) { "color(--a \($0))" }, 4), tolerance: 24)
  }
}
