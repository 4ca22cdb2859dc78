import Foundation
import JSON

/// A relative path with variables in braces, from which the path of a delivered document is made:
/// `{tenant}/{date}/{job}-{kind}.{extension}`.
///
/// | variable | value |
/// |---|---|
/// | `{tenant}` `{kind}` | of the job |
/// | `{job}` `{delivery}` | the numbers of the job and of the delivery |
/// | `{date}` | the day on which the document was completed (UTC), as in `2026-11-22` |
/// | `{year}` `{month}` `{day}` `{time}` | its parts: `2026`, `11`, `22`, `143059` |
/// | `{sha256}` | the SHA-256 of the document |
/// | `{file_name}` | the name that the job gave the document, by `file_name` of its kind; otherwise `{job}-{kind}.{extension}` |
/// | `{extension}` | `pdf`, `tar`, `json`, … by the document's media type |
/// | `{payload.NAME}` | a text, number or truth value of the payload; `{payload.a.b}` is member `b` of member `a` |
///
/// Values cannot add folders or leave the folder: they are written by `PathText`.
package struct NameTemplate: Hashable, Sendable {
  enum Part: Hashable, Sendable {
    case text(String)
    case variable(Variable)
  }

  enum Variable: Hashable, Sendable {
    case tenant, kind, job, delivery, date, year, month, day, time, sha256, fileName, `extension`
    case payload([String])
  }

  /// `{tenant}/{date}/{job}-{kind}.{extension}`
  package static let standard: NameTemplate = {
    guard let template = try? NameTemplate("{tenant}/{date}/{job}-{kind}.{extension}") else {
      preconditionFailure("the standard template is valid")
    }
    return template
  }()

  /// The source text of the template.
  package let text: String
  /// The folders and the file, each as its parts.
  let components: [[Part]]

  /// - Throws: `DeliveryError` `.invalidConfiguration`.
  package init(_ text: String) throws(DeliveryError) {
    func refuse(_ message: String) -> DeliveryError {
      DeliveryError(
        code: .invalidConfiguration, message: "the name template \"\(text.prefix(200))\" \(message)",
        place: String(text.prefix(200)))
    }
    guard !text.isEmpty, text.utf8.count <= 1024 else { throw refuse("is empty or longer than 1,024 bytes") }
    guard !text.hasControlCharacters, !text.contains("\\") else {
      throw refuse("contains control characters or a backslash")
    }
    let pieces = text.split(separator: "/", omittingEmptySubsequences: false)
    guard pieces.count <= 20 else { throw refuse("names more than 20 folders") }
    var components: [[Part]] = []
    for piece in pieces {
      guard !piece.isEmpty, piece != ".", piece != ".." else {
        throw refuse("must be a relative path without empty components, \".\" and \"..\"")
      }
      guard !piece.hasPrefix(PathText.temporaryPrefix) else {
        throw refuse("must not begin with \(PathText.temporaryPrefix), which temporary files begin with")
      }
      components.append(try Self.parts(of: piece, refuse))
    }
    self.text = text
    self.components = components
  }

  static func parts(
    of piece: Substring, _ refuse: (String) -> DeliveryError
  ) throws(DeliveryError) -> [Part] {
    var parts: [Part] = []
    var rest = piece
    while let open = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[open] == "{", let close = rest[open...].firstIndex(of: "}") else {
        throw refuse("has unpaired braces")
      }
      if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
      let name = String(rest[rest.index(after: open)..<close])
      guard let variable = variable(name) else { throw refuse("has an unknown variable {\(name)}") }
      parts.append(.variable(variable))
      rest = rest[rest.index(after: close)...]
    }
    if !rest.isEmpty { parts.append(.text(String(rest))) }
    return parts
  }

  private static func variable(_ name: String) -> Variable? {
    switch name {
    case "tenant": return .tenant
    case "kind": return .kind
    case "job": return .job
    case "delivery": return .delivery
    case "date": return .date
    case "year": return .year
    case "month": return .month
    case "day": return .day
    case "time": return .time
    case "sha256": return .sha256
    case "file_name": return .fileName
    case "extension": return .extension
    default:
      let path = name.split(separator: ".", omittingEmptySubsequences: false)
      guard path.count >= 2, path.count <= 10, path[0] == "payload", path.allSatisfy({ !$0.isEmpty }) else {
        return nil
      }
      return .payload(path.dropFirst().map(String.init))
    }
  }
}

extension NameTemplate: Decodable {
  package init(from decoder: any Decoder) throws {
    self = try decoder.value { (text) throws(DeliveryError) in try NameTemplate(text) }
  }
}
