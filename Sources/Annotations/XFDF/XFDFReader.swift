import Diagnostics
import PDF

/// Reads an XFDF document (ISO 19444-1): `<annots>` with annotations to put, and `<add>`, `<modify>` and `<delete>`,
/// inside or outside of `<annots>`.
///
/// Form fields are ignored with a warning, since archives contain annotations only.
package enum XFDFReader {
  /// - Throws: `AnnotationError` with the line.
  package static func read(
    _ bytes: [UInt8], limits: AnnotationLimits = AnnotationLimits()
  ) throws(AnnotationError) -> AnnotationSource {
    let root = try XFDFElement.root(bytes, limits: limits)
    guard root.name == "xfdf" else {
      throw AnnotationError(.malformed, "this is not XFDF: its root element is \(Quotation.of(root.name))")
    }
    var reader = Reader(limits: limits)
    try reader.read(container: root)
    return reader.source
  }

  private struct Reader {
    let limits: AnnotationLimits
    var source = AnnotationSource()
    private var totals = SourceTotals()

    init(limits: AnnotationLimits) { self.limits = limits }

    /// `<xfdf>` or `<annots>`.
    mutating func read(container: XFDFElement) throws(AnnotationError) {
      for element in container.children {
        switch element.name {
        case "annots" where container.name == "xfdf": try read(container: element)
        case "add": try read(element) { .add($0) }
        case "modify": try read(element) { .modify($0, object: nil) }
        case "delete": try read(deletions: element)
        // These identify the base, which the caller provides.
        case "f", "ids", "pdf-info": break
        case _ where container.name == "annots": try append(element) { .put($0) }
        default:
          source.warnings.append(
            Diagnostic("unknown_element", "this is not an annotation; it was skipped", in: element.place))
        }
      }
    }

    private mutating func read(
      _ container: XFDFElement, as edit: (Annotation) -> AnnotationEdit
    ) throws(AnnotationError) {
      for element in container.children {
        if element.name == "annots" { try read(element, as: edit) } else { try append(element, as: edit) }
      }
    }

    private mutating func append(_ element: XFDFElement, as edit: (Annotation) -> AnnotationEdit)
      throws(AnnotationError)
    {
      // All writers but the oldest put pop-ups inside their annotations.
      guard element.name != "popup" else {
        source.warnings.append(
          Diagnostic("stray_popup", "a pop-up outside its annotation was skipped", in: element.place))
        return
      }
      var reader = XFDFAnnotationReader(element: element)
      let annotation = try reader.read()
      source.warnings += reader.warnings
      try totals.add(annotation, limits, at: element.place)
      try add(edit(annotation), element)
    }

    private mutating func read(deletions container: XFDFElement) throws(AnnotationError) {
      for element in container.children {
        if element.name == "annots" {
          try read(deletions: element)
          continue
        }
        let text = element.name == "id" ? try element.text().trimmed : ""
        guard let name = try element.string("name") ?? (text.isEmpty ? nil : String(text)) else {
          throw element.invalid("<delete> must name what to delete")
        }
        let page = try element.integer("page", in: 0...PDFLimits().pages)
        try add(.delete(.name(name, page: page)), element)
      }
    }

    private mutating func add(_ edit: AnnotationEdit, _ element: XFDFElement) throws(AnnotationError) {
      guard source.edits.count < limits.annotations else {
        throw AnnotationError(.limit, "the source has more than \(limits.annotations) annotations", at: element.place)
      }
      source.edits.append((edit, element.place))
    }
  }
}
