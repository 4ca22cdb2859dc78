import TestTraits
import Testing

@testable import Style

@Suite(.hangLimit) struct SyntaxTests {
  @Test func tokensHaveTheirKinds() {
    let list = TokenList("a{b:-1.5e1px 50% #fff url( x ) \"s\" @m u+1 f( [;] ) --c !}")
    #expect(
      list.tokens.map(\.kind).filter { $0 != .whitespace } == [
        .ident, .openCurly, .ident, .colon, .dimension, .percentage, .hash, .url, .string, .atKeyword, .ident, .number,
        .function, .openSquare, .semicolon, .closeSquare, .closeParen, .ident, .delim, .closeCurly, .end,
      ])
    #expect(list.tokens[4].number == -15)
    #expect(list.unit(list.tokens[4]) == "px")
  }

  @Test func escapesAreDecoded() {
    let list = TokenList(#"\64 iv \.a "x\"\41""#)
    #expect(list.text(list.tokens[0]) == "div")
    #expect(list.text(list.tokens[2]) == ".a")
    #expect(list.text(list.tokens[4]) == "x\"A")
    // The white space after digits belongs to the escape.
    let address = TokenList(#"url(\23 a\)b\20)"#)
    #expect(address.tokens[0].kind == .url && address.tokens[1].kind == .end)
    #expect(address.text(address.tokens[0]) == "#a)b ")
  }

  @Test func invalidDeclarationsAreReportedWithTheirLocation() throws {
    let sheet = try Sheet("\n  #x {\n  colour: red;\n    width: 3 }")
    #expect(sheet.document.diagnostics.count == 2)
    #expect(sheet.document.diagnostics[0].message.contains("colour"))
    #expect(sheet.document.diagnostics[0].location.line == 3)
    #expect(sheet.document.diagnostics[0].location.column == 3)
    #expect(sheet.document.diagnostics[1].message.contains("width"))
    #expect(sheet.document.diagnostics[1].location.line == 4)
  }

  /// Text pasted from Word contains hundreds of them.
  @Test func propertiesOfOneProgramAreIgnoredSilently() throws {
    let css = "mso-pagination: none; -webkit-x: 1; -moz-y: 2; -ms-z: 3; -o-w: 4"
    #expect(try Sheet("#x { \(css); colour: red }").document.diagnostics.count == 1)
  }

  @Test(arguments: [
    "a::-moz-focus-inner {}", "a:-ms-input-placeholder {}", "a { width: -moz-max-content }",
    "a { background: -webkit-gradient(linear, 0 0, 0 100%) }", "a { *zoom: 1 }", "a { _height: 1px }",
    "a { width: 1px\\9 }", "a { filter: progid:DXImageTransform.Microsoft.gradient(enabled=false) }",
  ])
  func whatIsMeantForOneBrowserIsIgnoredSilently(css: String) throws {
    #expect(try Sheet(css).document.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "color: red; width: 5px", "foo: bar; width: 5px;", "color:; width: 5px", "{;} width: 1px; x{} width: 5px",
    "width: 5px; width: -1px",
    "color: (;) red; width: 5px", "@foo {} width: 5px", "width: 5px !important; width: 6px", "WIDTH: 5PX",
    "wid\\74h: 5px",
    "width: /* ; */ 5px", "} #x { width: 5px",
  ])
  func invalidDeclarationsDoNotAffectOthers(body: String) throws {
    #expect(try Sheet("#x { \(body) }").box.width == .px(5))
  }

  @Test(arguments: [
    "p..b { } #x { width: 5px }", "@charset 'x'; #x { width: 5px }", "<!-- #x { width: 5px } -->",
    "@foo (;) { a{} } #x { width: 5px }",
    "#x { width: 5px", "a, , b {} #x { width: 5px }", "#x { width: 5px; content: \"", "@media print { #x { width: 5px",
  ])
  func invalidRulesDoNotAffectOthers(css: String) throws {
    #expect(try Sheet(css).box.width == .px(5))
  }

  @Test func mutatedStyleSheetsAreParsed() throws {
    let seeds = [
      "@media print and (width > 3em) { a > b:not(.c, #d):nth-child(2n+1 of x) { color: rgb(1 2 3 / 4%) } }",
      "@page :first { size: a4 landscape; @top-left { content: counter(page) \"\\41\" } } @layer a, b.c { x { --y: var(--z, 3px) } }",
      "p { background: url(a.png) 1px 2px / cover no-repeat, linear-gradient(to top, red 1%, blue); &:hover b { width: calc((1px + 2%) * 3) } }",
      "@font-face { font-family: x; src: url(y) format('z'); unicode-range: U+0-7F } @counter-style z { system: additive; additive-symbols: 3 a, 1 b }",
      "x { grid: [a] 'b c' 1fr / minmax(1px, auto) repeat(2, [d] 3px); font: italic 12px/1.5 'A', serif; transition: all } @supports (a: b) { c {} }",
    ].map { Array($0.utf8) }
    let bytes = Array("{}()[];:,\"'\\/*@#.-+%&!<>= \n0a".utf8)
    var random = SplitMix(state: 11)
    for round in 0..<3000 {
      var text = seeds[round % seeds.count]
      for _ in 0..<Int(random.next() % 8) + 1 {
        let place = Int(random.next() % UInt64(text.count))
        switch random.next() % 4 {
        case 0: text[place] = bytes[Int(random.next() % UInt64(bytes.count))]
        case 1: text.insert(bytes[Int(random.next() % UInt64(bytes.count))], at: place)
        case 2: text.removeSubrange(place..<min(text.count, place + Int(random.next() % 9)))
        default:
          text.insert(
            contentsOf: seeds[Int(random.next() % UInt64(seeds.count))].prefix(Int(random.next() % 60)), at: place)
        }
        if text.isEmpty { text = [0x20] }
      }
      _ = try Sheet(String(decoding: text, as: UTF8.self), "<div id=x style='--a: var(--b)'><b class=c>x</b></div>")
    }
  }

  @Test func deepNestingIsHarmless() throws {
    for open in ["(", "[", "{", "a{", "calc(", "var(--a,", ":is(", ":not(", "@media print{", "rgb(", "min(1px,"] {
      let many = String(repeating: open, count: 20_000)
      _ = try Sheet(many)
      _ = try Sheet("#x { width: \(many) } #x\(many) {}")
      _ = try Sheet("#x { --a: \(many); width: var(--a) }")
    }
  }

  @Test func charsetRulesSetTheEncoding() throws {
    let css = "@import 'data:text/css,%40charset%20%22latin1%22%3B%23x::before{content:%22%E9%22}';"
    #expect(try Sheet(css).pseudo(.before)?.content.content == [.string("é")])
  }

  @Test func importsAreLoadedFromDataURLs() throws {
    let sheet = try Sheet(
      "@import 'data:text/css,%23x{width:5px}'; @import url(data:text/css,%23x{height:5px}) screen;")
    #expect(sheet.box.width == .px(5))
    #expect(sheet.box.height == .auto)
  }

  @Test(arguments: [
    ("", ""), (" \t\r\n\u{C}", ""), ("a", "a"), (" a  b\n", "a b"), ("a\u{A0} b\u{3000}", "a\u{A0} b\u{3000}"),
    ("a\r\nb", "a b"),
  ]) func onlyASCIIWhiteSpaceCollapses(_ text: String, _ expected: String) {
    #expect(text.collapsingWhiteSpace == expected)
  }

  // The end of each was searched up to the next semicolon, in quadratic time.
  @Test func manyNestedBlocksWithoutSemicolons() throws {
    let blocks = String(repeating: "*zoom:{}", count: 20_000)
    #expect(try Sheet("#x{\(blocks);z-index:7}").box.zIndex == 7)
  }

  /// Regression: nested rules divide the declarations of a rule with thousands of selectors into thousands of rules for
  /// each of them, which took GBs.
  @Test func theNumberOfRulesIsLimited() {
    var parser = StylesheetParser(rules: RuleSet(), media: MediaContext(width: 0, height: 0), loader: nil)
    parser.ruleLimit = 100
    let selectors = String(repeating: "a,", count: 29) + "a"
    let css = "\(selectors){\(String(repeating: "top:0;b{}", count: 9))}"
    parser.parse(ContiguousArray(css.utf8), name: "", base: "")
    #expect(parser.rules.rules.count == 90)
    #expect(parser.log.diagnostics.count { $0.message.contains("more than 100 of them") } == 1)
  }

  /// Regression: drawings hid what they draw by escapes and comments.
  @Test func canonicalTextHasNoEscapesAndComments() {
    func text(_ css: String) -> String {
      String(decoding: CanonicalCSS.text(ContiguousArray(css.utf8)[...]), as: UTF8.self)
    }
    #expect(text(#"R\65 ct,.a{STROKE-D\61sharray/**/:/*:*/1\65m 2PX}"#) == "Rect,.a{stroke-dasharray:1em 2px}")
    #expect(text(##"a{mask:U\72l("#\6d") url(\23 n)!important}"##) == ##"a{mask:url("#m") url(#n)!important}"##)
    #expect(text("@IMPORT 'x';#A>*{b:50% -.5e1/2 [c]}") == "@import \"x\";#A>*{b:50% -.5e1/2 [c]}")
    let value = ContiguousArray("url(#a)".utf8)
    #expect(CanonicalCSS.value(value[...]) == value[...])
  }
}

/// A seeded random number generator for reproducible tests.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
