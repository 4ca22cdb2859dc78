/// A property, and values with which it changes layout or painting.
struct RandomProperty {
  var name: String
  /// Values separated by `|`; `~` is replaced by a length. Empty: any value.
  var values: String

  init(_ name: String, _ values: String) { (self.name, self.values) = (name, values) }

  static let all = boxes + breaks + flexAndGrid + tables + text + decorations + pictures + generated + logical
}

extension RandomProperty {
  private static let boxes: [RandomProperty] = [
    .init(
      "display",
      "block|inline|inline-block|flex|inline-flex|grid|inline-grid|table|inline-table|table-row|table-cell|"
        + "table-row-group|table-header-group|table-footer-group|table-column|table-caption|list-item|contents|none|"
        + "flow-root|ruby|ruby-text|inline list-item|block ruby|math"),
    .init("display", "flex|grid|table|block|table-cell|inline-block|-webkit-box|grid-lanes"),
    .init("position", "static|relative|absolute|fixed|sticky|running(e)"), .init("float", "left|right|none|footnote"),
    .init("clear", "left|right|both"), .init("width", "~|auto|fit-content|max-content|stretch|fit-content(~)"),
    .init("height", "~|auto|~|max-content"), .init("min-width", "~|min-content|auto"), .init("max-width", "~|none"),
    .init("min-height", "~"), .init("max-height", "~"), .init("aspect-ratio", "1|16 / 9|auto 0/1|1/0"),
    .init("box-sizing", "border-box|content-box"), .init("margin", "~|~ ~|auto|~ auto|~ ~ ~ ~"),
    .init("margin-top", "~|auto"), .init("margin-left", "~|auto"), .init("padding", "~|~ ~"),
    .init("border", "~ solid red|~ double|~ dashed blue|~ dotted"), .init("top", "~"), .init("left", "~"),
    .init("border-style", "solid|dotted|groove|ridge inset|hidden"), .init("border-width", "~|thin thick|~ 0"),
    .init("border-color", "red|currentcolor transparent"), .init("right", "~"), .init("bottom", "~"),
    .init("border-radius", "~|~ / ~|50%"), .init("border-bottom-left-radius", "~|~ 50%"), .init("inset", "~|auto ~ 0"),
    .init("z-index", "1|-1|auto|999999999999"), .init("overflow", "hidden|visible|auto|clip|scroll visible"),
    .init("overflow-x", "hidden|clip|visible"), .init("overflow-clip-margin", "~|content-box ~"),
    .init("visibility", "hidden|collapse"), .init("contain", "size|layout paint|strict|inline-size|style"),
    .init("contain-intrinsic-size", "~|auto ~ none"), .init("content-visibility", "hidden|auto"),
    .init("container-type", "inline-size|size|normal"), .init("container", "c / inline-size|c / size"),
    .init("shape-outside", "circle(~)|polygon(0 0,100% 0,~ ~)|inset(~ round ~)|border-box|ellipse(~ ~) padding-box"),
    .init("shape-margin", "~"), .init("zoom", "2|50%|0|1e9"), .init("all", "unset|revert"), .init("size", "A4"),
    .init("transform", "rotate(30deg)|scale(0)|translate(~,~)|skew(90deg)|matrix(1,2,3,4,5,6)|rotate3d(1,1,1,9deg)"),
    .init("transform-origin", "~|~ ~"), .init("transform-box", "content-box|fill-box|stroke-box"),
    .init("rotate", "45deg|1turn"), .init("scale", "2|.1 -3"),
    .init("translate", "~|~ ~"), .init("box-decoration-break", "clone|slice"), .init("resize", "both"),
  ]

  private static let breaks: [RandomProperty] = [
    .init("break-before", "page|avoid|left|column|recto|avoid-page|always"), .init("orphans", "1|5|999"),
    .init("break-after", "page|avoid|right|column|avoid-column"),
    .init("break-inside", "avoid|avoid-column|avoid-page"),
    .init("page-break-before", "always|left"), .init("widows", "1|5|999"), .init("page", "n|auto"),
    .init("page-orientation", "rotate-left|upright"), .init("margin-break", "keep|discard|auto"),
    .init("columns", "2|3 ~|auto ~|9999"), .init("column-width", "~"), .init("column-count", "2|1000000"),
    .init("column-gap", "~"), .init("column-rule", "~ solid"), .init("column-span", "all"),
    .init("column-wrap", "wrap"),
    .init("column-height", "~"), .init("column-fill", "auto|balance|balance-all"), .init("bleed", "~"),
    .init("marks", "crop cross|none"), .init("footnote-display", "inline|compact"),
    .init("footnote-policy", "line|block"),
    .init("line-clamp", "2|1 '...'|3 no-ellipsis|none"), .init("max-lines", "1|5"), .init("block-ellipsis", "'…'|none"),
    .init("continue", "auto|discard|collapse|-webkit-legacy"), .init("-webkit-line-clamp", "1|2|none"),
    .init("-webkit-box-orient", "vertical|horizontal"),
  ]

  private static let flexAndGrid: [RandomProperty] = [
    .init("flex", "1|0 0 ~|auto|none|2 1 0"), .init("flex-flow", "row wrap|column|column wrap-reverse"),
    .init("flex-grow", "1|0.001|1e30"), .init("flex-basis", "~|content|max-content"), .init("order", "-1|3"),
    .init("justify-content", "center|space-between|space-around|flex-end|stretch|safe end"),
    .init("align-content", "center|space-evenly|end|unsafe center|baseline"),
    .init("justify-items", "center|end|stretch"),
    .init("align-items", "center|baseline|stretch|flex-end|last baseline"), .init("align-self", "center|end|baseline"),
    .init("justify-self", "start|center|end|stretch"), .init("place-content", "center"),
    .init("place-items", "end center"),
    .init("gap", "~|~ ~"), .init("row-gap", "~|%"), .init("grid-auto-flow", "dense|column"),
    .init(
      "grid-template-columns",
      "repeat(3,1fr)|~ 1fr auto|repeat(auto-fill,~)|minmax(~,1fr) [a] ~|repeat(10000,1px)|subgrid|subgrid [a] [b]|"
        + "repeat(auto-fit,minmax(~,1fr))|fit-content(~) min-content"),
    .init("grid-template-rows", "~ ~|repeat(2,minmax(0,1fr))|fit-content(~)|subgrid|repeat(auto-fill,~)"),
    .init("grid-template", "'a a' ~ 'b c' 1fr / ~ auto|none"), .init("grid-template-areas", "'a a' 'b c'|'a' 'b'"),
    .init("grid-area", "a|1 / 2 / span 3 / -1|b"),
    .init("grid-column", "1 / -1|span 2|99999999|-99999 / 5|a / span b 2"),
    .init("grid-row", "2|span 9999"), .init("grid-column-start", "3|span a|-2"), .init("grid-auto-columns", "~|1fr ~"),
    .init("grid-auto-rows", "~|minmax(~,auto)"), .init("grid-lanes-direction", "row|column fill-reverse"),
    .init("flow-tolerance", "~|infinite"),
  ]

  private static let tables: [RandomProperty] = [
    .init("vertical-align", "top|bottom|middle|sub|super|~|text-top|baseline"), .init("table-layout", "fixed|auto"),
    .init("border-collapse", "collapse|separate"), .init("border-spacing", "~|~ ~"),
    .init("caption-side", "bottom|top"), .init("empty-cells", "hide"),
  ]

  private static let text: [RandomProperty] = [
    .init("font", "italic bold ~/~ serif|~ monospace"), .init("font-size", "~|0|larger|300px"),
    .init("line-height", "~|0|1|normal|30"), .init("font-family", "serif|'Liberation Mono'|None|'',x"),
    .init("font-variant", "small-caps|oldstyle-nums"), .init("font-feature-settings", "'liga' 0|'xxxx' 3"),
    .init("font-variant-emoji", "emoji|text|unicode"), .init("overflow-block", "auto|hidden"),
    .init("font-variant-caps", "all-small-caps|unicase|titling-caps"),
    .init("font-size-adjust", ".5|1000|ex-height from-font"),
    .init("font-stretch", "50%|expanded"), .init("font-style", "oblique 40deg|italic"),
    .init("font-weight", "1|1000|bolder"),
    .init("font-variant-position", "sub|super"), .init("font-kerning", "none"), .init("font-synthesis", "none|weight"),
    .init("letter-spacing", "~|-5px|50%"), .init("word-spacing", "~|-100%"), .init("text-align-last", "justify"),
    .init("text-align", "justify|right|center|end|match-parent|'.' right"),
    .init("text-indent", "~|~ hanging|~ each-line"),
    .init("text-transform", "uppercase|capitalize|lowercase|full-width|full-size-kana"),
    .init("text-justify", "inter-character"),
    .init("white-space", "pre|nowrap|pre-wrap|pre-line|break-spaces"), .init("tab-size", "~|0|4"),
    .init("white-space-collapse", "preserve|preserve-breaks|preserve-spaces|discard"),
    .init("text-wrap", "balance|pretty|nowrap|stable"), .init("text-spacing-trim", "trim-start|space-all"),
    .init("hyphens", "auto|none|manual"), .init("overflow-wrap", "anywhere|break-word"),
    .init("hyphenate-character", "'='|''|auto"), .init("hyphenate-limit-chars", "5 2 2|auto|0 0 0"),
    .init("hyphenate-limit-lines", "1|no-limit"), .init("hyphenate-limit-zone", "~"),
    .init("word-break", "break-all|keep-all|break-word|auto-phrase"), .init("line-break", "anywhere|strict"),
    .init("hanging-punctuation", "first last|allow-end|force-end"), .init("text-autospace", "normal|no-autospace"),
    .init("direction", "rtl|ltr"), .init("unicode-bidi", "isolate|bidi-override|plaintext|embed|isolate-override"),
    .init("writing-mode", "vertical-rl|horizontal-tb|vertical-lr|sideways-rl"),
    .init("text-orientation", "upright|sideways"),
    .init("text-combine-upright", "all|digits 2"), .init("initial-letter", "3|2 1|1.5 5|10 raise"),
    .init("text-box", "trim-both cap alphabetic|trim-start|normal"), .init("text-box-edge", "text|ex alphabetic"),
    .init("text-overflow", "ellipsis|'--'"), .init("ruby-position", "under|inter-character"),
    .init("ruby-align", "center"),
    .init("text-decoration", "underline|line-through wavy red ~|overline double"),
    .init("text-underline-offset", "~|auto"),
    .init("text-underline-position", "under|left"), .init("text-decoration-thickness", "~|from-font"),
    .init("text-decoration-skip-ink", "all|none"), .init("text-shadow", "~ ~ ~ red|0 0 5px blue,1px 1px ~|~ ~"),
    .init("text-emphasis", "dot red|'xy'|open sesame|triangle"),
    .init("text-emphasis-position", "under left|over right"),
    .init("-webkit-text-stroke", "~ red|1px"), .init("-webkit-text-fill-color", "transparent|red"),
  ]

  private static let decorations: [RandomProperty] = [
    .init(
      "color",
      "red|#12345678|hsl(1 2% 3%)|oklch(.5 .2 30)|color-mix(in oklab,red,blue)|device-cmyk(1 0 0 .5)|"
        + "color(--p 1 0 .5 / .5)|color(--p 0)"),
    .init("background-color", "red|#0f08|light-dark(red,blue)"),
    .init(
      "background",
      "red|linear-gradient(45deg,red,~)|radial-gradient(circle at ~ ~,red,blue)|url(x.png) repeat-x|"
        + "yellow no-repeat ~ ~ / ~ ~|conic-gradient(from 30deg,red,blue 50%)|"
        + "repeating-linear-gradient(red 0 ~,blue ~ ~)|repeating-radial-gradient(closest-side,red,blue ~)"),
    .init(
      "background-image",
      "linear-gradient(red,blue),url(data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7)|"
        + "image-set('x.png' 2x)|cross-fade(red 20%,blue)"),
    .init("background-size", "cover|contain|~ ~|0"), .init("background-repeat", "round|space|repeat-x|space round"),
    .init("background-clip", "text|padding-box|content-box|border-area"),
    .init("background-origin", "content-box|border-box"),
    .init("background-position", "~ ~|right ~ bottom ~|center"), .init("background-attachment", "fixed|local"),
    .init("background-blend-mode", "multiply|screen,overlay"),
    .init("mix-blend-mode", "multiply|difference|plus-lighter"),
    .init("isolation", "isolate"), .init("border-image", "linear-gradient(red,blue) 30 / ~ stretch|url(x) 1"),
    .init("border-image-slice", "~ fill|100%|0"), .init("border-image-repeat", "round space|repeat"),
    .init("border-image-width", "~|auto|100"), .init("border-image-outset", "~"),
    .init("box-shadow", "~ ~ ~ red|inset 0 0 ~ ~|0 0 9999px red|~ ~ ~ ~ blue,inset ~ ~ red"),
    .init("outline", "~ solid|~ dashed red"), .init("outline-offset", "~"), .init("opacity", ".5|0|2"),
    .init(
      "clip-path",
      "circle(~)|polygon(0 0,100% 0,~ ~)|inset(~)|path('M0 0L9 9H3Z')|content-box|ellipse(~ ~ at ~ ~)|"
        + "shape(from 0 ~,line to ~ ~,arc by ~ ~ of 9px large,curve to ~ ~ with 50% ~,close)"),
    .init(
      "mask", "none|linear-gradient(red,#0000)|url(#m)|radial-gradient(red,#0000 ~) ~ / ~ space content-box exclude"),
    .init("mask-border", "linear-gradient(red, #0000) 30 / 10px / 2px round luminance|none|url(missing.png) 1 fill"),
    .init("mask-composite", "intersect|subtract"), .init("mask-mode", "luminance"), .init("mask-size", "~|cover"),
    .init(
      "filter",
      "none|blur(2px)|grayscale(1) opacity(50%)|drop-shadow(2px 2px 1px red)|hue-rotate(1turn)|invert() sepia(30%)|"
        + "blur(~)|contrast(9) brightness(0)|url(#f)|drop-shadow(~ ~ ~ red)"),
    .init("backdrop-filter", "blur(2px)"), .init("print-color-adjust", "exact"), .init("color-scheme", "dark"),
  ]

  private static let pictures: [RandomProperty] = [
    .init("object-fit", "cover|contain|none|scale-down"), .init("object-position", "~ ~|right"),
    .init("object-view-box", "inset(~)|rect(0 ~ ~ 0)"), .init("image-rendering", "pixelated"),
    .init("image-resolution", "from-image 2x|300dpi|calc(0dpi)"), .init("image-orientation", "none|from-image"),
    .init("fill", "red|none|url(#g)"), .init("stroke", "blue|none|url(#g)"), .init("stroke-width", "~|0"),
    .init("stroke-dasharray", "~ ~|0|1 2 3"), .init("stroke-dashoffset", "~"), .init("text-anchor", "middle|end"),
    .init("paint-order", "stroke|markers fill"), .init("marker-end", "url(#i)|none"),
  ]

  private static let generated: [RandomProperty] = [
    .init("list-style", "square inside|upper-roman|x|'- '|url(x.png)|linear-gradient(red,blue)"),
    .init("list-style-position", "inside|outside"), .init("marker-side", "match-parent"),
    .init("list-style-type", "disc|symbols('*' '+')|cjk-ideographic|hebrew|ethiopic-numeric|disclosure-open"),
    .init("quotes", "'<' '>'|none|auto"),
    .init(
      "content",
      "'x'|counter(c)|counters(c,'.')|attr(title)|open-quote|leader('.')|target-counter('#i',page)|none|string(s)|"
        + "target-text('#i')|url(x.png) / 'alt'|linear-gradient(red,blue)|element(e)"),
    .init("counter-reset", "c|c 99999999999|reversed(c)|c d -3"), .init("counter-increment", "c|c -2|list-item 0"),
    .init("counter-set", "c 2147483647"), .init("string-set", "s content()|s 'x' attr(title)|s content(first-letter)"),
    .init("bookmark-level", "1|3|none"), .init("bookmark-label", "content()|'x'"), .init("bookmark-state", "closed"),
  ]

  private static let logical: [RandomProperty] = [
    .init("margin-inline", "~|auto"), .init("margin-block", "~ ~"), .init("padding-inline", "~"),
    .init("block-size", "~"),
    .init("padding-block-end", "~"), .init("inline-size", "~|max-content"), .init("max-inline-size", "~"),
    .init("border-block-start", "~ solid"), .init("border-inline", "~ dashed"), .init("border-start-end-radius", "~"),
    .init("inset-inline", "~|auto ~"), .init("inset-block-end", "~"),
  ]
}
