import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

/// Encrypted documents of `pressrun render` and of jobs, opened by pdfium and Poppler.
@Suite(.hangLimit, .needs("pypdfium2", FileManager.default.isExecutableFile(atPath: TestPython.program("python"))))
struct EncryptionTests {
  /// The text that pdfium and Poppler extract from a file with a password; nil for a reader that refuses it.
  func text(of file: String, password: String?) async throws -> [String?] {
    let script = """
      import sys, pypdfium2
      try:
          print(pypdfium2.PdfDocument(sys.argv[1], password=sys.argv[2] or None)[0].get_textpage().get_text_bounded())
      except pypdfium2.PdfiumError as error:
          sys.exit(str(error))
      """
    let pdfium = try await Program(
      TestPython.program("python"), ["-c", script, file, password ?? ""], input: [], environment: [:]
    ).result()
    let poppler = try await Program(
      "/usr/bin/pdftotext", (password.map { ["-upw", $0] } ?? []) + [file, "-"], input: [],
      environment: ["LC_ALL": "C.UTF-8"]
    ).result()
    if pdfium.status != 0 { #expect(pdfium.errors.contains("Incorrect password error"), "\(pdfium.errors)") }
    if poppler.status != 0 { #expect(poppler.errors.contains("Incorrect password"), "\(poppler.errors)") }
    return [pdfium, poppler].map { $0.status == 0 ? $0.output : nil }
  }

  func expectEncrypted(_ file: String, password: String, text: String) async throws {
    for found in try await self.text(of: file, password: password) { #expect(found?.contains(text) == true) }
    for wrong in [nil, "wrong"] { #expect(try await self.text(of: file, password: wrong) == [nil, nil]) }
  }

  @Test func renderedFilesOpenWithThePassword() async throws {
    try await TestInstallation.with { installation in
      let input = try installation.file("note.html", "<html lang=en><title>T</title><p>Four lines run.")
      let password = try installation.file("password", "größer 7\n")
      let owner = try installation.file("owner", "owner words\n")
      let output = installation.folder + "/out.pdf"
      let options = ["--password-file", password, "--owner-password-file", owner, "--permissions", "print,copy"]
      let arguments = ["render", input, "-o", output, "--tagged"] + options
      try await installation.pressrun(arguments)
      try await expectEncrypted(output, password: "größer 7", text: "Four lines run.")
      let first = try Data(contentsOf: URL(fileURLWithPath: output))
      try await installation.pressrun(arguments)
      #expect(try Data(contentsOf: URL(fileURLWithPath: output)) == first)

      let refusals = [
        (["--conformance", "pdf/a-2b", "--password-file", password], "pdf/a-2b forbids encryption"),
        (["--permissions", "print"], "need --password-file"),
        (["--password-file", password, "--permissions", "sing"], "expected some of print"),
        (["--password-file", password, "--png", "page-%d.png"], "cannot be encrypted"),
      ]
      for (options, message) in refusals {
        let result = try await installation.pressrun(["render", input, "-o", output] + options, status: 2)
        #expect(result.errors.contains(message), "\(result.errors)")
      }
    }
  }

  @Test func documentsOfJobsAreEncryptedAsTheirKindSays() async throws {
    try await TestInstallation.with { installation in
      let secret = try installation.file("secret", "of the file\n")
      for (name, password) in [
        ("own", "{field: password}"), ("nested", "{field: reader.key}"), ("file", "{file: \(secret)}"),
      ] {
        _ = try installation.file(
          "home/Jobs/\(name).yaml",
          "name: \(name)\ncomposer: note\ntemplate: note\ntimeout: 1h\nretry: {attempts: 1}\nencrypt: {password: \(password), permissions: [print]}\n"
        )
      }
      try await installation.pressrun("migrate")
      let payload =
        #"{"title": "T", "body": "<p>Four lines run.", "password": "words of one", "reader": {"key": "words of two"}}"#
      for (kind, password) in [("own", "words of one"), ("nested", "words of two"), ("file", "of the file")] {
        let id = try await installation.enqueue(kind, payload)
        try await installation.drain()
        let sha256 = try #require(try await installation.queue.job(id).artifact?.sha256)
        try await expectEncrypted(installation.artifact(sha256), password: password, text: "Four lines run.")
      }
      let id = try await installation.enqueue("own", #"{"title": "T", "body": "<p>x", "password": 12345678}"#)
      let missing = try await installation.enqueue("own", #"{"title": "T", "body": "<p>x"}"#)
      try await installation.drain(discards: 2)
      let wrong = try await installation.queue.job(id).job
      #expect(wrong.lastErrorCode == "wrong_type")
      #expect(wrong.lastError?.contains("12345678") == false)
      #expect(try await installation.queue.job(missing).job.lastError?.hasPrefix("$.password: missing") == true)
    }
  }
}
