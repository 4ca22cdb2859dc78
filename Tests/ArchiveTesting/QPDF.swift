import Foundation
import ProgramTesting

/// The program qpdf, an independent implementation that checks written files.
package enum QPDF {
  private static let path = ["/usr/bin/qpdf", "/usr/local/bin/qpdf"].first {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// The report of `qpdf --check` about `bytes`; nil if there is none. Without qpdf nothing is checked, except that it
  /// is an error when `CI` is set.
  package static func fault(in bytes: [UInt8]) throws -> String? {
    guard let path else {
      return ProcessInfo.processInfo.environment["CI"] == nil ? nil : "qpdf is not installed"
    }
    let file = try temporaryFile(bytes)
    defer { try? FileManager.default.removeItem(at: file) }
    let (status, output) = try run(path, ["--check", file.path])
    return status == 0 ? nil : String(decoding: output, as: UTF8.self)
  }

  /// The exit status and the output of qpdf for `bytes`.
  /// - Parameter options: the options before the file name.
  package static func report(_ options: [String], on bytes: [UInt8]) throws -> (status: Int32, text: String) {
    guard let path else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "qpdf"]) }
    let file = try temporaryFile(bytes)
    defer { try? FileManager.default.removeItem(at: file) }
    let (status, output) = try run(path, options + [file.path])
    return (status, String(decoding: output, as: UTF8.self))
  }

  /// The file as qpdf writes it.
  /// - Parameter options: the options before the file names.
  package static func rewritten(_ bytes: [UInt8], _ options: [String]) throws -> [UInt8] {
    guard let path else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "qpdf"]) }
    let file = try temporaryFile(bytes)
    defer { try? FileManager.default.removeItem(at: file) }
    let (status, output) = try run(path, options + [file.path, "-"])
    guard status == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return [UInt8](output)
  }

  /// The file without object streams and compression, its objects in a form for reading and for changes in place.
  package static func expanded(_ bytes: [UInt8]) throws -> [UInt8] {
    guard let path else { throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "qpdf"]) }
    let file = try temporaryFile(bytes)
    defer { try? FileManager.default.removeItem(at: file) }
    let (status, output) = try run(path, ["--qdf", "--object-streams=disable", file.path, "-"])
    guard status == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return [UInt8](output)
  }

  private static func temporaryFile(_ bytes: [UInt8]) throws -> URL {
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("\(UUID().uuidString).pdf")
    try Data(bytes).write(to: file)
    return file
  }

  private static func run(_ path: String, _ arguments: [String]) throws -> (status: Int32, output: Data) {
    let run = try TestProgram([path] + arguments, errors: .collected)
    return (run.status, run.output)
  }
}
