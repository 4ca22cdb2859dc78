import Diagnostics
import Markup

/// The user agent's style sheet (HTML 15.3), parsed once for each process.
///
/// A string literal compiles much faster than the array of bytes that the package manager generates for an embedded
/// resource.
enum UserAgentStylesheet {
  static let standard = parse([standardCSS])
  static let quirky = parse([standardCSS, quirksCSS])
  private static let standardWithMath = parse([standardCSS, mathCSS])
  private static let quirkyWithMath = parse([standardCSS, quirksCSS, mathCSS])

  /// The style sheet for a document.
  static func rules(for document: Document) -> RuleSet {
    let hasMath = document.nodes.contains { $0.namespace == .mathML }
    if document.isQuirky { return hasMath ? quirkyWithMath : quirky }
    return hasMath ? standardWithMath : standard
  }

  /// Warnings of the parser about the style sheet itself. The tests check that there are none.
  static var warnings: [Diagnostic] { parser([standardCSS, quirksCSS, mathCSS]).log.diagnostics }

  private static func parser(_ sheets: [String]) -> StylesheetParser {
    var parser = StylesheetParser(rules: RuleSet(), media: MediaContext(width: 0, height: 0), loader: nil)
    for css in sheets { parser.parse(ContiguousArray(css.utf8), name: "user agent", base: "") }
    return parser
  }

  private static func parse(_ sheets: [String]) -> RuleSet {
    var rules = parser(sheets).rules
    rules.authorStart = rules.rules.count
    rules.authorPageStart = rules.pageRules.count
    return rules
  }

  /// The arrow of `select` elements, which they do not have with `appearance: none`.
  static let selectArrow =
    "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 5'>"
    + "<path d='M.7.7 4 4 7.3.7' fill='none' stroke='black' stroke-width='1.4'/></svg>"

  private static let standardCSS = #"""
    /* The user agent's stylesheet: HTML 15.3 (rendering), for paper. Rules end in a type or an attribute of few elements
       where that can be, because a rule without one is tried on every element. */

    area, base, basefont, datalist, head, link, meta, noembed, noframes, param, rp, script, style, template, title, source,
    track, audio:not([controls]), input[type=hidden], dialog:not([open]), frameset, frame, optgroup:empty { display: none }
    noscript { display: inline }
    [hidden] { display: none }
    embed[hidden] { display: inline; height: 0; width: 0 }

    html, body { display: block }
    body { margin: 8px }

    address, blockquote, center, dialog, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p,
    plaintext, pre, search, xmp, article, aside, h1, h2, h3, h4, h5, h6, hgroup, nav, section, fieldset, details, summary,
    dd, dl, dt, dir, menu, ol, ul, optgroup, option, marquee { display: block }

    blockquote, figure, listing, p, plaintext, pre, xmp, dir, dl, menu, ol, ul { margin-block: 1em }
    blockquote, figure { margin-inline: 40px }
    address { font-style: italic }
    listing, plaintext, pre, xmp { font-family: monospace; white-space: pre }
    pre[wrap] { white-space: pre-wrap }
    dialog { position: absolute; inset-inline: 0; width: fit-content; height: fit-content; margin: auto; border: solid;
      padding: 1em; background-color: white; color: black }
    slot { display: contents }

    /* Phrasing */
    cite, dfn, em, i, var { font-style: italic }
    b, strong { font-weight: bolder }
    code, kbd, samp, tt { font-family: monospace }
    big { font-size: larger }
    small { font-size: smaller }
    sub { vertical-align: sub; font-size: smaller }
    sup { vertical-align: super; font-size: smaller }
    ruby, rt, rb, rtc { display: inline }
    rt { font-size: 50%; text-emphasis: none }
    a:link { color: #0000EE; text-decoration: underline }
    abbr[title], acronym[title] { text-decoration: dotted underline }
    ins, u { text-decoration: underline }
    del, s, strike { text-decoration: line-through }
    mark { background: yellow; color: black }
    q::before { content: open-quote }
    q::after { content: close-quote }
    nobr { white-space: nowrap }
    wbr { white-space: normal }
    br[clear=left i] { clear: left }
    br[clear=right i] { clear: right }
    br[clear=all i], br[clear=both i] { clear: both }
    center { text-align: -webkit-center }

    /* Bidirectional text */
    [dir], bdi, output { unicode-bidi: isolate }
    bdo, bdo[dir] { unicode-bidi: isolate-override }
    input[dir=auto], textarea[dir=auto], pre[dir=auto] { unicode-bidi: plaintext }
    address, blockquote, center, div, figure, figcaption, footer, form, header, hr, legend, listing, main, p, plaintext, pre,
    summary, xmp, article, aside, h1, h2, h3, h4, h5, h6, hgroup, nav, section, table, caption, colgroup, col, thead, tbody,
    tfoot, tr, td, th, dir, dd, dl, dt, menu, ol, ul, li, fieldset, details, option, optgroup { unicode-bidi: isolate }

    /* Sections and headings; a heading stays with what follows and becomes a bookmark */
    h1 { font-size: 2em; margin-block: 0.67em; bookmark-level: 1 }
    h2 { font-size: 1.5em; margin-block: 0.83em; bookmark-level: 2 }
    h3 { font-size: 1.17em; margin-block: 1em; bookmark-level: 3 }
    h4 { font-size: 1em; margin-block: 1.33em; bookmark-level: 4 }
    h5 { font-size: 0.83em; margin-block: 1.67em; bookmark-level: 5 }
    h6 { font-size: 0.67em; margin-block: 2.33em; bookmark-level: 6 }
    h1, h2, h3, h4, h5, h6 { font-weight: bold; break-after: avoid; bookmark-label: content(text) }

    /* Lists */
    dir, menu, ul { list-style-type: disc }
    ol { list-style-type: decimal }
    dir, menu, ol, ul { padding-inline-start: 40px; counter-reset: list-item }
    li { display: list-item }
    dd { margin-inline-start: 40px }
    dir dir, dir dl, dir menu, dir ol, dir ul, dl dir, dl dl, dl menu, dl ol, dl ul, menu dir, menu dl, menu menu, menu ol,
    menu ul, ol dir, ol dl, ol menu, ol ol, ol ul, ul dir, ul dl, ul menu, ul ol, ul ul { margin-block: 0 }
    dir ul, menu ul, ol ul, ul ul, dir menu, menu menu, ol menu, ul menu, dir dir, menu dir, ol dir, ul dir {
      list-style-type: circle }
    dir dir ul, dir menu ul, dir ol ul, dir ul ul, menu dir ul, menu menu ul, menu ol ul, menu ul ul, ol dir ul, ol menu ul,
    ol ol ul, ol ul ul, ul dir ul, ul menu ul, ul ol ul, ul ul ul { list-style-type: square }
    ::marker { unicode-bidi: isolate; font-variant-numeric: tabular-nums; white-space: pre; text-transform: none }
    details > summary:first-of-type { display: list-item; counter-increment: list-item 0; list-style: disclosure-closed inside }
    details[open] > summary:first-of-type { list-style-type: disclosure-open }
    details:not([open]) > :not(summary:first-of-type) { display: none }
    details:not(:has(> summary))::before { content: "Details"; display: list-item; counter-increment: list-item 0;
      list-style: disclosure-closed inside }
    details[open]:not(:has(> summary))::before { list-style-type: disclosure-open }

    /* Tables */
    table { display: table; box-sizing: border-box; border-spacing: 2px; border-collapse: separate; text-indent: initial }
    caption { display: table-caption; text-align: center }
    colgroup { display: table-column-group }
    col { display: table-column }
    thead { display: table-header-group; vertical-align: middle }
    tbody { display: table-row-group; vertical-align: middle }
    tfoot { display: table-footer-group; vertical-align: middle }
    tr { display: table-row; vertical-align: inherit }
    td, th { display: table-cell; vertical-align: inherit; padding: 1px }
    th { font-weight: bold; text-align: -pressrun-th }
    table > tr { vertical-align: middle }

    /* Embedded content */
    video { object-fit: contain }
    iframe { border: 2px inset }
    svg:not(:root) { overflow: hidden }
    text { white-space: nowrap }
    g, path, rect, circle, ellipse, line, polyline, polygon, text, use, image { transform-origin: 0 0 }
    :is(svg, g, text, tspan, symbol) > a:link { color: inherit; text-decoration: none }

    /* Rules */
    hr { color: gray; border: 1px inset; margin-block: 0.5em; margin-inline: auto; overflow: hidden }

    /* Forms, as printed */
    fieldset { display: flow-root; margin-inline: 2px; border: 2px groove; padding-block: 0.35em 0.625em; padding-inline: 0.75em; min-inline-size: min-content }
    legend { padding-inline: 2px }
    input, select, button, textarea { display: inline-block; letter-spacing: initial; word-spacing: initial; line-height: initial;
      text-transform: initial; text-indent: initial; text-shadow: initial; text-align: start; font: 13.3333px sans-serif;
      box-sizing: border-box; color: black; background: white }
    input, select, textarea { border: 1px solid #767676; padding: 2px }
    input { box-sizing: content-box; contain: inline-size; contain-intrinsic-width: 23.1ch; white-space: pre; overflow: clip; align-content: center }
    textarea { font-family: monospace; white-space: pre-wrap; box-sizing: content-box; contain: size;
      contain-intrinsic-size: 22ch 2lh; overflow: hidden; vertical-align: text-bottom }
    select { padding: 1px 4px; overflow: clip; align-content: center; background: white
      url("\#(selectArrow)")
      no-repeat right 4px top 50% / 8px 5px }
    select:dir(rtl) { background-position-x: left 4px }
    select[multiple], select[size]:not([size="1"]) { background: white }
    option { white-space: nowrap; display: none; padding-inline-end: 12px }
    select[multiple] option, select[size]:not([size="1"]) option, datalist option { padding-inline-end: 0 }
    option:checked, select[multiple] option, select[size]:not([size="1"]) option, datalist option { display: block }
    select[multiple] option:checked, select[size]:not([size="1"]) option:checked { background-color: #CECECE }
    optgroup { display: contents }
    select[multiple] optgroup::before, select[size]:not([size="1"]) optgroup::before { content: attr(label); display: block;
      font-weight: bold; white-space: nowrap }
    select[multiple] optgroup > option, select[size]:not([size="1"]) optgroup > option { padding-inline-start: 20px }
    button, input[type=submit], input[type=reset], input[type=button] { text-align: center; align-content: center; background: #EFEFEF;
      border: 1px solid #767676; border-radius: 2px; padding: 1px 6px }
    input:is([type=submit], [type=reset], [type=button], [type=checkbox], [type=radio], [type=range], [type=color], [type=file],
      [type=image]) { contain: none; box-sizing: border-box }
    input[type=checkbox], input[type=radio] { width: 13px; height: 13px; margin: 3px 3px 3px 4px; padding: 0; border: none;
      background: none; overflow: visible; align-content: normal }
    input[type=radio] { margin: 3px 3px 0 5px }
    input[type=range] { contain: inline-size; contain-intrinsic-width: 129px; height: 16px; margin: 2px; padding: 0; border: none; background: none }
    input[type=color] { width: 50px; height: 27px; padding: 4px 6px; background: black content-box }
    input[type=file], input[type=image] { padding: 0; border: none }
    progress, meter { display: inline-block; width: 10em; height: 1em; box-sizing: border-box; vertical-align: -0.2em }
    meter { width: 5em }
    input:disabled, textarea:disabled, select:disabled { color: #545454; background-color: #FAFAFA; border-color: #D6D6D6 }
    input[type=color]:disabled { background-color: black }
    button:disabled, input[type=submit]:disabled, input[type=reset]:disabled, input[type=button]:disabled { color: #B7B7B7;
      background-color: #FAFAFA; border-color: #D6D6D6 }

    /* Footnotes (css-gcpm-3 §2.5) */
    ::footnote-call { content: counter(footnote); font-variant-position: super; vertical-align: super; font-size: smaller;
      line-height: normal; text-decoration: none }
    ::footnote-marker { content: counter(footnote) ". " }

    /* Pages */
    @page { margin: 75px }
    @page { @footnote { margin-top: 1em; border-top: thin solid; padding-top: 0.5em } }
    @page {
      @top-left-corner { text-align: right; vertical-align: middle }
      @top-left { text-align: left; vertical-align: middle }
      @top-center { text-align: center; vertical-align: middle }
      @top-right { text-align: right; vertical-align: middle }
      @top-right-corner { text-align: left; vertical-align: middle }
      @left-top { text-align: center; vertical-align: top }
      @left-middle { text-align: center; vertical-align: middle }
      @left-bottom { text-align: center; vertical-align: bottom }
      @right-top { text-align: center; vertical-align: top }
      @right-middle { text-align: center; vertical-align: middle }
      @right-bottom { text-align: center; vertical-align: bottom }
      @bottom-left-corner { text-align: right; vertical-align: middle }
      @bottom-left { text-align: left; vertical-align: middle }
      @bottom-center { text-align: center; vertical-align: middle }
      @bottom-right { text-align: right; vertical-align: middle }
      @bottom-right-corner { text-align: left; vertical-align: middle }
    }
    """#

  private static let quirksCSS = #"""
    /* What quirks mode adds (HTML 15.3.9, and the Quirks Mode Standard), besides `QuirkMargins`. */
    form { margin-block-end: 1em }
    li { list-style-position: inside }
    li dir, li menu, li ol, li ul { list-style-position: outside }
    dir dir, dir menu, dir ol, dir ul, dir li, menu dir, menu menu, menu ol, menu ul, menu li, ol dir, ol menu, ol ol, ol ul,
    ol li, ul dir, ul menu, ul ol, ul ul, ul li { list-style-position: unset }
    table { font-size: initial; font-weight: initial; font-style: initial; font-variant: initial; line-height: initial;
      white-space: initial; text-align: start }
    """#
}
