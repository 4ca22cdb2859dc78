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
      switch random.below(32) {
      case 30: return "@container \(random.pick(containers)){\(rule(&random, depth: depth + 1))}"
      case 31: return "@scope \(random.pick(scopes)){\(rule(&random, depth: depth + 1))}"
      case 0: return "@media \(random.pick(medias)){\(rule(&random, depth: depth + 1))}"
      case 1: return "@supports \(random.pick(supports)){\(rule(&random, depth: depth + 1))}"
      case 2: return "@layer \(random.pick(["a", "b", "a.b", ""])){\(rule(&random, depth: depth + 1))}"
      case 3: return "@counter-style \(random.pick(["x", "y", "decimal"])){\(random.pick(counterStyles))}"
      case 4:
        return "@font-face{font-family:F;src:\(random.pick(["url(x)", "local(Arial)", "url(data:font/woff,AAAA)"]))}"
      case 5: return page(&random)
      case 7: return "@color-profile \(random.pick(["--p", "device-cmyk", "p"])){src:\(random.pick(profiles))}"
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
      text += random.pick([
        "::before", "::after", "::marker", "::first-letter", "::first-line", ":before", "::footnote-call",
        "::footnote-marker",
      ])
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
    let property = random.pick(RandomProperty.all)
    let values = property.values.split(separator: "|")
    let isWild = random.once(in: 6)
    var text = isWild ? value(&random) : values.isEmpty ? value(&random) : String(random.pick(values))
    while let place = text.firstIndex(of: "~") { text.replaceSubrange(place...place, with: length(&random)) }
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
  private static let containers = [
    "(width > 100px)", "c (min-width: 10em)", "not (height < 5cm)", "(orientation: landscape)", "style(--a: 1)", "(",
  ]
  private static let scopes = ["(.a)", "(.a) to (.b)", "(div) to (p, :scope > span)", "", "(:has(p))"]
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
    "url(x.png)", "'a' counter(c,x)", "element(e, first-except)", "string(s, last)", "linear-gradient(red,blue)",
  ]
  private static let counterStyles = [
    "system:cyclic;symbols:'a' 'b'", "system:fixed 3;symbols:x", "system:additive;additive-symbols:10 X,1 I",
    "system:extends x", "system:extends y;negative:'(' ')'", "system:alphabetic;symbols:a", "pad:100 '0';symbols:a b",
    "range:1 0",
  ]
  /// The last has the primaries of sRGB.
  private static let profiles = [
    "url(x.icc)", "url(data:application/vnd.iccprofile,AAAA)", "none",
    "url(data:application/vnd.iccprofile;base64,"
      + "AAACTGxjbXMEQAAAbW50clJHQiBYWVogB+gAAQABAAAAAAAAYWNzcEFQUEwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPbWAAEAAAAA0y1s"
      + "Y21zAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAALZGVzYwAAAQgAAAA2Y3BydAAAAUAAAABMd3RwdAAA"
      + "AYwAAAAUY2hhZAAAAaAAAAAsclhZWgAAAcwAAAAUYlhZWgAAAeAAAAAUZ1hZWgAAAfQAAAAUclRSQwAAAggAAAAgZ1RSQwAAAggAAAAgYlRS"
      + "QwAAAggAAAAgY2hybQAAAigAAAAkbWx1YwAAAAAAAAABAAAADGVuVVMAAAAaAAAAHABzAFIARwBCACAAYgB1AGkAbAB0AC0AaQBuAABtbHVj"
      + "AAAAAAAAAAEAAAAMZW5VUwAAADAAAAAcAE4AbwAgAGMAbwBwAHkAcgBpAGcAaAB0ACwAIAB1AHMAZQAgAGYAcgBlAGUAbAB5WFlaIAAAAAAA"
      + "APbWAAEAAAAA0y1zZjMyAAAAAAABDEIAAAXe///zJQAAB5MAAP2Q///7of///aIAAAPcAADAblhZWiAAAAAAAABvoAAAOPUAAAOQWFlaIAAA"
      + "AAAAACSfAAAPhAAAtsNYWVogAAAAAAAAYpcAALeHAAAY2XBhcmEAAAAAAAMAAAACZmYAAPKnAAANWQAAE9AAAApbY2hybQAAAAAAAwAAAACj"
      + "1wAAVHsAAEzNAACZmgAAJmYAAA9c" + ")",
  ]
  private static let words = [
    "auto", "none", "inherit", "initial", "unset", "revert", "revert-layer", "red", "solid", "bold", "left", "both",
    "always", "all", "center", "inline", "block", "avoid", "normal", "fit-content", "min-content", "max-content",
    "currentcolor", "transparent",
  ]
}
