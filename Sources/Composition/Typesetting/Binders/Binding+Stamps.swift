import PDF

/// The stamps on the pages of a binder's parts.
extension Binding {
  func stamps(
    of document: RenderedDocument?, at place: String, _ merge: inout FileMerge
  ) throws(CompositionError) -> [FileMerge.Stamp] {
    guard let document else { return [] }
    do throws(PDFError) {
      return try merge.addStamps(try PDFFile(bytes: document.pdf))
    } catch {
      throw CompositionError(.partRefused, error.description, at: place)
    }
  }

  /// The stamps of each page. A stamp of one page is drawn on all pages that are stamped; otherwise it must
  /// have as many pages.
  func stamps(
    _ stamps: [ComposedStamp], pages: Int, by typesetter: Typesetter, _ merge: inout FileMerge
  ) throws(CompositionError) -> [FileMerge.PageStamps] {
    var all = Array(repeating: FileMerge.PageStamps(), count: pages)
    for stamp in stamps {
      let document = try Self.render(stamp.document.asStamp(binder.conformance), at: stamp.place, by: typesetter)
      let drawn = try self.stamps(of: document, at: stamp.place, &merge)
      let range = stamp.pages.range(of: pages)
      try stamp.check(pages: drawn.count, for: range)
      for (index, page) in range.enumerated() {
        let one = drawn[drawn.count == 1 ? 0 : index]
        if stamp.isBelow { all[page].below.append(one) } else { all[page].above.append(one) }
      }
    }
    return all
  }
}

extension FileMerge.PageStamps {
  /// These stamps, nearer to the page than `others`.
  func adding(_ others: Self) -> Self {
    var all = others
    all.below += below
    all.above = above + others.above
    return all
  }
}
