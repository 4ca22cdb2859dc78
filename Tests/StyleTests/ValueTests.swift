import TestTraits
import Testing

@testable import Style

/// `calc-size()` (css-values-5 §10).
@Suite(.hangLimit) struct CalcSizeTests {
  @Test(arguments: [
    ("calc-size(auto, size)", "auto"), ("calc-size(min-content, size)", "min-content"),
    ("calc-size(100px, size * 2 + 5px)", "205px"), ("calc-size(50%, size - 10px)", "calc(50% - 10px)"),
    ("calc-size(any, 3em)", "3em"), ("calc-size(10px + 5px, (size + size) / 2)", "15px"),
    ("calc-size(any, 10% + 1px)", "calc(10% + 1px)"),
  ])
  func theCalculationHasASize(value: String, same: String) throws {
    #expect(try Sheet("#x { width: \(value) }").box.width == Sheet("#x { width: \(same) }").box.width)
  }

  @Test(arguments: [
    "calc-size(auto, size * 2)", "calc-size(any, size)", "calc-size(auto)", "calc-size(10px, 2)", "calc(size)", "size",
    "calc-size(1px, \(String(repeating: "size + ", count: 600))size)",
  ])
  func othersAreIgnored(value: String) throws {
    #expect(try Sheet("#x { width: 7px; width: \(value) }").box.width == .length(.px(7)))
  }
}

@Suite(.hangLimit) struct ValueTests {
  @Test(arguments: [
    ("10px", 10), ("1in", 96), ("2.54cm", 96), ("25.4mm", 96), ("72pt", 96), ("6pc", 96), ("101.6q", 96), ("2em", 40),
    ("2rem", 32), ("2ex", 20),
    ("2ch", 20), ("calc(1px + 2px)", 3), ("calc(10px*3/2)", 15), ("calc(2 * (1em - 10px))", 20), ("min(3px, 1em)", 3),
    ("max(3px, 1em)", 20),
    ("clamp(1px, 5px, 3px)", 3), ("clamp(none, 5px, 3px)", 3), ("abs(-4px)", 4), ("calc(sign(-4px) * -6px)", 6),
    ("round(7px, 5px)", 5),
    ("round(up, 7px, 5px)", 10), ("round(up, 7px, -5px)", 10), ("round(down, 7px, -5px)", 5),
    ("round(5px, -2px)", 6), ("mod(7px, 5px)", 2), ("calc(1px * pow(2, 3))", 8), ("hypot(3px, 4px)", 5),
    ("calc(10px * sin(90deg))", 10),
    ("calc(1px * sqrt(16))", 4), ("calc(-1 * -5px)", 5), ("calc((1px))", 1), ("calc(10px / (1px / 1px))", 10),
    ("1e1px", 10), ("+.5px", 0.5),
    ("calc(1px * pi / pi)", 1), ("calc(1px + (2px - -3px))", 6), ("0", 0),
  ])
  func lengthsComputeToPixels(value: String, px: Double) throws {
    let sheet = try Sheet("#x { font-size: 20px; width: \(value) }")
    guard case .length(.px(let width)) = sheet.box.width else {
      Issue.record("\(value): \(sheet.box.width)")
      return
    }
    #expect(abs(width - px) < 1e-6)
  }

  /// Regression: products of many large factors were infinite, and their differences not numbers.
  @Test func calculationsAreFinite() throws {
    let infinite = Array(repeating: "1e15", count: 30).joined(separator: " * ")
    #expect(try Sheet("#x { width: calc(\(infinite) * 1px) }").box.width == .length(.px(1e15)))
    #expect(try Sheet("#x { width: calc(\(infinite) * 1px - \(infinite) * 1px) }").box.width == .length(.px(0)))
    let mixed = try Sheet("#x { width: calc((\(infinite)) * (1px + 1%) - (\(infinite)) * (1px + 1%)) }").box.width
    guard case .length(let width) = mixed else {
      Issue.record("\(mixed)")
      return
    }
    #expect(width.resolve(against: 100).isFinite)
    #expect(try Sheet("#x { initial-letter: calc(\(infinite) - \(infinite)) }").box.initialLetter?.size == 1)
  }

  @Test(arguments: [
    "5", "5qx", "calc(1px + 1)", "calc(1px+1px)", "calc(1px * 1px)", "calc(1 / 1px)", "calc()", "calc(1px", "-5px",
    "min()", "round(1px)", "sin(1px)",
    "calc(1px 2px)", "1 px", "5px 6px", "clamp(1px, 2px)", "calc(1deg)", "calc(1px / 0%)",
  ])
  func invalidLengthsAreIgnored(value: String) throws {
    // An unclosed function contains the rest of the style sheet.
    let sheet = try Sheet("#x { width: \(value) }")
    #expect(value == "calc(1px" || sheet.box.width == .auto)
  }

  @Test func percentagesAreResolvedAgainstTheirBasis() throws {
    #expect(try Sheet.width("50%") == .percent(50))
    #expect(try Sheet.width("calc(50% + 0%)") == .percent(50))
    guard case .length(.calc(let sum)) = try Sheet.width("calc(100% - 20px)") else { return #expect(Bool(false)) }
    #expect(sum.resolve(against: 300) == 280)
    guard case .length(.calc(let least)) = try Sheet.width("min(50%, 100px)") else { return #expect(Bool(false)) }
    #expect(least.resolve(against: 100) == 50)
    #expect(least.resolve(against: 1000) == 100)
  }

  @Test func viewportUnitsReferToThePageArea() throws {
    let css = "@page { size: 500px 300px; margin: 50px } #x { width: 100vw; height: 50vh; min-width: 10vmin }"
    let sheet = try Sheet(css)
    #expect(sheet.box.width == .px(400))
    #expect(sheet.box.height == .px(100))
    #expect(sheet.box.minWidth == .px(20))
  }

  @Test(arguments: [
    ("red", 255, 0, 0), ("#0f0", 0, 255, 0), ("#0000ff", 0, 0, 255), ("rgb(1, 2, 3)", 1, 2, 3),
    ("rgb(1 2 3 / 50%)", 1, 2, 3),
    ("rgb(100%, 0%, 0%)", 255, 0, 0), ("rgba(1,2,3,.5)", 1, 2, 3), ("hsl(120, 100%, 50%)", 0, 255, 0),
    ("hsl(240deg 100 50)", 0, 0, 255),
    ("hwb(0 0% 0%)", 255, 0, 0), ("hwb(0 40% 80%)", 85, 85, 85), ("lab(100 0 0)", 255, 255, 255),
    ("oklab(0 0 0)", 0, 0, 0),
    ("oklch(1 0 0)", 255, 255, 255), ("lch(54.29% 106.84 40.86)", 255, 0, 0), ("oklch(62.8% 0.2577 29.23)", 255, 0, 0),
    ("color(srgb 1 0 0)", 255, 0, 0),
    ("color(srgb-linear 0 1 0)", 0, 255, 0), ("color(xyz 0.9505 1 1.089)", 255, 255, 255),
    ("color(display-p3 0 0 0)", 0, 0, 0), ("RebeccaPurple", 102, 51, 153),
    ("color-mix(in srgb, red, blue)", 128, 0, 128), ("color-mix(in srgb, red 25%, blue)", 64, 0, 191),
    ("rgb(none 0 300)", 0, 0, 255), ("CanvasText", 0, 0, 0),
    ("light-dark(red, blue)", 255, 0, 0), ("contrast-color(#ff0)", 0, 0, 0), ("contrast-color(navy)", 255, 255, 255),
    ("color-mix(in display-p3, #936, #936)", 153, 51, 102), ("color-mix(in a98-rgb, #936, #936)", 153, 51, 102),
    ("color-mix(in rec2020, #936, #936)", 153, 51, 102), ("color-mix(in prophoto-rgb, #936, #010203)", 86, 27, 57),
  ])
  func coloursAreComputed(value: String, red: Int, green: Int, blue: Int) throws {
    let color = try Sheet.color(value)
    func near(_ channel: Float, _ expected: Int) -> Bool { abs(channel * 255 - Float(expected)) < 1.1 }
    #expect(near(color.red, red) && near(color.green, green) && near(color.blue, blue), "\(value): \(color)")
  }

  @Test(arguments: [
    ("rgb(from red g r b)", 0, 255, 0), ("rgb(from #102030 calc(r * 2) calc(g + 1) 5)", 32, 33, 5),
    ("hsl(from green h s 50%)", 0, 255, 0), ("hwb(from red h 50 b)", 255, 128, 128),
    ("oklch(from red l c h)", 255, 0, 0), ("lab(from white l a b)", 255, 255, 255),
    ("rgb(from rgb(from red b g r) r g b)", 0, 0, 255), ("color(from lime srgb b g r)", 0, 255, 0),
    ("color(from #936 display-p3 r g b)", 153, 51, 102), ("color(from #936 prophoto-rgb r g b)", 153, 51, 102),
    ("contrast-color(rgb(from yellow r g b))", 0, 0, 0),
  ])
  func relativeColoursUseTheChannelsOfTheirOrigin(value: String, red: Int, green: Int, blue: Int) throws {
    let color = try Sheet.color(value)
    func near(_ channel: Float, _ expected: Int) -> Bool { abs(channel * 255 - Float(expected)) < 1.1 }
    #expect(near(color.red, red) && near(color.green, green) && near(color.blue, blue), "\(value): \(color)")
  }

  /// css-color-4 §12.2: a missing component is that of the other colour, also after a conversion. Colours beyond sRGB
  /// are only clipped at the end.
  @Test(arguments: [
    ("color-mix(in srgb, rgb(none 0 0), rgb(200 100 0))", 200, 50, 0, 1.0),
    ("color-mix(in srgb, rgb(none 0 0), rgb(none 100 0))", 0, 50, 0, 1),
    ("color-mix(in srgb, rgb(255 0 0 / none), rgb(0 0 255 / 0.5))", 128, 0, 128, 0.5),
    ("color-mix(in display-p3, color(srgb none 0 0), color(display-p3 1 0 0))", 255, 0, 0, 1),
    ("color-mix(in hwb, hwb(none 0% 0%), hwb(120 0% 0%))", 0, 255, 0, 1),
    ("color-mix(in hwb, hwb(90 50% 50%), lime)", 64, 191, 64, 1),
    ("color-mix(in hsl, hsl(none 100% 50%), hsl(240 100% 50%))", 0, 0, 255, 1),
    ("color-mix(in srgb, color(srgb 2 0 0), black)", 255, 0, 0, 1),
    ("color-mix(in srgb, rgb(510 0 0), black)", 128, 0, 0, 1),
    ("color(from color(srgb 2 0 0) srgb calc(r / 4) g b)", 128, 0, 0, 1),
    ("rgb(from color(srgb 2 0 0) calc(r / 4) g b)", 128, 0, 0, 1),
    ("color-mix(in srgb, color-mix(in srgb, color(srgb 4 0 0), black), black)", 255, 0, 0, 1),
    ("color-mix(in srgb, rgb(from color(srgb 2 0 0) r g b), black)", 255, 0, 0, 1),
  ])
  func coloursInMixesKeepTheirComponents(value: String, red: Int, green: Int, blue: Int, alpha: Double) throws {
    let color = try Sheet.color(value)
    func near(_ channel: Float, _ expected: Int) -> Bool { abs(channel * 255 - Float(expected)) < 1.1 }
    #expect(near(color.red, red) && near(color.green, green) && near(color.blue, blue), "\(value): \(color)")
    #expect(abs(Double(color.alpha) - alpha) < 0.01)
  }

  @Test func relativeColoursMayDependOnTheCurrentOne() throws {
    let css = "#x { color: blue; background-color: rgb(from currentcolor b g r / 50%); border-left-color: "
    let sheet = try Sheet(css + "rgb(from currentcolor r g b / alpha) }")
    #expect(sheet.paint.backgroundColor == Color(red: 1, green: 0, blue: 0, alpha: 0.5))
    #expect(sheet.paint.borderColor.left == Color(red: 0, green: 0, blue: 1))
  }

  /// Regression: the power of 256 factors was taken as 0.
  @Test func largePowersOfLengthsAreInvalid() throws {
    let factors = "(" + Array(repeating: "1px", count: 16).joined(separator: " * ") + ")"
    let product = Array(repeating: factors, count: 16).joined(separator: " * ")
    #expect(try Sheet("#x { width: 5px; width: calc(\(product) * 9px) }").box.width == .px(5))
  }

  @Test func contrastingColoursMayDependOnTheCurrentOne() throws {
    let sheet = try Sheet("#x { color: navy; background-color: contrast-color(currentcolor) }")
    #expect(sheet.paint.backgroundColor == .white)
  }

  /// css-color-5 §3.5: the computed value of a mix with `currentcolor` is the mix, which is inherited.
  @Test func inheritedMixesUseTheColorOfTheChild() throws {
    let css =
      "div { color: red; background-color: color-mix(in srgb, currentColor, blue) } #x { color: lime; background-color: inherit"
    let html = "<div><p id=x><b id=y style='color: blue; background-color: inherit'>"
    func color(_ more: String = "", of id: String = "x") throws -> Color {
      try Sheet(css + more + " }", html).style(id).paint.backgroundColor
    }
    #expect(try color() == Color(red: 0, green: 0.5, blue: 0.5))
    #expect(try color(of: "y") == Color(red: 0, green: 0, blue: 1))
    #expect(try color("; background-color: blue", of: "y") == Color(red: 0, green: 0, blue: 1))
    let relative = try Sheet(
      "div { border: 1px solid rgb(from currentcolor g r b) } #x { color: red; border: inherit }", html)
    #expect(relative.paint.borderColor.top == Color(red: 0, green: 1, blue: 0))
  }

  @Test(arguments: [
    "rgb(from red r g)", "rgb(from red h s l)", "rgb(from foo r g b)", "rgb(from red r, g, b)", "rgb(r g b)",
  ])
  func invalidRelativeColoursAreIgnored(value: String) throws {
    #expect(try Sheet.color(value) == .black)
  }

  /// css-color-5 §15.2: black is added to the other inks.
  @Test(arguments: [
    ("device-cmyk(1 0 0 0)", 0, 1, 1), ("device-cmyk(0, 1, 1, 0.5)", 0.5, 0, 0),
    ("device-cmyk(50% 0% none 50%)", 0.25, 0.5, 0.5),
    ("device-cmyk(-1 0 0 9)", 0, 0, 0),
  ])
  func inksBecomeColours(value: String, red: Float, green: Float, blue: Float) throws {
    let color = try Sheet.color(value)
    #expect(color.red == red && color.green == green && color.blue == blue)
  }

  @Test(arguments: [
    "device-cmyk(0 0 1)", "device-cmyk(0, 0, 1 0)", "device-cmyk(0, 0, 1, 0 / 1)", "device-cmyk(0 0 1 0 0)",
  ])
  func invalidInksAreIgnored(value: String) throws {
    #expect(try Sheet("#x { color: red; color: \(value) }").text.color == Color(red: 1, green: 0, blue: 0))
  }

  @Test func alphaIsComputed() throws {
    #expect(try Sheet.color("rgb(0 0 0 / 25%)").alpha == 0.25)
    #expect(try Sheet.color("#0008").alpha == Float(8) / 15)
    #expect(try Sheet.color("transparent").alpha == 0)
    #expect(try Sheet.color("device-cmyk(0 0 0 1 / 50%)").alpha == 0.5)
  }

  @Test(arguments: [
    "#12", "rgb(1 2)", "rgb(1, 2 3)", "hsl(1)", "color(foo 1 2 3)", "rgb(1 2 3 / 4 5)", "colour",
    "color-mix(in foo, red, blue)", "#ggg",
  ])
  func invalidColoursAreIgnored(value: String) throws {
    #expect(try Sheet.color(value) == .black)
  }

  @Test func currentColorIsTheColourOfTheElement() throws {
    let red = Color(red: 1, green: 0, blue: 0)
    let sheet = try Sheet("#x { background-color: currentcolor; color: red; border: 1px solid; outline: 1px solid }")
    #expect(sheet.paint.backgroundColor == red)
    #expect(sheet.paint.borderColor.left == red)
    #expect(sheet.paint.outlineColor == red)
    #expect(try Sheet("div { color: red } #x { color: currentcolor }").text.color == .black)
  }

  /// `inherit` copies the keyword, and not the colour of the parent (css-color-4 §6.2).
  @Test(arguments: ["currentcolor", "initial"])
  func currentColorOfBoxesIsInheritedAsAKeyword(color: String) throws {
    let css = """
      div { color: red; background-color: currentcolor; border-color: \(color); outline-color: \(color); column-rule-color: \(color) }
      #x { color: blue; background-color: inherit; border-color: inherit; outline-color: inherit; column-rule-color: inherit }
      """
    let style = try Sheet(css, "<div><p style='all: inherit'><b id=x>b</b></div>").style()
    let blue = Color(red: 0, green: 0, blue: 1)
    #expect(style.paint.backgroundColor == blue)
    #expect(style.paint.borderColor == Sides(blue))
    #expect(style.paint.outlineColor == blue)
    #expect(style.item.columnRuleColor == blue)
    let own = try Sheet(
      "div { color: red; border-color: green } #x { color: blue; border-color: inherit; background-color: inherit }",
      "<div><b id=x>b</b></div>")
    #expect(own.paint.borderColor.top == (try Sheet.color("green")))
    #expect(own.paint.backgroundColor == .transparent)
  }

  @Test(arguments: ["currentcolor", ""])
  func currentColorIsInheritedAsAKeyword(color: String) throws {
    let sheet = try Sheet(
      "div { color: red; text-emphasis: dot \(color); text-shadow: 1px 1px \(color) } #x { color: blue }",
      "<div>a<b id=x>b</b></div>")
    #expect(sheet.text.emphasis.mark == "\u{2022}")
    #expect(sheet.text.emphasis.color == nil)
    #expect(sheet.text.shadows == [TextShadow(x: 1, y: 1, blur: 0, color: nil)])
  }

  /// css-values-4 §10.3, §10.4
  @Test(arguments: [
    ("round(up, 45%, 20px)", 100.0), ("round(100% / 3, 10px)", 70), ("mod(100%, 30px)", 20), ("rem(-100%, 30px)", 0),
    ("calc(round(down, 50%, 30px) + 10%)", 110), ("hypot(15%, 40px)", 50), ("round(45%, 20%)", 80),
  ])
  func functionsOfPercentagesAreResolvedAgainstTheirBasis(value: String, px: Double) throws {
    guard case .length(let length) = try Sheet.width(value) else { return #expect(Bool(false)) }
    #expect(abs(length.resolve(against: 200) - px) < 1e-9)
  }

  /// css-text-decor-4 §3.1: without a shape, marks are circles in horizontal and sesames in vertical lines.
  @Test(arguments: [("horizontal-tb", "\u{25CF}"), ("vertical-rl", "\u{FE45}"), ("sideways-rl", "\u{25CF}")])
  func theShapeOfEmphasisMarksDependsOnTheWritingMode(_ mode: String, _ mark: String) throws {
    let sheet = try Sheet("#x { writing-mode: \(mode); text-emphasis: filled }")
    #expect(sheet.text.emphasis.mark == mark)
  }

  /// css-writing-modes-4 §3.2.1.
  @Test(arguments: ["tb", "tb-rl", "vertical-rl"]) func verticalModesOfSVGAreAccepted(_ mode: String) throws {
    #expect(try Sheet("#x { writing-mode: \(mode) }").text.writingMode == .verticalRL)
    #expect(try Sheet("html { writing-mode: \(mode) } #x { writing-mode: lr-tb }").text.writingMode == .horizontal)
  }

  @Test func aLineMayHaveTheThicknessOfTheFont() throws {
    let sheet = try Sheet("#x { text-decoration: underline from-font }")
    #expect(sheet.text.decorations.first?.thickness == .fromFont)
  }
}
