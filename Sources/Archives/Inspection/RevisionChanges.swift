import PDF

/// A change of one object by a revision.
package struct ObjectChange: Hashable, Sendable {
  /// What a revision does with an object.
  package enum Action: String, Sendable { case added, replaced, freed }
  package var number: Int
  package var action: Action
  /// Type of the object in that revision: `page`, `annotation Text`, `catalog`, `stream`; empty if it is freed or
  /// cannot be read.
  package var role: String
}

extension PDFFile {
  /// The changes of `revision`, ordered by object number, at most `limit`.
  ///
  /// - Parameter older: the objects of earlier revisions.
  package func changes(in revision: PDFRevision, older: Set<Int>, limit: Int) -> [ObjectChange] {
    var changes: [ObjectChange] = []
    var streams: [Int: ObjectStream] = [:]
    for entry in revision.entries {
      guard changes.count < limit else { break }
      changes.append(
        ObjectChange(
          number: entry.number, action: older.contains(entry.number) ? .replaced : .added,
          role: (try? object(entry, in: revision, &streams)).map(role) ?? ""))
    }
    for number in revision.freed.prefix(limit - changes.count) {
      changes.append(ObjectChange(number: number, action: .freed, role: ""))
    }
    return changes.sorted { $0.number < $1.number }
  }

  /// The object as of that revision; a later revision may have replaced it.
  private func object(
    _ entry: PDFRevision.Entry, in revision: PDFRevision, _ streams: inout [Int: ObjectStream]
  ) throws(PDFError) -> PDFObject {
    guard case .compressed(let stream, _) = entry.place else {
      guard case .inUse(let offset, let generation) = entry.place, let own = PDFReference(entry.number, generation)
      else { return .null }
      return try indirectObject(own, at: offset).value
    }
    if let known = streams[stream] { return try known.object(entry.number)?.value ?? .null }
    guard let place = revision.entries.first(where: { $0.number == stream })?.place,
      case .inUse(let offset, let generation) = place, let own = PDFReference(stream, generation),
      !isEncrypted, case .stream(let container) = try indirectObject(own, at: offset).value
    else { return .null }
    let opened = try ObjectStream(container, data: decode(container), limits: limits)
    if streams.count > 2 { streams.removeAll() }
    streams[stream] = opened
    return try opened.object(entry.number)?.value ?? .null
  }

  private func role(_ object: PDFObject) -> String {
    guard let dictionary = object.dictionary else { return object.kindName }
    let type = dictionary["Type"].name?.text
    let subtype = dictionary["Subtype"].name.map { printable($0.bytes) }
    switch type {
    case "Annot": return "annotation \(subtype ?? "")"
    case "Page", "Pages", "Catalog": return type?.lowercased() ?? ""
    case "XRef": return "cross-reference stream"
    case "ObjStm": return "object stream"
    case "Metadata": return "metadata"
    case nil:
      if dictionary["Rect"].array != nil, let subtype { return "annotation \(subtype)" }
      if dictionary["S"].name != nil, dictionary["P"].reference != nil { return "StructElem" }
      if case .stream = object { return subtype == "Form" ? "appearance" : "stream" }
      return "dictionary"
    default:
      if case .stream = object, subtype == "Form" { return "appearance" }
      return type.map { printable(PDFName(ascii: $0).bytes) } ?? ""
    }
  }
}
