/// Random CSS: all supported properties with valid and invalid values, and broken syntax.
package struct RandomStylesheet {
  /// A style sheet.
  package static func sheet(_ random: inout SplitMix) -> String {
    var css = ""
    for _ in 0..<random.below(12) { css += rule(&random, depth: 0) + "\n" }
    if random.once(in: 4) { css += page(&random) }
    if random.once(in: 20) { css = damaged(css, &random) }
    return css
  }

  /// Declarations, as in a `style` attribute; without quotation marks.
  package static func declarations(_ random: inout SplitMix, atMost count: Int) -> String {
    var css = ""
    for _ in 0..<random.below(count + 1) { css += declaration(&random) + ";" }
    return css
  }

  private static func rule(_ random: inout SplitMix, depth: Int) -> String {
    if depth < 4 {
      switch random.below(30) {
      case 0: return "@media \(random.pick(medias)){\(rule(&random, depth: depth + 1))}"
      case 1: return "@supports \(random.pick(supports)){\(rule(&random, depth: depth + 1))}"
      case 2: return "@layer \(random.pick(["a", "b", "a.b", ""])){\(rule(&random, depth: depth + 1))}"
      case 3: return "@counter-style \(random.pick(["x", "y", "decimal"])){\(random.pick(counterStyles))}"
      case 4:
        return "@font-face{font-family:F;src:\(random.pick(["url(x)", "local(Arial)", "url(data:font/woff,AAAA)"]))}"
      case 5: return page(&random)
      case 6:
        return
          "@import \(random.pick(["url(data:text/css,p%7Bcolor:red%7D)", "'x.css'", "url(data:text/css,@import '')"]));"
      default: break
      }
    }
    let nested = depth < 4 && random.once(in: 10) ? "& \(rule(&random, depth: depth + 1))" : ""
    return "\(selectors(&random)){\(declarations(&random, atMost: 8))\(nested)}"
  }

  private static func page(_ random: inout SplitMix) -> String {
    var css = "@page \(random.pick(["", ":first", ":left", ":right", ":blank", "n", "n:first", ":nth(2n)"])){"
    if random.once(in: 2) {
      css +=
        "size:\(random.pick(["A4", "A6 landscape", "200px 100px", "20px", "1px 1px", "auto", "9in 0", "-1px", "4000px"]));"
    }
    css += declarations(&random, atMost: 4)
    for _ in 0..<random.below(3) {
      css += "@\(random.pick(marginBoxes)){content:\(random.pick(contents));\(declarations(&random, atMost: 2))}"
    }
    return css + "}"
  }

  private static func selectors(_ random: inout SplitMix) -> String {
    var text = selector(&random, depth: 0)
    while random.once(in: 4) { text += random.pick([",", " ", ">", "+", "~", " || "]) + selector(&random, depth: 0) }
    if random.once(in: 6) {
      text += random.pick(["::before", "::after", "::marker", "::first-letter", "::first-line", ":before"])
    }
    return text
  }

  private static func selector(_ random: inout SplitMix, depth: Int) -> String {
    let simple = random.pick([
      "p", "div", "*", ".a", ".b", "#i", "td", "li", "[title]", "[class~=a]", "[x*='']", ":root", "span", "&",
    ])
    guard depth < 3, random.once(in: 4) else { return simple }
    let inner = selector(&random, depth: depth + 1)
    return simple
      + random.pick([
        ":first-child", ":last-child", ":only-of-type", ":empty", ":nth-child(2n+1)",
        ":nth-last-child(-n+3 of \(inner))", ":is(\(inner))", ":where(\(inner))", ":not(\(inner))", ":has(\(inner))",
        ":has(> \(inner))", ":has(+ \(inner))", ":lang(de)", ":nth-of-type(999999999999n)", ":dir(rtl)",
      ])
  }

  private static func declaration(_ random: inout SplitMix) -> String {
    if random.once(in: 30) { return "--\(random.pick(["a", "b"])):\(value(&random))" }
    if random.once(in: 40) { return damaged("color:red", &random) }
    let property = random.pick(known)
    let values = property.values.split(separator: "|")
    let isWild = random.once(in: 6)
    var text = isWild ? value(&random) : values.isEmpty ? value(&random) : String(random.pick(values))
    while let place = text.firstIndex(of: "#") { text.replaceSubrange(place...place, with: length(&random)) }
    return "\(property.name):\(text)\(random.once(in: 15) ? "!important" : "")"
  }

  private static func value(_ random: inout SplitMix) -> String {
    var text = random.pick([
      length(&random), length(&random), random.pick(words), "var(--a)", "var(--b,\(length(&random)))", "attr(title)",
      "calc(\(length(&random)) * \(random.below(9) - 4) + \(length(&random)))",
      "min(\(length(&random)),\(length(&random)))", "clamp(1px,\(length(&random)),50%)", "url(x.png)",
      "rgb(1 2 3 / .5)", "linear-gradient(red,blue)", "'text'",
    ])
    while random.once(in: 4) {
      text += random.pick([" ", ",", " / "]) + random.pick([length(&random), random.pick(words)])
    }
    return text
  }

  private static func length(_ random: inout SplitMix) -> String {
    let number = random.pick([
      "0", "1", "2", "7", "12", "33.3", "100", "250", "-3", "-50", "1e9", "1e30", "-1e9", "0.001",
    ])
    let plain = random.once(in: 3) ? number : "\(random.below(60))"
    return plain + random.pick(["px", "px", "px", "em", "%", "%", "pt", "rem", "vw", "ch", "mm", "fr", "", "q"])
  }

  /// Removes, duplicates or replaces bytes.
  package static func damaged(_ text: String, _ random: inout SplitMix) -> String {
    var bytes = Array(text.utf8)
    for _ in 0...random.below(6) where !bytes.isEmpty {
      let at = random.below(bytes.count)
      switch random.below(4) {
      case 0: bytes.remove(at: at)
      case 1: bytes.insert(random.pick(Array("{}()[];:,'\"\\@!/*<>-#.&%0".utf8)), at: at)
      case 2: bytes[at] = UInt8(random.below(256))
      default: bytes.removeSubrange(at..<min(bytes.count, at + random.below(20)))
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let medias = [
    "print", "screen", "(min-width:100px)", "not all", "(orientation:portrait) and print", "(((",
  ]
  private static let supports = [
    "(display:grid)", "not (x:y)", "selector(:has(a))", "(a:b) or ((c:d) and (display:flex))", "(",
  ]
  private static let marginBoxes = [
    "top-left", "top-center", "top-right", "bottom-left-corner", "bottom-center", "left-top", "left-middle",
    "right-bottom", "top-left-corner", "none-such",
  ]
  private static let contents = [
    "counter(page)", "counter(pages) ' of '", "string(s)", "element(e)", "'x'", "none", "normal", "counters(c,'.')",
    "attr(title)", "open-quote 'q' close-quote", "leader('.')", "target-counter('#i',page)", "target-text('#i')",
    "url(x.png)", "'a' counter(c,x)",
  ]
  private static let counterStyles = [
    "system:cyclic;symbols:'a' 'b'", "system:fixed 3;symbols:x", "system:additive;additive-symbols:10 X,1 I",
    "system:extends x", "system:extends y;negative:'(' ')'", "system:alphabetic;symbols:a", "pad:100 '0';symbols:a b",
    "range:1 0",
  ]
  private static let words = [
    "auto", "none", "inherit", "initial", "unset", "revert", "revert-layer", "red", "solid", "bold", "left", "both",
    "always", "all", "center", "inline", "block", "avoid", "normal", "fit-content", "min-content", "max-content",
    "currentcolor", "transparent",
  ]

  private struct Known {
    var name: String
    /// Values separated by `|`; `#` is replaced by a length.
    var values: String
    init(_ name: String, _ values: String) { (self.name, self.values) = (name, values) }
  }

  private static let known: [Known] = [
    .init(
      "display",
      "block|inline|inline-block|flex|inline-flex|grid|inline-grid|table|inline-table|table-row|table-cell|"
        + "table-row-group|table-header-group|table-footer-group|table-column|table-caption|list-item|contents|none|flow-root"
    ), .init("display", "flex|grid|table|block|table-cell|inline-block|-webkit-box"),
    .init("position", "static|relative|absolute|fixed|running(e)"), .init("float", "left|right|none|footnote"),
    .init("clear", "left|right|both"), .init("width", "#|auto|fit-content|max-content"), .init("height", "#|auto|#"),
    .init("min-width", "#|min-content"), .init("max-width", "#|none"), .init("min-height", "#"),
    .init("max-height", "#"), .init("aspect-ratio", "1|16 / 9|auto 0/1|1/0"),
    .init("box-sizing", "border-box|content-box"), .init("margin", "#|# #|auto|# auto|# # # #"),
    .init("padding", "#|# #"), .init("border", "# solid red|# double|# dashed blue"),
    .init("border-style", "solid|dotted|groove|ridge inset|hidden"), .init("border-radius", "#|# / #"),
    .init("top", "#"), .init("left", "#"), .init("inset", "#"), .init("z-index", "1|-1|auto|999999999999"),
    .init("overflow", "hidden|visible|auto"),
    .init("vertical-align", "top|bottom|middle|sub|super|#|text-top|baseline"), .init("table-layout", "fixed|auto"),
    .init("border-collapse", "collapse|separate"), .init("border-spacing", "#|# #"),
    .init("caption-side", "bottom|top"), .init("empty-cells", "hide"), .init("visibility", "hidden|collapse"),
    .init("break-before", "page|avoid|left|column|recto|avoid-page"), .init("break-after", "page|avoid|right|column"),
    .init("break-inside", "avoid|avoid-column"), .init("orphans", "1|5|999"), .init("widows", "1|5|999"),
    .init("page", "n|auto"), .init("box-decoration-break", "clone|slice"), .init("columns", "2|3 #|auto #|9999"),
    .init("column-gap", "#"), .init("column-rule", "# solid"), .init("column-span", "all"),
    .init("column-fill", "auto|balance|balance-all"), .init("flex", "1|0 0 #|auto|none|2 1 0"),
    .init("flex-flow", "row wrap|column|column wrap-reverse"), .init("order", "-1|3"),
    .init("justify-content", "center|space-between|space-around|flex-end|stretch"),
    .init("align-items", "center|baseline|stretch|flex-end|last baseline"), .init("align-self", "center|end"),
    .init("place-content", "center"), .init("gap", "#|# #"),
    .init(
      "grid-template-columns",
      "repeat(3,1fr)|# 1fr auto|repeat(auto-fill,#)|minmax(#,1fr) [a] #|repeat(10000,1px)|subgrid"),
    .init("grid-template-rows", "# #|repeat(2,minmax(0,1fr))|fit-content(#)"),
    .init("grid-template-areas", "'a a' 'b c'|'a' 'b'"), .init("grid-area", "a|1 / 2 / span 3 / -1|b"),
    .init("grid-column", "1 / -1|span 2|99999999|-99999 / 5"), .init("grid-row", "2|span 9999"),
    .init("grid-auto-flow", "dense|column"), .init("grid-auto-rows", "#|minmax(#,auto)"),
    .init("font", "italic bold #/# serif|# monospace"), .init("font-size", "#|0|larger|300px"),
    .init("line-height", "#|0|1|normal|30"), .init("font-family", "serif|'Liberation Mono'|None|'',x"),
    .init("font-variant", "small-caps|oldstyle-nums"), .init("font-feature-settings", "'liga' 0|'xxxx' 3"),
    .init("letter-spacing", "#|-5px"), .init("word-spacing", "#"), .init("text-align", "justify|right|center|end"),
    .init("text-align-last", "justify"), .init("text-indent", "#"),
    .init("text-transform", "uppercase|capitalize|lowercase|full-width"),
    .init("text-decoration", "underline|line-through wavy red #|overline double"),
    .init("white-space", "pre|nowrap|pre-wrap|pre-line|break-spaces"), .init("tab-size", "#|0|4"),
    .init("hyphens", "auto|none|manual"), .init("overflow-wrap", "anywhere|break-word"),
    .init("word-break", "break-all|keep-all|break-word"), .init("line-break", "anywhere|strict"),
    .init("direction", "rtl|ltr"), .init("unicode-bidi", "isolate|bidi-override|plaintext|embed"),
    .init("writing-mode", "vertical-rl|horizontal-tb"),
    .init("list-style", "square inside|upper-roman|x|'- '|url(x.png)"), .init("quotes", "'<' '>'|none|auto"),
    .init("color", "red|#12345678|hsl(1 2% 3%)|oklch(.5 .2 30)"),
    .init(
      "background",
      "red|linear-gradient(45deg,red,#)|radial-gradient(circle at # #,red,blue)|url(x.png) repeat-x|yellow no-repeat # # / # #"
    ), .init("background-size", "cover|contain|# #|0"), .init("background-repeat", "round|space|repeat-x"),
    .init("background-clip", "text|padding-box|content-box"),
    .init("border-image", "linear-gradient(red,blue) 30 / # stretch|url(x) 1"),
    .init("box-shadow", "# # # red|inset 0 0 # #|0 0 9999px red"), .init("outline", "# solid|# dashed red"),
    .init("opacity", ".5|0|2"),
    .init("transform", "rotate(30deg)|scale(0)|translate(#,#)|skew(90deg)|matrix(1,2,3,4,5,6)"),
    .init("transform-origin", "#|# #"), .init("clip-path", "circle(#)|polygon(0 0,100% 0,# #)|inset(#)"),
    .init("object-fit", "cover|contain|none"),
    .init(
      "content",
      "'x'|counter(c)|counters(c,'.')|attr(title)|open-quote|leader('.')|target-counter('#i',page)|none|string(s)"),
    .init("counter-reset", "c|c 99999999999|reversed(c)|c d -3"), .init("counter-increment", "c|c -2|list-item 0"),
    .init("counter-set", "c 2147483647"), .init("string-set", "s content()|s 'x' attr(title)"),
    .init("bookmark-level", "1|3|none"), .init("bookmark-label", "content()|'x'"),
    .init("footnote-display", "inline|compact"), .init("contain", "size|layout paint"),
    .init("margin-inline", "#|auto"), .init("block-size", "#"), .init("border-block-start", "# solid"),
    .init("all", "unset|revert"), .init("size", "A4"), .init("text-overflow", "ellipsis"), .init("mask", "none"),
    .init("image-resolution", "from-image 2x|300dpi|calc(0dpi)"), .init("line-clamp", "2|1 '...'|3 no-ellipsis|none"),
    .init("max-lines", "1|5"), .init("continue", "auto|discard|collapse|-webkit-legacy"),
    .init("mask-border", "linear-gradient(red, #0000) 30 / 10px / 2px round luminance|none|url(missing.png) 1 fill"),
    .init("-webkit-line-clamp", "1|2|none"), .init("-webkit-box-orient", "vertical|horizontal"),
    .init(
      "filter",
      "none|blur(2px)|grayscale(1) opacity(50%)|drop-shadow(2px 2px 1px red)|hue-rotate(1turn)|invert() sepia(30%)"),
  ]
}
