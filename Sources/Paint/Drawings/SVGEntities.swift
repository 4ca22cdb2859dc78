import Layout

/// Entities that an SVG file declares in its internal subset (XML 1.0 §4.2), as some programs do for namespaces.
///
/// Their texts contain no other references, so that the expanded file is as long as its references at most, and no
/// longer than the limit of files.
enum SVGEntities {
  private static let mostEntities = 256
  private static let longestText = 4096

  /// The file with the texts of its entities, without the declarations; the same file if there are none or too many.
  static func expanded(_ file: [UInt8], most: Int) -> [UInt8] {
    guard let subset = subset(of: file), let entities = entities(in: file[subset]), !entities.isEmpty else {
      return file
    }
    var result = Array(file[..<subset.lowerBound])
    var index = subset.upperBound
    while index < file.count {
      let byte = file[index]
      index += 1
      guard byte == UInt8(ascii: "&") else {
        result.append(byte)
        continue
      }
      let name = file[index...].prefix(64).prefix { $0 != UInt8(ascii: ";") }
      if let text = entities[String(decoding: name, as: UTF8.self)], name.endIndex < file.count {
        result += text
        index = name.endIndex + 1
      } else {
        result.append(byte)
      }
      guard result.count <= most else { return file }
    }
    return result
  }

  /// The range of the internal subset with its brackets.
  private static func subset(of file: [UInt8]) -> Range<Int>? {
    // It is before the root element.
    let start = file.prefix(4096)
    guard let doctype = start.firstRange(of: Array("<!DOCTYPE".utf8)),
      let open = start[doctype.upperBound...].firstIndex(where: { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ">") }),
      file[open] == UInt8(ascii: "["),
      let close = file[open...].firstRange(of: Array("]>".utf8))
    else { return nil }
    return open..<close.lowerBound + 1
  }

  /// Returns nil if there are too many. Others than general entities with a text are not read.
  private static func entities(in subset: ArraySlice<UInt8>) -> [String: [UInt8]]? {
    var entities: [String: [UInt8]] = [:]
    var rest = subset
    while let mark = rest.firstRange(of: Array("<!ENTITY".utf8)) {
      rest = rest[mark.upperBound...]
      let declaration = rest.prefix { $0 != UInt8(ascii: ">") }
      let name = declaration.drop { $0 <= 0x20 }.prefix { $0 > 0x20 }
      let value = declaration[name.endIndex...].drop { $0 <= 0x20 }
      rest = rest[declaration.endIndex...]
      guard let quote = value.first, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else { continue }
      let text = value.dropFirst().prefix { $0 != quote }
      guard text.count <= longestText, !text.contains(UInt8(ascii: "&")), !text.contains(UInt8(ascii: "%")) else {
        continue
      }
      let key = String(decoding: name, as: UTF8.self)
      // The first declaration counts.
      if entities[key] == nil { entities[key] = Array(text) }
      guard entities.count <= mostEntities else { return nil }
    }
    return entities
  }
}
