/// The relationships of one part (ISO/IEC 29500-2 §9.3).
struct Relationships {
  private struct Entry: Hashable {
    var type: String
    var target: String
    var isExternal: Bool
  }
  private var entries: [Entry] = []
  private var known: [Entry: Int] = [:]

  var isEmpty: Bool { entries.isEmpty }

  /// The identifier of a relationship, which is added if it is new.
  /// - Parameter type: the last part of a type of the officeDocument namespace, or a whole type.
  mutating func add(_ type: String, _ target: String, isExternal: Bool = false) -> String {
    let type = type.hasPrefix("http") ? type : Namespace.relationships + "/" + type
    let entry = Entry(type: type, target: target, isExternal: isExternal)
    if let index = known[entry] { return "rId\(index + 1)" }
    known[entry] = entries.count
    entries.append(entry)
    return "rId\(entries.count)"
  }

  func write() -> [UInt8] {
    var xml = XMLWriter()
    xml.open("Relationships")
    xml.attribute("xmlns", Namespace.packageRelationships)
    for (index, entry) in entries.enumerated() {
      xml.open("Relationship")
      xml.attribute("Id", "rId\(index + 1)")
      xml.attribute("Type", entry.type)
      xml.attribute("Target", entry.target)
      if entry.isExternal { xml.attribute("TargetMode", "External") }
      xml.close("Relationship")
    }
    xml.close("Relationships")
    return xml.bytes
  }
}
