import Foundation
import TestTraits
import Testing

/// `pressrun sign` with keys that `openssl` makes.
@Suite(.hangLimit, .needs("openssl", FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl")))
struct SignTests {
  let folder: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pressrun-sign-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(PDFSamples.onePage).write(to: URL(fileURLWithPath: folder + "/base.pdf"))
    try Data("secret words\n".utf8).write(to: URL(fileURLWithPath: folder + "/passphrase"))
  }

  func openssl(_ arguments: String) async throws {
    let result = try await Program(
      "/usr/bin/openssl", arguments.replacing("FOLDER", with: folder).split(separator: " ").map { String($0) },
      input: [], environment: [:]
    ).result()
    try #require(result.status == 0, "\(result.errors)")
  }

  func makeKeys() async throws {
    try await openssl(
      "req -x509 -newkey rsa:2048 -noenc -keyout FOLDER/key.pem -out FOLDER/certificate.pem -days 30 -subj /CN=Signer")
    try await openssl(
      "pkcs12 -export -inkey FOLDER/key.pem -in FOLDER/certificate.pem -out FOLDER/key.p12 -passout file:FOLDER/passphrase"
    )
  }

  func sign(_ options: [String], environment: [String: String] = [:]) async throws -> Program.Result {
    let arguments = ["sign", folder + "/base.pdf", "-o", folder + "/signed.pdf"] + options
    return try await Program(pressrunPath, arguments, input: [], environment: environment).result()
  }

  @Test func signedFilesBeginWithTheBase() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await makeKeys()
    let pem = ["--key", folder + "/key.pem", "--certificate", folder + "/certificate.pem"]
    let ways: [[String]] = [
      pem, pem + ["--reason", "Approved", "--certify", "annotations"],
      ["--key", folder + "/key.p12", "--passphrase-file", folder + "/passphrase"],
      ["--key", folder + "/key.p12", "--passphrase-env", "PASSPHRASE"],
    ]
    for options in ways {
      let result = try await sign(options, environment: ["PASSPHRASE": "secret words"])
      #expect(result.status == 0, "\(result.errors)")
      let signed = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/signed.pdf")))
      #expect(signed.starts(with: PDFSamples.onePage))
      #expect(signed.count > PDFSamples.onePage.count)
      #expect(!result.errors.contains("secret words"))
    }
  }

  /// Nothing is written if the file cannot be signed.
  @Test func refusalsWriteNothing() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await makeKeys()
    let key = folder + "/key.pem"
    let cases: [([String], String)] = [
      (["--key", key], "--certificate"),
      (["--key", key, "--certificate", key], "key.pem: The certificate cannot be read"),
      (["--key", folder + "/base.pdf"], "base.pdf: The key file cannot be read"),
      (["--key", folder + "/key.p12"], "passphrase"),
      (["--key", folder + "/none.pem"], "none.pem: cannot be read"),
      (["--key", folder + "/key.p12", "--passphrase-env", "PASSPHRASE"], "PASSPHRASE is not set"),
    ]
    for (options, message) in cases {
      let result = try await sign(options)
      #expect(result.status == 2)
      #expect(result.errors.contains(message), "\(result.errors)")
      #expect(!FileManager.default.fileExists(atPath: folder + "/signed.pdf"))
    }
  }
}
