import PDF

/// Entries that are specific to each annotation type.
extension AnnotationReader {
  mutating func kind(_ subtype: PDFName, _ entries: DictionaryReader) throws(AnnotationError) -> AnnotationKind {
    let known: AnnotationKind? =
      switch subtype {
      case "Text": .note(Note(icon: entries.name("Name")?.text ?? "Note", isOpen: entries.boolean("Open") ?? false))
      case "Highlight": markup(.highlight, entries)
      case "Underline": markup(.underline, entries)
      case "Squiggly": markup(.squiggly, entries)
      case "StrikeOut": markup(.strikeOut, entries)
      case "Square": .square(inset: entries.insets("RD"))
      case "Circle": .circle(inset: entries.insets("RD"))
      case "Polygon": entries.points("Vertices").map { .polygon($0) }
      case "PolyLine": entries.points("Vertices").map { .polyline($0, endings: entries.endings) }
      case "Line": line(entries).map { .line($0) }
      case "FreeText": .freeText(freeText(entries))
      case "Stamp": .stamp(stamp(entries))
      case "Caret": .caret(caret(entries))
      case "Ink": ink(entries).map { .ink($0) }
      case "Link": .link(try link(entries))
      default: nil
      }
    return known ?? .other(subtype, entries.dictionary)
  }

  private func stamp(_ entries: DictionaryReader) -> Stamp {
    var stamp = Stamp(icon: entries.name("Name")?.text ?? "Draft", rotation: entries.number("Rotate") ?? 0)
    stamp.picture = picture(entries)
    return stamp
  }

  /// The image of a stamp whose appearance contains one image and no text, either directly or in a nested form.
  private func picture(_ entries: DictionaryReader) -> StampPicture? {
    var form = value(entries.dictionary("AP")?.dictionary["N"])?.dictionary
    for _ in 0..<2 {
      let resources = value(form?["Resources"])?.dictionary
      guard resources?["Font"].isNull ?? false, let objects = value(resources?["XObject"])?.dictionary,
        objects.entries.count == 1, let object = value(objects.entries[0].value)?.stream
      else { return nil }
      guard value(object.dictionary["Subtype"])?.name == "Image" else {
        form = object.dictionary
        continue
      }
      guard let width = object.dictionary["Width"].integer, let height = object.dictionary["Height"].integer,
        (1...30_000).contains(width), (1...30_000).contains(height)
      else { return nil }
      var picture = StampPicture(image: object, width: width, height: height)
      picture.mask = value(object.dictionary["SMask"])?.stream
      picture.image.dictionary["SMask"] = .null
      return picture
    }
    return nil
  }

  private func value(_ object: PDFObject?) -> PDFObject? { object.flatMap { try? file.resolve($0) } }

  /// Returns nil if there are neither quadrilaterals nor a rectangle.
  private func markup(_ markup: TextMarkup, _ entries: DictionaryReader) -> AnnotationKind? {
    let quadrilaterals = quadrilaterals(entries)
    return quadrilaterals.isEmpty && entries.rectangle("Rect") == nil ? nil : .markup(markup, quadrilaterals)
  }

  private func quadrilaterals(_ entries: DictionaryReader) -> [Quadrilateral] {
    let points = entries.points("QuadPoints") ?? []
    return stride(from: 0, to: points.count - points.count % 4, by: 4)
      .map { Quadrilateral(points[$0], points[$0 + 1], points[$0 + 2], points[$0 + 3]) }
  }

  private func ink(_ entries: DictionaryReader) -> Ink? {
    guard let lists = entries.array("InkList") else { return nil }
    let strokes = lists.compactMap { entries.points($0) }.filter { !$0.isEmpty }
    return strokes.isEmpty ? nil : Ink(strokes: strokes.map { Ink.Stroke($0) })
  }

  private func line(_ entries: DictionaryReader) -> LineAnnotation? {
    guard let ends = entries.points("L"), ends.count == 2 else { return nil }
    var line = LineAnnotation(start: ends[0], end: ends[1])
    line.endings = entries.endings
    line.leaderLength = entries.number("LL") ?? 0
    line.leaderExtension = max(0, entries.number("LLE") ?? 0)
    line.leaderOffset = max(0, entries.number("LLO") ?? 0)
    line.hasCaption = entries.boolean("Cap") ?? false
    line.isCaptionOnTop = entries.name("CP") == "Top"
    line.captionOffset = entries.points("CO")?.first ?? Point(0, 0)
    return line
  }

  private func freeText(_ entries: DictionaryReader) -> FreeText {
    var text = FreeText()
    text.defaultAppearance = entries.text("DA")
    text.defaultStyle = entries.text("DS")
    text.justification = entries.integer("Q").flatMap { FreeText.Justification(rawValue: $0) } ?? .left
    if let callout = entries.points("CL"), (2...3).contains(callout.count) { text.callout = callout }
    text.calloutEnding = entries.name("LE").flatMap { LineEnding(rawValue: $0.text) } ?? .none
    text.inset = entries.insets("RD")
    let rotation = entries.integer("Rotate") ?? 0
    if rotation.isMultiple(of: 90) { text.rotation = (rotation % 360 + 360) % 360 }
    return text
  }

  private func caret(_ entries: DictionaryReader) -> Caret {
    var caret = Caret()
    caret.isParagraph = entries.name("Sy") == "P"
    caret.inset = entries.insets("RD")
    return caret
  }

  private mutating func link(_ entries: DictionaryReader) throws(AnnotationError) -> Link {
    var link = Link(quadrilaterals: quadrilaterals(entries), highlight: entries.name("H")?.text)
    if let action = entries.dictionary("A") {
      if action.name("S") == "URI", let uri = action.string("URI") {
        link.action = .uri(String(decoding: uri, as: UTF8.self))
      } else if action.name("S") == "GoTo" {
        link.action = try destination(action, "D")
      }
    } else {
      link.action = try destination(entries, "Dest")
    }
    return link
  }

  private mutating func destination(_ entries: DictionaryReader, _ key: PDFName) throws(AnnotationError) -> Link.Action?
  {
    if let name = entries.text(key) { return .named(name) }
    if let name = entries.name(key) { return .named(name.text) }
    guard let array = entries.array(key), let reference = array.first?.reference else { return nil }
    let pages: [PDFReference: Int]
    if let known = indexOfPage {
      pages = known
    } else {
      let file = file
      pages = try onBase("") { () throws(PDFError) in
        var tree = try PageTree(file)
        var found: [PDFReference: Int] = [:]
        while let page = try tree.next() { if let reference = page.reference { found[reference] = page.index } }
        return found
      }
      indexOfPage = pages
    }
    guard let page = pages[reference] else { return nil }
    func number(_ index: Int) -> Double? { index < array.count && array[1].name == "XYZ" ? array[index].number : nil }
    return .page(page, left: number(2), top: number(3), zoom: number(4))
  }
}
