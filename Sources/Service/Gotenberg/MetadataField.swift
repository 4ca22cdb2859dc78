import Dates
import Foundation
import JSON
import Rendering

/// The form field `metadata`: a JSON object with names of ExifTool, as entries of the information dictionary.
struct MetadataField: Sendable {
  private(set) var entries: [InformationEntry] = []

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
    // Properties that describe the file itself are not changed.
    if ["PDFVersion", "PageCount", "MIMEType", "FileSize"].contains(key) { return }
    switch (key, value) {
    case (_, .null): entries.append(InformationEntry(key, .none))
    case ("CreationDate", .string(let text)), ("ModDate", .string(let text)):
      guard let date = Self.date(text) else {
        throw .field("metadata", "has the date '\(text.prefix(80))'; expected 2026-01-31T12:00:00Z")
      }
      entries.append(InformationEntry(key, .text(date)))
    case ("Trapped", .string(let text)):
      guard ["True", "False", "Unknown"].contains(text) else {
        throw .field("metadata", "has the value '\(text.prefix(80))' of Trapped; expected True, False or Unknown")
      }
      entries.append(InformationEntry("Trapped", .name(text)))
    case (_, .string(let text)): entries.append(InformationEntry(key, .text(text)))
    case (_, .array(let items)):
      var words: [String] = []
      for item in items {
        guard case .string(let word) = item else {
          throw .field("metadata", "has a list with other values than text: '\(key)'")
        }
        words.append(word)
      }
      entries.append(InformationEntry(key, .text(words.joined(separator: ", "))))
    case (_, .bool(let flag)): entries.append(InformationEntry(key, .text(flag ? "True" : "False")))
    case (_, .number(let text)): entries.append(InformationEntry(key, .text(text)))
    case (_, .object): throw .field("metadata", "has an object as the value of '\(key)'; expected text")
    }
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
    return PDFDate.pdf(iso8601: text)
  }
}
