import Diagnostics

/// The page numbers of a binder.
extension Binding {
  /// The numbers that are drawn on the pages of the parts: a page of the same size for each. Pages on which there is no
  /// space for a number have none.
  func numbers(
    by typesetter: Typesetter
  ) throws(CompositionError) -> (document: RenderedDocument, isNumbered: [Bool])? {
    guard binder.numbering != .none else { return nil }
    var sizes: [PageMeasure: Int] = [:]
    var css = ""
    var list: [TemplateValue] = []
    var isNumbered: [Bool] = []
    var index = front?.pages.count ?? 0
    for (number, part) in parts.enumerated() {
      if separators != nil { index += 1 }
      for (page, size) in part.pages.enumerated() {
        let label = label(part: number, page: page, of: index)
        index += 1
        isNumbered.append(Self.numberedSides.contains(size.width) && Self.numberedSides.contains(size.height))
        guard isNumbered[isNumbered.count - 1] else { continue }
        let name = "size-\(sizes[size] ?? sizes.count)"
        if sizes.updateValue(sizes[size] ?? sizes.count, forKey: size) == nil {
          guard sizes.count <= Self.maximumSizes else {
            throw CompositionError(
              .limitExceeded, "the pages have more than \(Self.maximumSizes) sizes; choose the numbering none",
              at: part.place)
          }
          // A point less than the page, so that rounding does not need a second page.
          css +=
            "@page \(name) { size: \(size.width)pt \(size.height)pt; margin: 0 } "
            + ".\(name) { page: \(name); width: \(size.width)pt; height: \(size.height - 1)pt }\n"
        }
        list.append(.object(["label": .text(label), "size": .text(name)]))
      }
    }
    guard !list.isEmpty else { return nil }
    let rendered = try render(["numbers": .list(list)], css: css, isStamp: true, by: typesetter)
    guard rendered.pages.count == list.count else {
      throw CompositionError(
        .templateBroken,
        "\(counted(list.count, "page number takes", "page numbers take")) \(counted(rendered.pages.count, "page")); each must take one",
        at: "numbers")
    }
    return (rendered, isNumbered)
  }

  /// Lengths in points of the sides of pages that are numbered.
  private static let numberedSides = 72.0...7200.0
  private static let maximumSizes = 500
}
