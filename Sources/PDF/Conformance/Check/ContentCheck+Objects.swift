/// XObjects, patterns and inline images.
extension ContentCheck {
  mutating func draw(_ name: PDFName?, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let object = resource("XObject", name, resources, &check), let stream = check.resolve(object).stream else {
      return
    }
    if stream.dictionary["Subtype"] == .name("Image") {
      paint(&check)
      if check.resolve(stream.dictionary["ImageMask"]) != .boolean(true),
        !check.filters(stream.dictionary).contains("JPXDecode")
      {
        checkColorSpace(stream.dictionary["ColorSpace"], resources, &check)
      }
      if !stream.dictionary["SMask"].isNull { isTransparent = true }
    } else {
      // The content of a form can be marked in it.
      if check.dictionary(stream.dictionary["Group"])?["S"] == .name("Transparency") { isTransparent = true }
      drawForm(object, resources, &check)
    }
  }

  mutating func drawForm(_ object: PDFObject, _ outer: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let stream = check.resolve(object).stream, depth < Self.maximumDepth else { return }
    if let number = object.reference?.number, !open.insert(number).inserted { return }
    defer { if let number = object.reference?.number { open.remove(number) } }
    guard check.drawnBytes <= check.maximumDrawnBytes else {
      return check.log.add(.unreadable, "\(place): the forms are drawn too often to be checked")
    }
    guard let data = try? check.file.decode(stream) else { return }
    check.drawnBytes += data.count + ConformanceCheck.bytesPerForm
    depth += 1
    let marked = marks
    let owner = stream.dictionary["StructParents"].isNull ? nil : object.reference?.number
    if let owner { forms.append(owner) }
    defer { if owner != nil { forms.removeLast() } }
    run(data, check.dictionary(stream.dictionary["Resources"]) ?? outer, &check)
    marks = marked
    depth -= 1
  }

  mutating func drawPattern(_ name: PDFName, _ resources: PDFDictionary, _ check: inout ConformanceCheck) {
    guard let object = resource("Pattern", name, resources, &check), let pattern = check.dictionary(object) else {
      return
    }
    if let state = check.dictionary(pattern["ExtGState"]) { checkBlendMode(check.resolve(state["BM"]), &check) }
    if let shading = check.dictionary(pattern["Shading"]) {
      checkColorSpace(shading["ColorSpace"], resources, &check)
    } else {
      // The content of a tile is marked where it is painted.
      let outer = isAppearance
      isAppearance = true
      drawForm(object, resources, &check)
      isAppearance = outer
    }
  }

  /// - Parameter bytes: the same as `content`.
  /// - Returns: the offset after `EI`.
  func inlineImage(
    _ content: [UInt8], _ bytes: PDFBytes, from start: Int, _ resources: PDFDictionary, _ check: inout ConformanceCheck
  ) -> Int {
    paint(&check)
    guard let data = bytes.first("ID", in: start..<content.count) else { return content.count }
    var parser = PDFParser(
      PDFBytes(Array("<<".utf8) + content[start..<data] + Array(">>".utf8)), at: 0, limits: check.file.limits)
    if let image = try? parser.object().dictionary {
      for key in ["I", "Interpolate"] as [PDFName] where image[key] == .boolean(true) {
        check.log.add(.interpolation, place)
      }
      for key in ["F", "Filter"] as [PDFName] {
        let names = image[key].array ?? [image[key]]
        if names.contains(.name("LZW")) || names.contains(.name("LZWDecode")) { check.log.add(.lzw, place) }
      }
      let isMask = image["IM"] == .boolean(true) || image["ImageMask"] == .boolean(true)
      let space = image["CS"].isNull ? image["ColorSpace"] : image["CS"]
      if !isMask { checkColorSpace(space, resources, &check) }
    }
    // Content may end with the operator.
    var position = min(data + 3, content.count)
    while let end = bytes.first("EI", in: position..<content.count) {
      let isEnd =
        ByteClass.isSpace(content[end - 1]) && (end + 2 >= content.count || ByteClass.isSpace(content[end + 2]))
      if isEnd { return end + 2 }
      position = end + 1
    }
    return content.count
  }
}
