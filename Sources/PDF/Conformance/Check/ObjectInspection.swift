/// Rules of single objects, independent of their place in the file.
extension ConformanceCheck {
  /// Inspects an object and those that it refers to, each once.
  /// - Parameter key: the entry of which it is the value.
  mutating func inspect(_ object: PDFObject, _ key: PDFName) {
    var pending: [(object: PDFObject, key: PDFName, number: Int?)] = [(object, key, nil)]
    while let next = pending.popLast() {
      switch next.object {
      case .reference(let reference):
        guard seen.insert(reference.number).inserted else { continue }
        do throws(PDFError) {
          pending.append((try file.resolve(next.object), next.key, reference.number))
        } catch { log.add(.unreadable, "object \(reference.number): \(error.message)") }
      case .array(let values): for value in values { pending.append((value, next.key, nil)) }
      case .dictionary(let dictionary):
        inspect(dictionary, next.key, next.number)
        push(dictionary, to: &pending)
      case .stream(let stream):
        inspect(stream, next.number)
        inspect(stream.dictionary, next.key, next.number)
        push(stream.dictionary, to: &pending)
      case .name(let name): if name.bytes.count > 127 { log.add(.nameLength) }
      case .integer(let value): if Int32(exactly: value) == nil { log.add(.integerRange, "\(value)") }
      case .string(let value):
        if value.count > (profile == .pdfA1b ? 65_535 : 32_767) { log.add(.stringLength, place(next.number)) }
      default: break
      }
    }
  }

  private func push(_ dictionary: PDFDictionary, to pending: inout [(object: PDFObject, key: PDFName, number: Int?)]) {
    for (key, value) in dictionary.entries where key != "Parent" && key != "P" { pending.append((value, key, nil)) }
  }

  func place(_ number: Int?) -> String { number.map { "object \($0)" } ?? "" }

  private mutating func inspect(_ stream: PDFStream, _ number: Int?) {
    let dictionary = stream.dictionary
    for key in ["F", "FFilter", "FDecodeParms"] as [PDFName] where !dictionary[key].isNull {
      log.add(.externalStream, place(number))
    }
    for filter in filters(dictionary) {
      switch filter {
      case "LZWDecode": log.add(.lzw, place(number))
      case "ASCIIHexDecode", "ASCII85Decode", "FlateDecode", "RunLengthDecode", "CCITTFaxDecode", "DCTDecode": break
      case "JBIG2Decode": break
      case "JPXDecode" where profile != .pdfA1b: break
      default: log.add(.unknownFilter, place(number))
      }
    }
  }

  func filters(_ dictionary: PDFDictionary) -> [PDFName] {
    switch resolve(dictionary["Filter"]) {
    case .name(let name): [name]
    case .array(let values): values.compactMap { resolve($0).name }
    default: []
    }
  }

  private mutating func inspect(_ dictionary: PDFDictionary, _ key: PDFName, _ number: Int?) {
    switch key {
    case "A", "OpenAction", "Next": inspectAction(dictionary, number)
    case "AA": inspectAdditional(dictionary, number)
    default: break
    }
    for value in resolve(dictionary["AF"]).array ?? [dictionary["AF"]] {
      if let file = value.reference?.number { associated.insert(file) }
    }
    if !dictionary["EF"].isNull { inspectFile(dictionary, number) }
    if let subtype = dictionary["Subtype"].name {
      if subtype == "Image" { inspectImage(dictionary, number) }
      if subtype == "Form", dictionary["BBox"].isNull == false { inspectForm(dictionary, number) }
      if subtype == "PS" { log.add(.postScript, place(number)) }
    }
    if dictionary["Type"] == .name("Page") {
      if !dictionary["AA"].isNull { log.add(.additionalActions, place(number)) }
      if !dictionary["PresSteps"].isNull { log.add(.presentation, place(number)) }
    }
  }

  private mutating func inspectAction(_ action: PDFDictionary, _ number: Int?) {
    guard let kind = resolve(action["S"]).name else { return }
    switch kind {
    case "GoTo", "GoToR", "GoToE", "Thread", "URI", "SubmitForm": break
    case "Named":
      let permitted: Set<PDFName> = ["NextPage", "PrevPage", "FirstPage", "LastPage"]
      if !(resolve(action["N"]).name.map(permitted.contains) ?? false) { log.add(.namedAction, place(number)) }
    default: log.add(.action, "\(kind)")
    }
  }

  private mutating func inspectAdditional(_ actions: PDFDictionary, _ number: Int?) {
    for (_, value) in actions.entries { if let action = dictionary(value) { inspectAction(action, number) } }
  }

  private mutating func inspectImage(_ image: PDFDictionary, _ number: Int?) {
    if !image["Alternates"].isNull { log.add(.alternates, place(number)) }
    if !image["OPI"].isNull { log.add(.openPrepress, place(number)) }
    if resolve(image["Interpolate"]) == .boolean(true) { log.add(.interpolation, place(number)) }
    if !image["SMask"].isNull, resolve(image["SMask"]) != .name("None") {
      log.add(.transparency, "soft mask of an image")
    }
    if let intent = resolve(image["Intent"]).name { checkIntent(intent, place(number)) }
  }

  mutating func checkIntent(_ intent: PDFName, _ place: String) {
    let known: Set<PDFName> = ["RelativeColorimetric", "AbsoluteColorimetric", "Perceptual", "Saturation"]
    if !known.contains(intent) { log.add(.renderingIntent, place) }
  }

  private mutating func inspectForm(_ form: PDFDictionary, _ number: Int?) {
    if !form["OPI"].isNull { log.add(.openPrepress, place(number)) }
    if resolve(form["Subtype2"]) == .name("PS") || !form["PS"].isNull { log.add(.postScript, place(number)) }
    if !form["Ref"].isNull { log.add(.referenceForm, place(number)) }
    if let group = dictionary(form["Group"]), group["S"] == .name("Transparency") {
      log.add(.transparency, "transparency group")
    }
  }

  private mutating func inspectFile(_ specification: PDFDictionary, _ number: Int?) {
    let name = resolve(specification["UF"]).string.map(TextString.decode) ?? place(number)
    if profile == .pdfA1b { log.add(.embeddedFiles, name) }
    if specification["F"].isNull || specification["UF"].isNull { log.add(.fileSpecification, name) }
    if let number, !profile.isAccessibility, profile.part >= 3 { embedded.insert(number) }
    guard let file = dictionary(specification["EF"]).map({ $0["F"].isNull ? $0["UF"] : $0["F"] }) else { return }
    if profile.part >= 3, !profile.isAccessibility {
      let kinds: Set<PDFName> = [
        "Source", "Data", "Alternative", "Supplement", "Unspecified", "EncryptedPayload", "FormData", "Schema",
      ]
      let isStated = resolve(specification["AFRelationship"]).name.map(kinds.contains) ?? false
      if !isStated || dictionary(file)?["Subtype"].name == nil { log.add(.relationship, name) }
    }
    // PDF/A-2 and -4 permit only files that conform to PDF/A themselves.
    if !profile.isAccessibility, profile.part == 2 || profile == .pdfA4 {
      let claim = decoded(file).flatMap { try? PDFFile(bytes: $0) }?.pdfAClaim()
      if claim == nil { log.add(.embeddedFiles, name) }
    }
  }
}
