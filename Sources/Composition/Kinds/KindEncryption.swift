import Foundation
import JSON
import PDF

/// The encryption of the PDFs of a kind's jobs. The worker encrypts them.
///
///     encrypt:
///       password: {field: recipient.password}
///       owner_password: {file: /run/secrets/owner}
///       permissions: [print]
package struct KindEncryption: Hashable, Sendable {
  /// The source of a password.
  package enum Source: Hashable, Sendable {
    /// The path of a member of the payload: names from the outermost object to the member.
    case field([String])
    case file(String)
    case environment(String)
  }

  /// The source of the password that opens the document.
  package var password: Source
  /// The source of the owner password; nil for a password that nobody knows.
  package var ownerPassword: Source?
  /// What readers permit to people who open the document with it.
  package var permissions = DocumentPermissions.all

  package init(password: Source) { self.password = password }

  /// The member of payloads that is only the password, and therefore not part of the document.
  static let member = "password"
}

extension KindEncryption.Source {
  /// The password in a payload.
  /// - Returns: nil if the password is not in payloads.
  /// - Throws: errors of `JSONParser`; `missingField` or `wrongType` with the path. The errors do not contain the
  ///   value.
  package func password(in payload: [UInt8]) throws(CompositionError) -> String? {
    guard case .field(let names) = self else { return nil }
    var value = try Payload.parse(payload)
    var path = JSONPath.root
    for name in names {
      guard case .object(let object) = value else { throw Fields.wrongType("an object", value, at: path) }
      path = path.member(name)
      value = object[name] ?? .null
    }
    switch value {
    case .string(let text): return DocumentPassword.prepared(text)
    case .null:
      throw CompositionError(.missingField, "missing; it is the password of the document", at: path.description)
    default: throw Fields.wrongType("a string, the password of the document", value, at: path)
    }
  }
}

/// Passwords of documents.
package enum DocumentPassword {
  /// The password as PDF 2.0 uses it (ISO 32000-2, 7.6.4.3.3; RFC 4013): spaces are U+0020, characters without width
  /// are left out, and equivalent characters are the same.
  package static func prepared(_ text: String) -> String {
    let visible = text.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }.map { scalar in
      scalar.properties.generalCategory == .spaceSeparator ? " " : scalar
    }
    return String(String.UnicodeScalarView(visible)).precomposedStringWithCompatibilityMapping
  }
}

extension JobKind {
  /// `encrypt`.
  /// - Throws: `kindFile`.
  static func encryption(
    _ yaml: YAMLFields, _ composer: Composer, _ outputs: [KindOutput]
  ) throws(CompositionError) -> KindEncryption? {
    guard let fields = try yaml.fields("encrypt") else { return nil }
    guard composer != .archive else {
      throw yaml.error("nothing can be appended to an encrypted archive", at: "encrypt")
    }
    guard outputs.map(\.format) == [.pdf] else {
      throw yaml.error("the only output must be pdf; other files cannot be encrypted", at: "encrypt")
    }
    guard !yaml.has("sign") else {
      throw yaml.error(
        "cannot be combined with sign: a signature is an update of the file, and nothing is appended to encrypted files",
        at: "encrypt")
    }
    let archive = try conformance(yaml, composer)?.profiles.archive
    guard archive == nil, !yaml.has("einvoice") else {
      throw yaml.error("\(archive?.description ?? "PDF/A-3, which e-invoices are,") forbids encryption", at: "encrypt")
    }
    try fields.allow(only: ["password", "owner_password", "permissions"])
    guard let password = try source("password", fields) else { throw fields.error("missing", at: "password") }
    var encryption = KindEncryption(password: password)
    encryption.ownerPassword = try source("owner_password", fields)
    if let names = try fields.strings("permissions") {
      guard let permissions = DocumentPermissions(names: names) else {
        let known = DocumentPermissions.names.map(\.name).joined(separator: ", ")
        throw fields.error("expected a list of \(known)", at: "permissions")
      }
      encryption.permissions = permissions
    }
    return encryption
  }

  private static func source(
    _ key: String, _ yaml: YAMLFields
  ) throws(CompositionError) -> KindEncryption.Source? {
    guard yaml.has(key) else { return nil }
    guard yaml.isMapping(key), let fields = try yaml.fields(key), fields.keys.count == 1 else {
      throw yaml.error(
        "a password is a reference, {field: PATH}, {file: PATH} or {env: NAME}, and not the value", at: key)
    }
    try fields.allow(only: ["field", "file", "env"])
    if fields.has("file") { return .file(try fields.string("file")) }
    if fields.has("env") { return .environment(try fields.string("env")) }
    let names = try fields.string("field").split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw fields.error("expected a path such as recipient.password", at: "field")
    }
    return .field(names)
  }
}
