/// Rules of pages: annotations, and drawing by content streams.
extension ConformanceCheck {
  mutating func checkPages() throws(PDFError) {
    for page in try file.pages() {
      guard let reference = page.reference, let dictionary = dictionary(.reference(reference)) else { continue }
      let place = "page \(page.index + 1)"
      checkAnnotations(dictionary, place)
      let content = content(dictionary["Contents"], place)
      let resources = self.dictionary(inherited("Resources", by: dictionary)) ?? [:]
      var reader = ContentCheck(page: reference.number, place: place)
      let group = self.dictionary(dictionary["Group"])
      reader.hasBlendingSpace = !(group?["CS"].isNull ?? true)
      if profile == .pdfA1b, group?["S"] == .name("Transparency") { log.add(.transparency, "group of \(place)") }
      reader.run(content, resources, &self)
      if reader.isTransparent, !reader.hasBlendingSpace, intent == nil { log.add(.blendingSpace, place) }
    }
  }

  /// The content of a page. What cannot be decoded is noted and left out.
  private func content(_ contents: PDFObject, _ place: String) -> [UInt8] {
    var content: [UInt8] = []
    let streams = resolve(contents)
    for part in streams.array ?? [streams] {
      guard let stream = resolve(part).stream else { continue }
      do throws(PDFError) {
        content += try file.joined([.stream(stream)])
      } catch {
        log.add(.unreadable, "content of \(place): \(error.message)")
      }
      guard content.count <= file.limits.decodedStream else {
        log.add(.unreadable, "content of \(place): it is too long to be checked")
        return []
      }
    }
    return content
  }

  /// An attribute of a page or of a form field, which its ancestors may have (ISO 32000-1, 7.7.3.4 and 12.7.3.1).
  private func inherited(_ key: PDFName, by page: PDFDictionary) -> PDFObject {
    var node = page
    for _ in 0..<file.limits.pageTreeDepth {
      if !node[key].isNull { return node[key] }
      guard let parent = dictionary(node["Parent"]) else { break }
      node = parent
    }
    return .null
  }

  // MARK: Annotations

  private mutating func checkAnnotations(_ page: PDFDictionary, _ place: String) {
    let annotations = resolve(page["Annots"]).array ?? []
    if profile.isAccessibility, !annotations.isEmpty, resolve(page["Tabs"]) != .name("S") { log.add(.tabOrder, place) }
    for object in annotations {
      guard let annotation = dictionary(object), let subtype = resolve(annotation["Subtype"]).name else { continue }
      if profile.isAccessibility {
        checkAccessibility(of: annotation, object.reference?.number, subtype, place)
      } else {
        checkArchiving(of: annotation, subtype, place)
      }
    }
  }

  private mutating func checkArchiving(of annotation: PDFDictionary, _ subtype: PDFName, _ place: String) {
    let place = "\(subtype.text) on \(place)"
    let old: Set<PDFName> = [
      "Text", "Link", "FreeText", "Line", "Square", "Circle", "Highlight", "Underline", "Squiggly", "StrikeOut",
      "Stamp", "Ink", "Popup", "Widget", "PrinterMark", "TrapNet",
    ]
    let more: Set<PDFName> = ["Polygon", "PolyLine", "Caret", "FileAttachment", "Watermark", "Redact"]
    if !old.contains(subtype), profile == .pdfA1b || !more.contains(subtype) { log.add(.annotationType, place) }
    let flags = resolve(annotation["F"]).integer
    if subtype != "Popup" || flags != nil {
      // Print must be set; Invisible, Hidden, NoView and ToggleNoView must not.
      let forbidden = profile == .pdfA1b ? 0x23 : 0x123
      if flags.map({ $0 & 4 == 0 || $0 & forbidden != 0 }) ?? true { log.add(.annotationFlags, place) }
    }
    if profile == .pdfA1b, let opacity = resolve(annotation["CA"]).number, opacity != 1 {
      log.add(.transparency, place)
    }
    if !annotation["C"].isNull || !annotation["IC"].isNull, intent != 3 { log.add(.annotationColor, place) }
    if subtype == "Widget", !annotation["A"].isNull || !annotation["AA"].isNull { log.add(.widgetAction, place) }
    guard subtype != "Popup", subtype != "Link", hasArea(annotation) else { return }
    guard let appearance = dictionary(annotation["AP"]) else { return log.add(.appearance, place) }
    let normal = resolve(appearance["N"])
    let isButton = subtype == "Widget" && resolve(annotation["FT"]) == .name("Btn")
    if appearance.entries.contains(where: { $0.key != "N" }) || normal.stream == nil && !isButton {
      log.add(.appearance, place)
    }
    if let stream = normal.stream { checkForm(stream, annotation["AP"].reference?.number ?? 0, place) }
  }

  private mutating func checkForm(_ stream: PDFStream, _ number: Int, _ place: String) {
    guard drawnBytes <= maximumDrawnBytes else {
      return log.add(.unreadable, "\(place): the forms are drawn too often to be checked")
    }
    guard let data = try? file.decode(stream) else { return }
    drawnBytes += data.count + Self.bytesPerForm
    var reader = ContentCheck(page: number, place: place)
    reader.isAppearance = true
    reader.run(data, dictionary(stream.dictionary["Resources"]) ?? [:], &self)
  }

  private func hasArea(_ annotation: PDFDictionary) -> Bool {
    let sides = (resolve(annotation["Rect"]).array ?? []).compactMap { resolve($0).number }
    return sides.count == 4 && (sides[0] != sides[2] || sides[1] != sides[3])
  }

  private mutating func checkField(
    _ widget: PDFDictionary, _ element: StructureFacts.Element?, _ place: String
  ) {
    if element?.type != "Form" { log.add(.fieldInForm, place) }
    let text = resolve(inherited("TU", by: widget)).string ?? []
    if text.isEmpty, !(element?.hasAlternative ?? false) { log.add(.fieldText, place) }
  }

  private mutating func checkAccessibility(
    of annotation: PDFDictionary, _ number: Int?, _ subtype: PDFName, _ place: String
  ) {
    let place = "\(subtype.text) on \(place)"
    let element = number.flatMap { structure?.annotations[$0] }
    if subtype == "PrinterMark" {
      if element != nil { log.add(.printerMark, place) }
      return
    }
    let isHidden = (resolve(annotation["F"]).integer ?? 0) & 2 != 0
    // Pop-ups are no elements in PDF 2.0 (ISO 14289-2, 8.9.2.4).
    guard subtype != "Popup" || profile == .pdfUA1, !isHidden else { return }
    if subtype == "Widget" {
      // Fields without an area, such as invisible signatures, are not on the page.
      return hasArea(annotation) ? checkField(annotation, element, place) : ()
    }
    let text = resolve(annotation["Contents"]).string ?? []
    if subtype == "Link" {
      if element?.type != "Link" { log.add(.linkInStructure, place) }
      if text.isEmpty { log.add(.linkText, place) }
      if profile == .pdfUA2 { checkTarget(of: annotation, place) }
    } else {
      if element == nil || profile == .pdfUA1 && element?.type != "Annot" { log.add(.annotationInStructure, place) }
      if text.isEmpty, !(element?.hasAlternative ?? false) { log.add(.annotationText, place) }
    }
  }
}
