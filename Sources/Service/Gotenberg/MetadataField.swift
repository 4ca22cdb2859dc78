import Foundation
import JSON
import PDF

/// The form field `metadata`: a JSON object with names of ExifTool, as entries of the information dictionary.
struct MetadataField: Sendable {
  private var entries: [(key: PDFName, value: PDFObject)] = []

  /// - Throws: `FormError`.
  init(_ text: String) throws(FormError) {
    guard case .object(let object)? = try? JSONParser.parse(Array(text.utf8)) else {
      throw .field("metadata", "is invalid (expected a JSON object)")
    }
    for member in object.members { try add(member.name, member.value) }
  }

  /// Fields of `/forms/pdf/set-metadata` of version 9.
  init(fields: [String: String]) throws(FormError) {
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      guard let key = Self.fieldsOfVersion9[name] else { continue }
      try add(key, .string(value))
    }
  }

  static let fieldsOfVersion9 = [
    "title": "Title", "author": "Author", "subject": "Subject", "keywords": "Keywords", "creator": "Creator",
    "producer": "Producer", "creationDate": "CreationDate", "modDate": "ModDate",
  ]

  private mutating func add(_ name: String, _ value: JSONValue) throws(FormError) {
    let key = ["CreateDate": "CreationDate", "ModifyDate": "ModDate"][name] ?? name
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9]{0,63}/) != nil, entries.count < 100 else {
      throw .field("metadata", "has the key '\(name.prefix(80))'; expected names such as Title, Author or Keywords")
    }
    // What the file itself says is not changed.
    if ["PDFVersion", "PageCount", "MIMEType", "FileSize"].contains(key) { return }
    switch (key, value) {
    case (_, .null): entries.append((PDFName(ascii: key), .null))
    case ("CreationDate", .string(let text)), ("ModDate", .string(let text)):
      guard let date = Self.date(text) else {
        throw .field("metadata", "has the date '\(text.prefix(80))'; expected 2026-01-31T12:00:00Z")
      }
      entries.append((PDFName(ascii: key), .text(date)))
    case ("Trapped", .string(let text)):
      guard ["True", "False", "Unknown"].contains(text) else {
        throw .field("metadata", "has the value '\(text.prefix(80))' of Trapped; expected True, False or Unknown")
      }
      entries.append(("Trapped", .name(PDFName(ascii: text))))
    case (_, .string(let text)): entries.append((PDFName(ascii: key), .text(text)))
    case (_, .array(let items)):
      var words: [String] = []
      for item in items {
        guard case .string(let word) = item else {
          throw .field("metadata", "has a list with other values than text: '\(key)'")
        }
        words.append(word)
      }
      entries.append((PDFName(ascii: key), .text(words.joined(separator: ", "))))
    case (_, .bool(let flag)): entries.append((PDFName(ascii: key), .text(flag ? "True" : "False")))
    case (_, .number(let text)): entries.append((PDFName(ascii: key), .text(text)))
    case (_, .object): throw .field("metadata", "has an object as the value of '\(key)'; expected text")
    }
  }

  /// The dictionary with these entries.
  func applied(to information: PDFDictionary) -> PDFDictionary {
    var information = information
    for entry in entries { information[entry.key] = entry.value }
    return information
  }

  /// RFC 3339, `20260131120000`, `2026:01:31 12:00:00Z` and PDF dates, as a PDF date.
  private static func date(_ text: String) -> String? {
    if let match = text.wholeMatch(
      of: /(?:D:)?(\d{4})[-:]?(\d{2})[-:]?(\d{2})[ T]?(\d{2}):?(\d{2}):?(\d{2})(?:\.\d+)?(Z|[+-]\d{2}:?'?\d{2}'?)?/)
    {
      let (_, year, month, day, hour, minute, second, zone) = match.output
      guard (1...12).contains(Int(month) ?? 0), (1...31).contains(Int(day) ?? 0), Int(hour) ?? 24 < 24,
        Int(minute) ?? 60 < 60, Int(second) ?? 61 < 61
      else { return nil }
      var offset = "Z"
      if let zone, zone != "Z" {
        let digits = zone.filter(\.isNumber)
        offset = "\(zone.prefix(1))\(digits.prefix(2))'\(digits.suffix(2))'"
      }
      return "D:\(year)\(month)\(day)\(hour)\(minute)\(second)\(offset)"
    }
    return PDFDate.text(iso8601: text)
  }
}

/// Metadata of a file, as `metadata/read` answers them.
enum FileMetadata {
  /// - Throws: `PDFError`.
  static func json(of file: PDFFile) throws -> JSONValue {
    var members: [JSONObject.Member] = [
      .init(name: "PDFVersion", value: .number(file.version)),
      .init(name: "MIMEType", value: .string("application/pdf")),
      .init(name: "PageCount", value: .number("\(try file.pages().count)")),
    ]
    for (key, value) in try file.resolve(file.trailer["Info"]).dictionary?.entries ?? [] {
      let value = try file.resolve(value)
      guard let text = value.string.map({ TextString.decode($0) }) ?? value.name?.text else { continue }
      switch key {
      case "CreationDate": members.append(.init(name: "CreateDate", value: .string(date(text))))
      case "ModDate": members.append(.init(name: "ModifyDate", value: .string(date(text))))
      default: members.append(.init(name: key.text, value: .string(text)))
      }
    }
    return .object(JSONObject(members))
  }

  /// A PDF date as ExifTool writes it: `2026:01:31 12:00:00Z`.
  private static func date(_ text: String) -> String {
    guard let match = text.prefixMatch(of: /D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(Z|[+-]\d{2}'?\d{2})?/) else {
      return text
    }
    let (_, year, month, day, hour, minute, second, zone) = match.output
    let offset = zone.map { zone in
      zone == "Z" ? "Z" : "\(zone.prefix(3)):\(zone.filter(\.isNumber).suffix(2))"
    }
    return "\(year):\(month):\(day) \(hour):\(minute):\(second)\(offset ?? "")"
  }
}
