import Application
import Archives
import ArgumentParser
import Foundation
import PDF

/// The argument of commands that take a file or a document.
enum ArchiveTarget {
  case file(String)
  case bag(String)
  /// A document by its name.
  case document(String)

  /// An existing file or folder takes precedence over a document of the same name; `document:NAME` is always a
  /// document.
  init(_ text: String) {
    if text.hasPrefix("document:") {
      self = .document(String(text.dropFirst("document:".count)))
    } else if BagReader.isBag(text) {
      self = .bag(text)
    } else if FileManager.default.fileExists(atPath: text) || text.contains("/") || text.hasSuffix(".pdf") {
      self = .file(text)
    } else {
      self = .document(text)
    }
  }

  /// The error of commands that take no bags.
  static func refusal(ofBag path: String) -> Failure {
    Failure(
      "is a bag, which contains its files unpacked", place: path, hint: "name a PDF or a document",
      status: Failure.badInput)
  }
}

extension ArchiveTarget: CustomStringConvertible {
  /// `file`, `bag` or `document`.
  var kind: String {
    switch self {
    case .file: "file"
    case .bag: "bag"
    case .document: "document"
    }
  }

  /// Such as `the document customer-7`. For a file or bag whose name a document may have, it says how that is named.
  var description: String {
    switch self {
    case .document(let name): "the document \(name)"
    case .file(let path), .bag(let path):
      "the \(kind) \(path)"
        + (path.contains { "/.".contains($0) } ? "" : " (document:\(path) is the document of this name)")
    }
  }
}

extension Installation {
  /// Calls `body` with the documents of a tenant in the database.
  func withDocuments<Value: Sendable>(
    of tenant: String, _ body: (DocumentStore) async throws -> Value
  ) async throws -> Value {
    try await withQueue { try await body(DocumentStore($0, tenant: tenant)) }
  }
}

/// The byte range of a revision of the PDF at `path`.
func revision(_ number: Int, of path: String) throws -> Range<Int> {
  let revisions = try about(path) { () throws(PDFError) in try PDFFile(path: path).revisions() }
  guard number < revisions.count else {
    throw Failure("has revisions 0 to \(revisions.count - 1)", place: path, status: Failure.badInput)
  }
  return revisions[number].range
}

/// The arguments of commands that show one state of a PDF or a document.
struct ArchiveStateArguments: ParsableArguments {
  @Argument(help: "A PDF, or the name of a document.")
  var target: String

  @OptionGroup
  var owner: DocumentTenantArguments

  @Option(help: "State after this revision or segment; 0 is the base. The newest by default.")
  var at: Int?

  func validate() throws {
    guard at.map({ $0 >= 0 }) ?? true else { throw ValidationError("--at must be 0 or greater.") }
  }

  /// The file in that state.
  func file() async throws -> PDFFile {
    switch ArchiveTarget(target) {
    case .file(let path): return try revision(of: path)
    case .bag(let path): throw ArchiveTarget.refusal(ofBag: path)
    case .document(let id):
      let installation = Installation()
      let stored = try await installation.withDocuments(of: owner.tenant) {
        try await StoredDocument(id, through: at, in: $0)
      }
      return try await stored.build(in: installation.artifactStore()).file
    }
  }

  private func revision(of path: String) throws -> PDFFile {
    guard let at else { return try about(path) { () throws(PDFError) in try PDFFile(path: path) } }
    let end = try pressrun.revision(at, of: path).upperBound
    return try about(path) { () throws(PDFError) in try PDFFile(PDFBytes(path: path), length: end) }
  }
}
