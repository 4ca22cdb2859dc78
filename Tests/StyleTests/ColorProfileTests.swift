import TestTraits
import Testing

@testable import Style

/// Colours of inks and of profiles (css-color-5 §14 and §15).
@Suite(.hangLimit) struct ColorProfileTests {
  @Test func coloursOfInksTakeNoMoreMemory() { #expect(MemoryLayout<Color>.size == 16) }

  @Test func deviceColoursKeepTheirInks() throws {
    let black = try #require(try Sheet.color("device-cmyk(0 0 0 1)").inks)
    #expect(black == Inks(profile: .deviceCMYK, components: [0, 0, 0, 1]))
    // Rich black is the same in sRGB.
    #expect(try Sheet.color("device-cmyk(60% 0.4 33.33% 100%)").inks?.components == [0.6, 0.4, 0.3333, 1])
    #expect(try Sheet.color("device-cmyk(0 0 0 0)").inks?.components == [0, 0, 0, 0])
    #expect(try Sheet.color("black").inks == nil)
    let faint = try Sheet.color("device-cmyk(0 1 0 0 / 50%)")
    #expect(faint.alpha == 0.5 && faint.inks?.components == [0, 1, 0, 0])
  }

  @Test func inksArePartOfEquality() throws {
    let black = try Sheet.color("device-cmyk(0 0 0 1)")
    let same = try Sheet.color("device-cmyk(0, 0, 0, 1)")
    let rich = try Sheet.color("device-cmyk(1 1 1 1)")
    #expect(black != .black && black == same && Set([black, .black, rich, same]).count == 3)
    let (a, b) = (try Sheet.color("color(--a 0 0 0 1)"), try Sheet.color("color(--b 0 0 0 1)"))
    #expect(a != b)
  }

  /// The sign of a channel marks inks.
  @Test func channelsAreNeverNegative() {
    let odd = Color(red: -0.0, green: -1, blue: .nan)
    #expect(!odd.hasInks && odd == .black)
  }

  @Test(
    arguments: [
      ("color(--x 100% 0 0 0)", [1, 0, 0, 0], [0, 1, 1]), ("color(--x 0.25 none 1)", [0.25, 0, 1], [0.25, 0, 1]),
      ("color(--x 40% / 0.5)", [0.4], [0.4, 0.4, 0.4]), ("color(--x -1 2 0.5 0)", [0, 1, 0.5, 0], [1, 0, 0.5]),
    ] as [(String, [Double], [Float])])
  func coloursOfProfilesHaveAColourForScreens(value: String, components: [Double], rgb: [Float]) throws {
    let color = try Sheet.color(value)
    #expect(color.inks == Inks(profile: ColorProfileID(name: "--x"), components: components))
    #expect([color.red, color.green, color.blue] == rgb)
  }

  @Test(arguments: [
    "color(--x)", "color(--x 1 1)", "color(--x 1 1 1 1 1)", "color(--x, 1)", "color(from red --x 1 1 1)",
    "color(x 1 1 1)", "color(--x 1 /)", "color(-x 1)",
  ])
  func otherColoursOfProfilesAreInvalid(value: String) throws {
    #expect(try Sheet.color(value) == .black)
  }

  @Test(arguments: [
    "color-mix(in srgb, device-cmyk(0 1 1 0), device-cmyk(0 1 1 0))", "rgb(from device-cmyk(0 1 1 0) r g b)",
    "color(from device-cmyk(0 1 1 0) srgb r g b)",
  ])
  func computedColoursAreInSRGB(value: String) throws {
    #expect(try Sheet.color(value) == Color(red: 1, green: 0, blue: 0))
  }

  @Test func theCurrentColourKeepsItsInks() throws {
    let sheet = try Sheet("#x { color: device-cmyk(0 0 0 1); border: 1px solid; background: currentcolor }")
    #expect(sheet.paint.borderColor.top.inks?.components == [0, 0, 0, 1])
    #expect(sheet.paint.backgroundColor == sheet.text.color)
  }

  // MARK: Rules

  @Test func profilesAreCollected() throws {
    let sheet = try Sheet(
      """
      @color-profile device-cmyk { src: url(a.icc) }
      @media print { @color-profile --Brand { rendering-intent: Perceptual; components: a, b, c, D; src: url("b.icc") } }
      @color-profile DEVICE-CMYK { src: url(c.icc); rendering-intent: saturation }
      """)
    #expect(sheet.messages == [])
    let profiles = sheet.document.colorProfiles
    #expect(profiles.map(\.name) == ["device-cmyk", "--Brand"])
    #expect(profiles.map(\.address) == ["c.icc", "b.icc"])
    #expect(profiles.map(\.intent) == [.saturation, .perceptual])
    #expect(profiles[1].components == ["a", "b", "c", "D"] && profiles[0].id == .deviceCMYK)
  }

  @Test(arguments: [
    ("@color-profile { src: url(a) }", "expected device-cmyk or a name"),
    ("@color-profile brand { src: url(a) }", "expected device-cmyk or a name"),
    ("@color-profile --a --b { src: url(a) }", "expected device-cmyk or a name"),
    ("@color-profile --a;", "expected device-cmyk or a name"), ("@color-profile --a {}", "it needs src"),
    ("@color-profile --a { src: a.icc }", "“src”"), ("@color-profile --a { src: url(a) url(b) }", "“src”"),
    ("@color-profile --a { src: url(a); rendering-intent: best }", "“rendering-intent”"),
    ("@color-profile --a { src: url(a); components: a b }", "“components”"),
    ("@color-profile --a { src: url(a); components: a, a }", "“components”"),
    ("@color-profile --a { src: url(a); components: none }", "“components”"),
    ("@color-profile --a { src: url(a); name: b }", "“name”"),
  ])
  func whatIsNotValidIsReported(rule: String, part: String) throws {
    let sheet = try Sheet(rule)
    let message = try #require(sheet.messages.first)
    #expect(message.contains("@color-profile") && message.contains(part), "\(message)")
    #expect(sheet.document.diagnostics.allSatisfy { $0.location.line > 0 && $0.location.column > 0 })
    #expect(sheet.document.colorProfiles.count == (rule.contains("src: url(a);") ? 1 : 0))
  }

  @Test func anInvalidDescriptorDoesNotOverrideAnEarlierOne() throws {
    let sheet = try Sheet("@color-profile --a { src: url(a.icc); src: none }")
    #expect(sheet.document.colorProfiles.map(\.address) == ["a.icc"])
  }

  @Test func thereAreAtMostThirtyTwoProfiles() throws {
    let sheet = try Sheet((0..<40).map { "@color-profile --p\($0) { src: url(a) }" }.joined())
    #expect(sheet.document.colorProfiles.count == 32 && sheet.messages.count == 8)
  }

  @Test func namesOfProfilesAreTheSameInEveryProcess() {
    #expect(ColorProfileID(name: "--x").rawValue != ColorProfileID(name: "--X").rawValue)
    #expect(ColorProfileID(name: "device-cmyk") == .deviceCMYK)
    // FNV-1a of "--fogra39", folded to 28 bits.
    let hash = "--fogra39".utf8.reduce(2_166_136_261 as UInt32) { ($0 ^ UInt32($1)) &* 16_777_619 }
    #expect(ColorProfileID(name: "--fogra39").rawValue == (hash ^ hash >> 28) & 0xFFF_FFFF)
  }
}
