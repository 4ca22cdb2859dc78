import Foundation

/// A run of another program, for tests.
package struct TestProgram {
  /// The exit status, or the number of the signal that ended the program.
  package var status: Int32
  package var output: Data

  package var text: String { String(decoding: output, as: UTF8.self) }

  /// Where standard error goes.
  package enum Errors {
    /// To the standard error of the test.
    case shown
    case discarded
    /// To the output.
    case collected
  }

  /// Runs a program and waits for its end.
  /// - Parameters:
  ///   - command: the program, as a path or a name that is looked up in `PATH`, and its arguments.
  ///   - folder: the working folder; that of the test if it is nil.
  ///   - environment: the whole environment; that of the test if it is nil.
  package init(
    _ command: [String], in folder: String? = nil, environment: [String: String]? = nil, errors: Errors = .shown
  ) throws {
    let process = Process()
    let pipe = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    if let environment { process.environment = environment }
    process.standardOutput = pipe
    switch errors {
    case .shown: break
    case .discarded: process.standardError = FileHandle.nullDevice
    case .collected: process.standardError = pipe
    }
    try process.run()
    output = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    status = process.terminationStatus
  }

  /// What a program writes to standard output.
  package static func output(_ command: [String], errors: Errors = .shown) throws -> String {
    try TestProgram(command, errors: errors).text
  }

  /// What a program writes to standard output about a PDF file.
  /// - Parameter command: the command for the path of the file, which exists during the run only.
  package static func output(of pdf: [UInt8], _ command: (String) -> [String]) throws -> Data {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("test-\(UUID().uuidString).pdf")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(pdf).write(to: file)
    return try TestProgram(command(file.path)).output
  }
}
