/// Pages that are drawn as forms: their annotations, and the structure of their content.
extension ObjectCopier {
  /// The annotations of a page, in the coordinates of the page on which it is drawn.
  func annotations(_ value: PDFObject, _ matrix: PDFMatrix) throws(PDFError) -> [PDFObject] {
    var copies: [PDFObject] = []
    for item in try file.resolve(value).array ?? [] {
      if let reference = item.reference {
        annotationMatrices[reference.number] = matrix
        copies.append(try copy(item))
      } else {
        annotationMatrix = matrix
        copies.append(try copy(item))
        annotationMatrix = nil
      }
    }
    return copies.filter { !$0.isNull }
  }

  /// The appearances of an annotation. Readers fit them into its rectangle, but do not turn them (12.5.5).
  func appearances(_ value: PDFObject) throws(PDFError) -> PDFObject {
    if let annotationMatrix, !annotationMatrix.isUpright {
      for (_, appearance) in try file.resolve(value).dictionary?.entries ?? [] {
        let states = try file.resolve(appearance)
        let streams = states.stream == nil ? states.dictionary?.entries.map(\.value) ?? [] : [appearance]
        for number in streams.compactMap(\.reference?.number) { appearanceMatrices[number] = annotationMatrix.linear }
      }
    }
    return try copy(value)
  }

  /// Identifiers of structure elements, which are unique in a file (14.7.2): those of files after the first get the
  /// offset of their parent tree.
  func identifiers(_ object: PDFObject) throws(PDFError) -> PDFObject {
    guard let structureOffset, structureOffset > 0 else { return try copy(object) }
    switch try file.resolve(object) {
    case .string(let text): return .string(text + Array("-\(structureOffset)".utf8))
    case .array(let items):
      var renamed: [PDFObject] = []
      for item in items { renamed.append(try file.resolve(item).string == nil ? copy(item) : identifiers(item)) }
      return .array(renamed)
    default: return try copy(object)
    }
  }

  /// The kids of a structure element (14.7.4). Marked content of a page that is drawn as a form is found in the form's
  /// stream.
  func kids(_ value: PDFObject, of element: PDFDictionary) throws(PDFError) -> PDFObject {
    let referenced = value.reference == nil ? nil : try file.resolve(value).array
    let list = referenced ?? value.array ?? [value]
    var copies: [PDFObject] = []
    copies.reserveCapacity(list.count)
    for kid in list { copies.append(try self.kid(kid, page: element["Pg"].reference)) }
    return copies.count == 1 ? copies[0] : .array(copies)
  }

  private func kid(_ kid: PDFObject, page: PDFReference?) throws(PDFError) -> PDFObject {
    func content(_ id: PDFObject, on page: PDFReference?) -> PDFObject? {
      guard let page, let placement = placements[page.number], let form = placement.form else { return nil }
      return .dictionary([
        "Type": .name("MCR"), "Pg": .reference(to: placement.page), "Stm": .reference(to: form), "MCID": id,
      ])
    }
    switch kid {
    case .integer: return content(kid, on: page) ?? kid
    case .dictionary(let entries) where entries["Type"].name == "MCR" && entries["Stm"].isNull:
      if let content = content(entries["MCID"], on: entries["Pg"].reference ?? page) { return content }
      return try copy(kid)
    default: return try copy(kid)
    }
  }

  /// An array whose numbers are direct objects.
  func numbers(_ value: PDFObject, depth: Int = 0) throws(PDFError) -> PDFObject {
    guard case .array(let items) = try file.resolve(value) else { return .null }
    var direct: [PDFObject] = []
    for item in items {
      let item = try file.resolve(item)
      // Only the strokes of ink are arrays in an array.
      if item.array == nil { direct.append(item) } else if depth == 0 { direct.append(try numbers(item, depth: 1)) }
    }
    return .array(direct)
  }

  static func matrix(_ object: PDFObject) -> PDFMatrix {
    let numbers = (object.array ?? []).compactMap(\.number)
    guard numbers.count == 6 else { return .identity }
    return PDFMatrix(a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], e: numbers[4], f: numbers[5])
  }
}
