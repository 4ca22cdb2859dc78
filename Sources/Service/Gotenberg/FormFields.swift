import Foundation
import Web

/// An error as Gotenberg answers it: a status and a line of text.
struct FormError: Error {
  var status: Int
  var message: String

  init(_ message: String, status: Int = 400) {
    self.status = status
    self.message = message
  }

  static func field(_ name: String, _ message: String) -> FormError {
    FormError("Invalid form data: form field '\(name)' \(message)")
  }

  var response: WebResponse { .text(message, status: status) }
}

/// The fields and files of a Gotenberg form.
struct GotenbergForm: Sendable {
  private(set) var fields: [String: String] = [:]
  private(set) var files: [(name: String, bytes: [UInt8])] = []

  /// Bytes of all files together.
  private static let fileLimit = 64 << 20

  /// - Parameter known: the fields that the route understands, and those that it ignores because they have no effect
  ///   here.
  /// - Throws: `FormError` for any other field; `Problem`.
  init(_ form: MultipartForm, known: Set<String>, headers: (String) -> String?) throws {
    for name in ["Gotenberg-Webhook-Url", "Gotenberg-Webhook-Error-Url"] where headers(name) != nil {
      throw FormError(
        "Invalid header: '\(name)' is not supported; enqueue a job with a webhook destination: POST /v1/jobs")
    }
    for part in form.parts {
      if let name = part.fileName {
        guard ["files", "file"].contains(part.name) || part.name == name else {
          throw FormError.field(
            part.name, Unsupported.advice[part.name] ?? "is not a field for files; send files as 'files'")
        }
        try add(file: name, part)
      } else {
        guard known.contains(part.name) else {
          throw FormError.field(part.name, Unsupported.advice[part.name] ?? "is unknown to this route")
        }
        fields[part.name] = try part.text().trimmingCharacters(in: .whitespacesAndNewlines)
      }
    }
  }

  private mutating func add(file path: String, _ part: MultipartForm.Part) throws {
    // Gotenberg keeps the last component, in one folder.
    let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? ""
    guard !name.isEmpty, name != ".", name != "..", name.utf8.count <= 255, !name.utf8.contains(where: { $0 < 0x20 })
    else {
      throw FormError("Invalid form data: a file has no name")
    }
    guard !files.contains(where: { $0.name == name }) else {
      throw FormError("Invalid form data: two files have the name '\(name)'")
    }
    guard files.reduce(part.count, { $0 + $1.bytes.count }) <= Self.fileLimit else {
      throw FormError("Invalid form data: the files have more than \(Self.fileLimit) bytes", status: 413)
    }
    files.append((name, try part.bytes()))
  }

  func file(_ name: String) -> [UInt8]? { files.first { $0.name == name }?.bytes }

  func text(_ name: String) -> String? { fields[name].flatMap { $0.isEmpty ? nil : $0 } }

  func flag(_ name: String, default value: Bool = false) throws(FormError) -> Bool {
    switch text(name)?.lowercased() {
    case nil: return value
    case "true", "1": return true
    case "false", "0": return false
    default: throw .field(name, "is invalid (expected true or false)")
    }
  }

  /// A length in CSS px: a number of inches, or a number with a unit.
  func length(_ name: String, default inches: Double) throws(FormError) -> Double {
    guard let text = text(name)?.lowercased() else { return inches * 96 }
    let units = ["in": 96.0, "cm": 96 / 2.54, "mm": 96 / 25.4, "pt": 96.0 / 72, "px": 1, "pc": 16]
    let unit = units.first { text.hasSuffix($0.key) }
    let number = Double(unit.map { String(text.dropLast($0.key.count)) } ?? text)
    guard let number, number.isFinite, number >= 0, number * (unit?.value ?? 96) <= 20_000 else {
      throw .field(name, "is invalid (expected a length such as 8.5, 210mm, 21cm, 595pt or 800px)")
    }
    return number * (unit?.value ?? 96)
  }
}

/// Fields of Gotenberg that Pressrun does not support, with alternatives.
enum Unsupported {
  static let advice: [String: String] = {
    var advice: [String: String] = [
      "url": "is not supported: nothing is loaded from the network; send the page as index.html with its files",
      "downloadFrom": "is not supported: nothing is loaded from the network; send the files",
      "archives": "is not supported; send the files one by one",
      "embeds": "is not supported yet",
      "stages": "is not supported; call the routes one after the other",
      "waitForExpression": "is not supported: scripts are not run; send the finished HTML",
      "waitWindowStatus": "is not supported: scripts are not run; send the finished HTML",
      "waitForSelector": "is not supported: scripts are not run; send the finished HTML",
      "emulatedMediaFeatures": "is not supported; write the style sheet for print",
      "userPassword": "is not supported: PDFs are not encrypted",
      "ownerPassword": "is not supported: PDFs are not encrypted",
      "flatten": "is not supported",
      "bookmarks": "is not supported: the outlines of the files are kept",
      "rotateAngle": "is not supported", "rotatePages": "is not supported",
    ]
    for name in ["splitMode", "splitSpan", "splitUnify"] { advice[name] = "is not supported; use nativePageRanges" }
    for name in ["Source", "Expression", "Pages", "Options"] {
      advice["watermark" + name] = "is not supported; draw it with CSS: @page { background: … }"
      advice["stamp" + name] = "is not supported; draw it with CSS in a fixed box: position: fixed"
    }
    return advice
  }()
}
