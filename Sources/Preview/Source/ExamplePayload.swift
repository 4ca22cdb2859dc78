import Composition
import Foundation
import JSON

/// A payload that a preview can show.
package struct ExamplePayload: Hashable, Sendable {
  /// The file's name, or the path given by `--payload`.
  package var name: String
  package var kind: String
  package var path: String
  /// The payload's own locale, if it has one.
  package var locale: String?

  /// Payloads and job files larger than this are refused, in bytes.
  static let maximumBytes = 64 << 20

  /// The payloads of the job files in a folder, sorted by name. Files that are not job files are left out, unless they
  /// were when `known` was read: their errors are shown.
  package static func all(in folder: String, known: [ExamplePayload] = []) -> [ExamplePayload] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name -> ExamplePayload? in
      let path = folder + "/" + name
      guard let bytes = try? read(path), let job = try? JobFile(bytes) else { return known.first { $0.path == path } }
      return ExamplePayload(name: name, kind: job.kind, path: path, locale: locale(of: job.payload))
    }
  }

  /// A file that is named explicitly: a job file, or the payload alone if a kind is given.
  /// - Throws: `invalidSource` if it cannot be read, or is not a job file and no kind is given.
  package static func named(_ path: String, kind: String?) throws(PreviewError) -> ExamplePayload {
    let bytes = try read(path)
    if let job = try? JobFile(bytes), kind == nil || job.kind == kind {
      return ExamplePayload(name: path, kind: job.kind, path: path, locale: locale(of: job.payload))
    }
    guard let kind else {
      throw PreviewError(
        .invalidSource, "this is not a job file as in Jobs/examples; name the kind of the payload", at: path)
    }
    return ExamplePayload(name: path, kind: kind, path: path)
  }

  /// The current bytes of the payload.
  /// - Throws: `invalidSource` if the file cannot be read.
  func payload() throws(PreviewError) -> [UInt8] {
    let bytes = try Self.read(path)
    guard let job = try? JobFile(bytes), job.kind == kind else { return bytes }
    return Array(job.payload.text.utf8)
  }

  private static func locale(of payload: JSONValue) -> String? {
    guard case .object(let object) = payload, case .string(let locale)? = object["locale"] else { return nil }
    return locale
  }

  static func read(_ path: String) throws(PreviewError) -> [UInt8] {
    var attributes = stat()
    guard stat(path, &attributes) == 0, attributes.st_mode & S_IFMT == S_IFREG, attributes.st_size <= maximumBytes,
      let data = FileManager.default.contents(atPath: path)
    else {
      throw PreviewError(
        .invalidSource, "the file cannot be read, or is larger than \(maximumBytes >> 20) MB", at: path)
    }
    return [UInt8](data)
  }
}
