/// Structure destinations (ISO 14289-2, 8.8): all destinations in the document lead to structure elements.
extension ConformanceCheck {
  mutating func checkDestinations(_ catalog: PDFDictionary) {
    guard profile == .pdfUA2 else { return }
    let opening = resolve(catalog["OpenAction"])
    if opening.array != nil { checkDestination(opening, "OpenAction") }
    if let action = opening.dictionary { checkAction(action, "OpenAction") }
    var seen: Set<Int> = []
    var pending = [dictionary(catalog["Outlines"])?["First"] ?? .null]
    while let object = pending.popLast() {
      guard let item = dictionary(object), object.reference.map({ seen.insert($0.number).inserted }) ?? true else {
        continue
      }
      checkTarget(of: item, "outline item \(object.reference?.number ?? 0)")
      pending += [item["Next"], item["First"]]
    }
  }

  /// Checks the destination, or the action, of an outline item or a link annotation.
  mutating func checkTarget(of dictionary: PDFDictionary, _ place: String) {
    if !dictionary["Dest"].isNull { checkDestination(dictionary["Dest"], place) }
    if let action = self.dictionary(dictionary["A"]) { checkAction(action, place) }
  }

  private mutating func checkAction(_ action: PDFDictionary, _ place: String) {
    guard resolve(action["S"]) == .name("GoTo") else { return }
    if !isStructure(action["SD"]) { log.add(.structureDestination, place) }
  }

  /// A name leads to a structure element if its entry in the name tree has one.
  private mutating func checkDestination(_ destination: PDFObject, _ place: String) {
    var value = resolve(destination)
    if let name = value.string ?? value.name.map({ Array($0.text.utf8) }) { value = namedDestination(name) }
    if let entry = value.dictionary { value = entry["SD"] }
    if !isStructure(value) { log.add(.structureDestination, place) }
  }

  private mutating func namedDestination(_ name: [UInt8]) -> PDFObject {
    if let destinations { return resolve(destinations[name] ?? .null) }
    let names = (try? file.catalog()).flatMap { dictionary($0["Names"]) }
    let entries = (try? PDFTree.names(names?["Dests"] ?? .null, file)) ?? []
    destinations = Dictionary(entries.map { ($0.name, $0.value) }) { first, _ in first }
    return resolve(destinations?[name] ?? .null)
  }

  private func isStructure(_ destination: PDFObject) -> Bool {
    let target = resolve(destination).array?.first.flatMap { dictionary($0) }
    return target.map { !$0["S"].isNull } ?? false
  }
}
