import Layout
import PDF

extension DocumentContents {
  /// Page attributes, destinations and outline of a laid-out document. Links and structure are left to the caller.
  init(_ document: LaidOutDocument, structure: DocumentStructure?, pointsPerPx: Double) {
    self.init(pages: document.pages.map { PageContents($0, pointsPerPx: pointsPerPx) })
    destinations = document.destinations.compactMap { name, destination in
      PageDestination(destination, in: document, structure, pointsPerPx: pointsPerPx).map {
        NamedDestination(name: Array(name.utf8), destination: $0)
      }
    }
    outline = document.outline.compactMap { item in
      PageDestination(item.destination, in: document, structure, pointsPerPx: pointsPerPx).map {
        OutlineEntry(level: item.level, title: item.title, isOpen: item.isOpen, destination: $0)
      }
    }
  }
}

extension PageContents {
  fileprivate init(_ page: Page, pointsPerPx: Double) {
    self.init()
    rotation = page.rotation
    label = page.label
    guard let trim = page.trim else { return }
    let bleed = Rect(
      x: trim.x - page.bleed, y: trim.y - page.bleed, width: trim.width + 2 * page.bleed,
      height: trim.height + 2 * page.bleed)
    trimBox = PDFRectangle(px: trim, pageHeight: page.size.height, pointsPerPx: pointsPerPx)
    bleedBox = PDFRectangle(px: bleed, pageHeight: page.size.height, pointsPerPx: pointsPerPx)
  }
}

extension PageDestination {
  /// Fails if the document has no such page.
  fileprivate init?(
    _ destination: Destination, in document: LaidOutDocument, _ structure: DocumentStructure?, pointsPerPx: Double
  ) {
    guard document.pages.indices.contains(destination.page) else { return nil }
    let height = document.pages[destination.page].size.height
    self.init(
      page: destination.page, x: destination.point.x * pointsPerPx,
      y: (height - destination.point.y) * pointsPerPx,
      element: destination.node.isNone ? nil : structure?.element(of: destination.node))
  }
}

extension PDFRectangle {
  /// A rectangle in px from the page's upper left corner, in points from its lower left corner.
  init(px rect: Rect, pageHeight: Double, pointsPerPx scale: Double) {
    self.init(
      x0: rect.x * scale, y0: (pageHeight - rect.maxY) * scale, x1: rect.maxX * scale,
      y1: (pageHeight - rect.y) * scale)
  }
}
