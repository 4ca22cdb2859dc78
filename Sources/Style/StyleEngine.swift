import Diagnostics
import Markup
import Resources

/// Styles documents: parses their stylesheets and computes the cascade.
package struct StyleEngine {
  /// Inputs other than the document.
  package struct Options {
    /// Author style sheets that precede those of the document.
    package var stylesheets: [(css: String, source: String)] = []
    package var medium = Medium.print
    /// The page size of `@page { size: auto }`, px.
    package var pageWidth = 793.7007874015748
    package var pageHeight = 1122.5196850393702
    /// How much larger page boxes, with their margins, are than style sheets say. They are painted smaller by this
    /// factor.
    package var pageZoom = 1.0
    /// The width that media queries test, px; nil for that of the page.
    package var mediaWidth: Double?
    /// Returns the length of `1ex`, `1ch`, `1cap` or `1ic` for a font, px, or the scale of its scripts.
    package var fontRelativeUnits: (FontStyle, FontMeasure) -> Double = FontMeasure.typical
    /// Called with the document's `@font-face` rules and the folder of its `<base href>`, before any font is measured.
    package var foundFonts: (_ faces: [FontFace], _ base: String) -> Void = { _, _ in }
    /// The sizes of the query containers in an earlier layout of the document, by element. While they are not known,
    /// conditions of `@container` are false.
    package var containers: [NodeID: ContainerSize] = [:]
    /// The style sheets of earlier documents.
    package var parsedSheets: ParsedSheets?
    package init() {}
  }

  /// Computes the styles of all elements and pseudo-elements. Never fails: invalid CSS is ignored with a warning.
  @export(interface)
  package static func style(_ document: Document, loader: ResourceLoader, options: Options = Options())
    -> StyledDocument
  {
    var sheets = DocumentSheets(document, loader: loader, options: options)
    sheets.collect()
    let parser = sheets.parser
    let rules = parser.rules
    options.foundFonts(rules.fontFaces, sheets.base)

    var pages = pageRules(of: rules, options)
    let lengths = LengthContext(metrics: options.fontRelativeUnits)
    var cascade = Cascade(
      document, rules: rules, lengths: lengths, media: parser.media, containers: options.containers, log: parser.log)
    let page = (width: options.pageWidth, height: options.pageHeight)
    pages.rootStyle = cascade.rootStyle(viewport: page)
    let area = options.medium == .print ? pages.firstPageArea(customs: cascade.customSets) : page
    (pages.viewportWidth, pages.viewportHeight) = (area.width, area.height)
    cascade.setViewport(area)
    cascade.run()

    let root = document.documentElement
    if !root.isNone {
      var style = cascade.styles[cascade.styleOfNode[Int(root.index)]]
      style.text = style.text.unzoomed
      pages.rootStyle = style
    }
    var styled = StyledDocument(
      document: document, styles: cascade.styles.all, styleOfNode: cascade.styleOfNode,
      pseudoStyles: cascade.pseudoStyles,
      firstLines: cascade.firstLines,
      diagnostics: cascade.log.diagnostics, fontFaces: rules.fontFaces,
      colorProfiles: rules.colorProfiles, base: sheets.base,
      media: parser.media, customSets: cascade.customSets,
      counterStyles: CounterStyles(custom: rules.counterStyles), pages: pages)
    let counters = pages.namedCounters
    styled.marginCounters = Set(counters.prefix(PageRules.maxCounters))
    styled.marginTargets = pages.targets
    if counters.count > PageRules.maxCounters {
      styled.diagnostics.append(
        Diagnostic(
          StyleDiagnosticCode.styleLimitExceeded.rawValue,
          "Page rules use more than \(PageRules.maxCounters) counters; those after the first ones are 0 in page margins"
        ))
    }
    styled.queriesContainers = !rules.containerQueries.isEmpty || cascade.usesContainerUnits
    styled.numbersFootnotesByPage = pages.resetsFootnotes
    return styled
  }

  private static func pageRules(of rules: RuleSet, _ options: Options) -> PageRules {
    var pages = PageRules()
    pages.rules = rules.pageRules
    pages.authorStart = rules.authorPageStart
    pages.blocks = rules.blocks
    pages.layerOrder = rules.layers.order()
    (pages.defaultWidth, pages.defaultHeight) = (options.pageWidth, options.pageHeight)
    pages.zoom = options.pageZoom
    return pages
  }
}

extension PageRules {
  /// The page area of the first page, which viewport units refer to.
  ///
  /// - Parameter customs: those of the document so far, which contain the set of `rootStyle`.
  fileprivate func firstPageArea(customs: CustomSets) -> (width: Double, height: Double) {
    let query = PageQuery(index: 0, name: nil, isFirst: true, isRight: true, isBlank: false)
    var rules = self
    let ordered = cascade(rules.matching(query), .page)
    (rules.viewportWidth, rules.viewportHeight) = (defaultWidth, defaultHeight)
    var customs = customs
    let style = rules.compute(ordered, parent: rootStyle, customs: &customs)
    let box = rules.sheet(ordered, style, customs: customs).box
    return (box.contentWidth, box.contentHeight)
  }
}
