import Resources
import Style
import TextShaping

/// Sets a styled document on pages.
package struct LayoutEngine {
  /// What layout may use at most.
  package struct Limits: Sendable {
    package var pages = 50_000
    package init() {}
  }

  /// - Parameter progress: is told the number of pages after each one.
  /// - Throws: `LayoutError` where the document goes beyond a limit.
  package static func layOut(
    _ document: StyledDocument, shaper: TextShaper, images: ImageStore, limits: Limits = Limits(),
    progress: ((_ pages: Int) -> Void)? = nil
  ) throws(LayoutError) -> LaidOutDocument {
    var builder = BoxTreeBuilder(document: document, images: images)
    let root = try builder.build()
    var flow = Flow(document: builder.document, tree: builder.tree, shaper: shaper, images: images)
    guard let root else {
      var empty = document
      let page = empty.pageStyle(PageQuery(index: 0, name: nil, isFirst: true, isRight: true, isBlank: false))
      return LaidOutDocument(pages: [Page(size: Size(width: page.width, height: page.height))], styles: empty.styles)
    }
    flow.warnings = builder.warnings
    builder.resolveReferences(&flow)
    var paginator = Paginator(flow: flow, root: root, limits: limits)
    paginator.progress = progress
    return try paginator.run()
  }
}
