import Diagnostics

/// Cover, table of contents and separators of a binder.
extension Binding {
  /// Times that the table of contents is laid out until its own length agrees with its page numbers.
  private static let maximumPasses = 4

  mutating func addFront(by typesetter: Typesetter) throws(CompositionError) {
    if binder.hasSeparators {
      let list = parts.indices.map {
        TemplateValue.object(["number": .text("\($0 + 1)"), "title": .text(parts[$0].title)])
      }
      let rendered = try render(["separators": .list(list)], by: typesetter)
      guard rendered.pages.count == parts.count else {
        throw CompositionError(
          .templateBroken,
          "\(counted(parts.count, "separator takes", "separators take")) \(counted(rendered.pages.count, "page")); each must take one",
          at: "separators")
      }
      separators = rendered
    }
    guard binder.hasCover || binder.hasContents else { return }
    var length = 1
    for pass in 1...Self.maximumPasses {
      let document = try typeset(frontValues(length), by: typesetter)
      let isLast = document.pages.count == length || pass == Self.maximumPasses
      length = document.pages.count
      guard isLast else { continue }
      front = try document.rendered()
      break
    }
    warnings += front?.warnings ?? []
    fonts.formUnion(front?.fonts ?? [])
  }

  private func frontValues(_ length: Int) -> [String: TemplateValue] {
    var page = length
    var list: [TemplateValue] = []
    for (index, part) in parts.enumerated() {
      list.append(
        .object([
          "number": .text("\(index + 1)"), "title": .text(part.title), "anchor": .text(Self.anchor(index)),
          "page": .text(label(part: index, page: 0, of: page)), "pages": .text("\(part.pages.count)"),
        ]))
      page += part.pages.count + (binder.hasSeparators ? 1 : 0)
    }
    var values: [String: TemplateValue] = ["cover": .flag(binder.hasCover)]
    if binder.hasContents { values["contents"] = .object(["parts": .list(list)]) }
    return values
  }

  func render(
    _ values: [String: TemplateValue], css: String = "", isStamp: Bool = false, by typesetter: Typesetter
  ) throws(CompositionError) -> RenderedDocument {
    try typeset(values, css: css, isStamp: isStamp, by: typesetter).rendered()
  }

  /// - Parameter isStamp: whether the pages are drawn on others.
  func typeset(
    _ values: [String: TemplateValue], css: String = "", isStamp: Bool = false, by typesetter: Typesetter
  ) throws(CompositionError) -> TypesetDocument {
    var all: [String: TemplateValue] = [
      "cover": .flag(false), "contents": .nothing, "separators": .list([]), "numbers": .list([]),
    ]
    all.merge(binder.values) { $1 }
    all.merge(values) { $1 }
    var document = try binder.template.document(all, format: binder.format)
    if !css.isEmpty { document.stylesheets.append(.init(css: css, source: "binder")) }
    document.pageSize = binder.pageSize
    document.isTagged = binder.isTagged
    if let conformance = binder.conformance { document.conform(to: conformance) }
    if isStamp, case .html(let stamp) = ComposedDocument.html(document).asStamp(binder.conformance) { document = stamp }
    document.metadata = binder.metadata
    return try typesetter.typeset(document)
  }
}
