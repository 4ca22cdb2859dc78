import Foundation

/// qpdf, an independent implementation, as a check of files that were written.
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
    let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("\(UUID().uuidString).pdf")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = ["--check", file.path]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? nil : text
  }
}
