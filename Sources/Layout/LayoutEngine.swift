import Resources
import Style
import TextShaping

/// Sets a styled document on pages.
package struct LayoutEngine {
  /// What layout may use at most.
  package struct Limits: Sendable {
    package var pages = 50_000
    package var boxes = 8_000_000
    /// Passes over boxes: so many at any rate, and so many for each box.
    package var passes = 5_000_000
    package var passesPerBox = 400
    package var time = Duration.seconds(600)
    package init() {}
  }

  /// - Parameter progress: is told the number of pages after each one.
  /// - Throws: `LayoutError` where the document goes beyond a limit.
  package static func layOut(
    _ document: consuming StyledDocument, shaper: TextShaper, images: ImageStore, limits: Limits = Limits(),
    progress: ((_ pages: Int) -> Void)? = nil
  ) throws(LayoutError) -> LaidOutDocument {
    var builder = BoxTreeBuilder(document: document, images: images)
    builder.mostBoxes = limits.boxes
    let root = try builder.build()
    builder.resolveReferences()
    builder.loadDecorations()
    var flow = builder.flow(shaper: shaper, limits: limits)
    guard let root else {
      let page = flow.document.pageStyle(PageQuery(index: 0, name: nil, isFirst: true, isRight: true, isBlank: false))
      return LaidOutDocument(
        pages: [Page(size: Size(width: page.width, height: page.height))], styles: flow.document.styles)
    }
    var paginator = Paginator(flow: flow, root: root, limits: limits)
    paginator.progress = progress
    return try paginator.run()
  }
}

extension BoxTreeBuilder {
  /// The document and its boxes pass on to the flow: a second owner would have them copied when they change.
  consuming func flow(shaper: TextShaper, limits: LayoutEngine.Limits) -> Flow {
    var flow = Flow(document: document, tree: tree, shaper: shaper, images: images)
    flow.effort = Effort(limits, boxes: flow.tree.boxes.count)
    flow.warnings = warnings
    return flow
  }
}
