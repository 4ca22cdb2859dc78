import Foundation
import ProgramTesting
import TestSupport

/// A certificate authority and certificates for signers, made by `openssl` in a temporary folder.
package final class TestAuthority: Sendable {
  package let folder: URL

  package static let shared = Result { try TestAuthority() }

  private init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("pressrun-authority-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try write(
      """
      [req]
      distinguished_name = name
      [name]
      [authority]
      basicConstraints = critical,CA:true
      keyUsage = critical,keyCertSign,cRLSign
      subjectKeyIdentifier = hash
      [signer]
      keyUsage = critical,digitalSignature,nonRepudiation
      [timestamps]
      keyUsage = critical,digitalSignature
      extendedKeyUsage = critical,timeStamping
      [tsa]
      default_tsa = timestamp_authority
      [timestamp_authority]
      serial = serial
      signer_digest = sha256
      default_policy = 1.2.3.4.1
      other_policies = 1.2.3.4.2
      digests = sha256
      ess_cert_id_alg = sha256
      [ca]
      default_ca = revocation
      [revocation]
      database = index.txt
      default_md = sha256
      default_crl_days = 30
      [responder]
      keyUsage = critical,digitalSignature
      extendedKeyUsage = critical,OCSPSigning
      noCheck = ignored
      [encryption]
      keyUsage = critical,keyEncipherment
      """, to: "openssl.cnf")
    try openssl(
      "req -config openssl.cnf -x509 -newkey rsa:2048 -noenc -keyout authority.key -out authority.pem -days 3650 -subj /CN=Authority -extensions authority"
    )
    try certificate("rsa", key: "rsa:2048")
    try certificate("ec", key: "ec -pkeyopt ec_paramgen_curve:P-256")
    try certificate("short", key: "rsa:1024")
    try certificate("encryption", key: "rsa:2048", extensions: "encryption")
    try certificate("timestamps", key: "rsa:2048", extensions: "timestamps")
    try certificate("responder", key: "rsa:2048", extensions: "responder")
    try revocationLists()
    try write("secret words\n", to: "passphrase")
    try openssl("pkcs8 -topk8 -in rsa.key -out encrypted.key -passout file:passphrase -v2 aes-256-cbc")
    try openssl(
      "pkcs12 -export -inkey ec.key -in ec.pem -certfile authority.pem -out signer.p12 -passout file:passphrase")
  }

  private func certificate(_ name: String, key: String, extensions: String = "signer") throws {
    try openssl(
      "req -config openssl.cnf -newkey \(key) -noenc -keyout \(name).key -out \(name).csr -subj /CN=\(name)")
    try openssl(
      "x509 -req -in \(name).csr -CA authority.pem -CAkey authority.key -CAcreateserial -out \(name).pem -days 365 -extfile openssl.cnf -extensions \(extensions)"
    )
  }

  /// `empty.crl`, `revoked.crl` with the certificate `ec`, and `other.crl` of another authority of the same name.
  private func revocationLists() throws {
    try openssl(
      "req -config openssl.cnf -x509 -newkey rsa:2048 -noenc -keyout other.key -out other.pem -days 3650 -subj /CN=Authority -extensions authority"
    )
    try write("", to: "index.txt")
    try openssl("ca -config openssl.cnf -gencrl -keyfile authority.key -cert authority.pem -out empty.crl")
    try openssl("ca -config openssl.cnf -gencrl -keyfile other.key -cert other.pem -out other.crl")
    try openssl("ca -config openssl.cnf -revoke ec.pem -keyfile authority.key -cert authority.pem")
    try openssl("ca -config openssl.cnf -gencrl -keyfile authority.key -cert authority.pem -out revoked.crl")
    try openssl("crl -in empty.crl -outform DER -out empty.der")
  }

  package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  package func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  package func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  /// Calls `body` with the address of a running timestamp authority.
  /// - Parameter certificate: the name of the authority's certificate.
  package func withServer(
    certificate: String = "timestamps", _ body: (String) async throws -> Void
  ) async throws {
    let port = try ServerProcess.freePort()
    let server = try await ServerProcess(
      [TestPython.program("python"), Self.script("timestamp_server.py"), "\(port)", folder.path, certificate],
      ready: .port(port))
    defer { server.stop() }
    try await body("http://127.0.0.1:\(port)")
  }

  /// Calls `body` with the address of a running OCSP responder, and the names of two certificates that name it: of a
  /// signer and of a timestamp authority.
  /// - Parameters:
  ///   - status: what it answers about the signer: `V` for valid, `R` for revoked; empty for unknown.
  ///   - responder: the name of the certificate that signs the answers.
  package func withResponder(
    status: String = "V", responder: String = "responder",
    _ body: (_ url: String, _ signer: String, _ timestamps: String) async throws -> Void
  ) async throws {
    let port = try ServerProcess.freePort()
    let (url, name) = ("http://127.0.0.1:\(port)", UUID().uuidString)
    var index = ""
    for (kind, status, usage) in [
      ("signer", status, "keyUsage = critical,digitalSignature,nonRepudiation"),
      ("timestamps", "V", "extendedKeyUsage = critical,timeStamping"),
    ] {
      let serial = UUID().uuidString.replacing("-", with: "")
      try write(
        """
        .include \(path("openssl.cnf"))
        [\(kind)_ocsp]
        authorityInfoAccess = OCSP;URI:\(url)
        \(usage)
        """, to: "\(kind)-\(name).cnf")
      try openssl(
        "req -config openssl.cnf -newkey rsa:2048 -noenc -keyout \(kind)-\(name).key -out \(kind)-\(name).csr -subj /CN=\(kind)"
      )
      try openssl(
        "x509 -req -in \(kind)-\(name).csr -CA authority.pem -CAkey authority.key -set_serial 0x1\(serial)"
          + " -out \(kind)-\(name).pem -days 365 -extfile \(kind)-\(name).cnf -extensions \(kind)_ocsp")
      let revoked = status == "R" ? "260101000000Z" : ""
      if !status.isEmpty { index += "\(status)\t491231000000Z\t\(revoked)\t01\(serial)\tunknown\t/CN=\(kind)\n" }
    }
    try write(index, to: "index-\(name).txt")
    let server = try await ServerProcess(
      [
        TestPython.program("python"), Self.script("ocsp_responder.py"), "\(port)", folder.path, "index-\(name).txt",
        responder,
      ], ready: .port(port))
    defer { server.stop() }
    try await body(url, "signer-\(name)", "timestamps-\(name)")
  }

  private static func script(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(name).path
  }

  /// The verdict of pyHanko on each signature of a document.
  /// - Parameter options: `--long-term`.
  package func verdicts(_ document: [UInt8], _ options: [String] = []) throws -> [String] {
    let file = folder.appendingPathComponent("\(UUID().uuidString).pdf")
    try Data(document).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try run(
      TestPython.program("python"), [Self.script("validate_signature.py"), file.path, path("authority.pem")] + options
    )
    .split(separator: "\n").map { String($0) }
  }

  /// - Parameter arguments: separated by spaces; file names are relative to the folder.
  @discardableResult
  package func openssl(_ arguments: String) throws -> String {
    try run("/usr/bin/openssl", arguments.split(separator: " ").map { String($0) })
  }

  private func run(_ program: String, _ arguments: [String]) throws -> String {
    try Self.output([program] + arguments, in: folder.path)
  }

  /// What a program writes.
  /// - Throws: `ProgramFailure` if it fails.
  @discardableResult
  static func output(
    _ command: [String], in folder: String? = nil, environment: [String: String]? = nil
  ) throws -> String {
    let run = try TestProgram(command, in: folder, environment: environment, errors: .collected)
    guard run.status == 0 else { throw ProgramFailure(text: "\(command[0]): \(run.text)") }
    return run.text
  }

  struct ProgramFailure: Error, CustomStringConvertible {
    var text: String
    var description: String { text }
  }
}
