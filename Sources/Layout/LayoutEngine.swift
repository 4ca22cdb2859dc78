import Resources
import Style
import TextShaping

/// Lays out a styled document on pages.
package struct LayoutEngine {
  /// Limits of layout.
  package struct Limits: Sendable {
    package var pages = 50_000
    /// Pages that a document may have whatever its size. Beyond, it may have `pagesPerBox` for each of its boxes and
    /// one for each `bytesPerPage` of its source, so that a few bytes cannot take the time and memory of a book, for
    /// example by a height of 1e9px.
    package var leastPages = 2_000
    package var pagesPerBox = 2
    package var bytesPerPage = 8
    package var boxes = 8_000_000
    /// Fragments on all pages: lines, boxes and pieces of text, of about a hundred bytes each, and boxes that continue
    /// from page to page.
    package var fragments = 24_000_000
    /// Fragments that a document may have whatever its size. Beyond, it may have `fragmentsPerBox` for each of its
    /// boxes and eight for each byte of its source, so that a few bytes cannot take the memory of a book, for example
    /// by a thousand empty columns on each page.
    package var leastFragments = 2_000_000
    package var fragmentsPerBox = 400
    /// The size of contents that are repeated on pages (`Effort.repeated`), to which one is added for each byte of the
    /// source.
    package var repeated = 300_000
    /// The most passes over boxes: this number, and a number for each box.
    package var passes = 1_000_000
    package var passesPerBox = 400
    /// The most pieces of text, edges and boxes in all lines that are built: this number, and a number for each byte of
    /// the source.
    package var linePieces = 2_000_000
    package var linePiecesPerByte = 16
    /// The most columns that are laid out, including those tried for balancing: this number, and a number for each box.
    package var columnPasses = 100_000
    package var columnPassesPerBox = 40
    package var time = Duration.seconds(600)
    package init() {}

    /// The most pages of a document.
    /// - Parameter bytes: of its text and attributes.
    func pages(boxes: Int, bytes: Int) -> Int {
      min(pages, leastPages + pagesPerBox * boxes + bytes / max(1, bytesPerPage))
    }

    /// The most fragments of a document.
    /// - Parameter bytes: of its text and attributes.
    func fragments(boxes: Int, bytes: Int) -> Int {
      min(fragments, leastFragments + fragmentsPerBox * boxes + 8 * bytes)
    }
  }

  /// - Parameter progress: called with the number of pages after each one.
  /// - Throws: `LayoutError` if the document exceeds a limit.
  @export(interface)
  package static func layOut(
    _ document: consuming StyledDocument, shaper: TextShaper, images: ImageStore, limits: Limits = Limits(),
    progress: ((_ pages: Int) -> Void)? = nil
  ) throws(LayoutError) -> LaidOutDocument {
    let limitations = document.turnBoxes()
    document.sizeInitialLetters(shaper)
    var builder = BoxTreeBuilder(document: document, images: images)
    for limitation in limitations { builder.diagnostics.add(limitation) }
    builder.maxBoxes = limits.boxes
    let root = try builder.build()
    builder.resolveReferences()
    let markup = builder.document.document
    for warning in builder.generated.warnings(in: markup) + builder.counterEffort.warnings(in: markup) {
      builder.diagnostics.add(warning)
    }
    builder.loadDecorations()
    var context = builder.context(shaper: shaper, limits: limits)
    guard let root else {
      let page = context.document.pageStyle(
        PageQuery(index: 0, name: nil, isFirst: true, isRight: true, isBlank: false))
      return LaidOutDocument(
        pages: [Page(size: Size(width: page.width, height: page.height))], styles: context.document.styles)
    }
    var paginator = Paginator(context: context, root: root, limits: limits)
    paginator.progress = progress
    return try paginator.run()
  }
}

extension BoxTreeBuilder {
  /// Moves the document and its boxes to a layout context. A second owner would cause a copy on the first change.
  consuming func context(shaper: TextShaper, limits: LayoutEngine.Limits) -> LayoutContext {
    var context = LayoutContext(document: document, tree: tree, shaper: shaper, images: images)
    context.effort = Effort(limits, boxes: context.tree.boxes.count, bytes: document.document.bytes.count)
    context.diagnostics = diagnostics
    return context
  }
}
