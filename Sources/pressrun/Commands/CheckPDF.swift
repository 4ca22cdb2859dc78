import ArgumentParser
import Foundation
import PDF

struct CheckPDF: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check-pdf",
    abstract: "Check PDF files against a profile of PDF/A or PDF/UA.",
    discussion:
      "Prints each violated rule with its clause, and where it is violated first. Exit status: 0 no rule is violated, 1 a rule is violated, 2 a file cannot be read."
  )

  @Argument(help: "The files.")
  var files: [String]

  @Option(help: "The profile: 1b, 2b, 2u, 2a, 3b, 3u, 3a, 4, 4f, ua1, ua2, or as for render --conformance.")
  var profile: String

  @Flag(help: "Print one JSON object per file.")
  var json = false

  func validate() throws {
    guard ConformanceProfile(name: profile) != nil else {
      throw ValidationError("--profile: \"\(profile)\" is not known; use one such as 2b, 3b, ua1 or pdf/a-2b.")
    }
  }

  func run() throws {
    guard let profile = ConformanceProfile(name: profile) else { throw ExitCode(Failure.badInput) }
    var status: Int32 = 0
    for path in files {
      do {
        let violations = try ConformanceCheck.violations(in: PDFBytes(path: path), profile)
        if !violations.isEmpty { status = max(status, Failure.failed) }
        try show(violations, profile, path)
      } catch let error as PDFError {
        // An error of the file system names the file.
        printMessage(error.code == .io ? "\(error)" : "\(path): \(error)")
        status = Failure.badInput
      }
    }
    if status != 0 { throw ExitCode(status) }
  }

  private struct Report: Encodable {
    struct Finding: Encodable {
      var clause, message: String
      var count: Int
      var places: [String]
    }
    var file, profile: String
    var conforms: Bool
    var findings: [Finding]
  }

  private func show(_ violations: [ConformanceViolation], _ profile: ConformanceProfile, _ path: String) throws {
    guard json else {
      print("\(path): \(violations.isEmpty ? "conforms to" : "does not conform to") \(profile)")
      for violation in violations { print("  \(Table.printable(violation.description))") }
      return
    }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let report = Report(
      file: path, profile: profile.shortName, conforms: violations.isEmpty,
      findings: violations.map { .init(clause: $0.clause, message: $0.message, count: $0.count, places: $0.places) })
    print(String(decoding: try encoder.encode(report), as: UTF8.self))
  }
}
