import Glibc
import TestSupport
import TestTraits
import Testing

@testable import Postgres

/// A server that accepts TLS connections only, with a certificate made for the test.
@Suite(.serialized, .hangLimit) struct TLSTests {
  private static let hasOpenSSL = (try? ServerCommand.run(["openssl", "version"]))?.status == 0

  @Test(.needs("openssl", hasOpenSSL))
  func verifyFullAcceptsTheNamedServerAndNoOther() async throws {
    let folder = try Reaper.makeFolder()
    let cluster = try Self.cluster(in: folder)
    try await cluster.start()

    let address = cluster.settings["listen_addresses"] ?? ""
    func ask(host: String, authority: String) async throws -> Bool {
      let url =
        "postgresql://pressrun@\(host)/postgres?hostaddr=\(address)&sslmode=verify-full&sslrootcert=\(authority)"
      let database = Database(DatabaseConfiguration(url: url, poolLimit: 1))
      do {
        let sql: Statement = "select ssl from pg_stat_ssl where pid = pg_backend_pid()"
        let isEncrypted = try await database.query(sql).single().decode(0, as: Bool.self)
        await database.close()
        return isEncrypted
      } catch {
        await database.close()
        throw error
      }
    }
    #expect(try await ask(host: "db.example", authority: folder + "/tls/server.crt"))

    let otherName = await #expect(throws: PostgresError.self) {
      try await ask(host: "other.example", authority: folder + "/tls/server.crt")
    }
    #expect(otherName?.code == .connectionFailed)
    #expect(otherName?.message.contains("db.example") == true)

    let unknownAuthority = await #expect(throws: PostgresError.self) {
      try await ask(host: "db.example", authority: folder + "/tls/other.crt")
    }
    #expect(unknownAuthority?.code == .connectionFailed)
    #expect(unknownAuthority?.message.contains("certificate verify failed") == true)
    try await cluster.stop()
  }

  private static func cluster(in folder: String) throws -> PrivateCluster {
    let tls = folder + "/tls"
    try Files.makeFolder(tls)
    for name in ["server", "other"] {
      let outcome = try ServerCommand.run([
        "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", "/CN=db.example", "-addext",
        "subjectAltName=DNS:db.example", "-keyout", "\(tls)/\(name).key", "-out", "\(tls)/\(name).crt",
      ])
      try #require(outcome.status == 0, "\(outcome.output)")
    }
    let user = try ServerUser.running(folder + "/postgres")
    try Files.give(tls + "/server.key", to: user, mode: 0o600)
    try Files.write("local all all trust\nhostssl all all 127.0.0.0/8 trust\n", to: tls + "/pg_hba.conf", owner: user)
    // An address of this machine that nothing else listens on, so that the default port can be used.
    let address = "127.83.\(Int.random(in: 1...250)).\(Int.random(in: 1...250))"
    return PrivateCluster(
      folder: folder + "/postgres",
      settings: [
        "fsync": "off", "shared_buffers": "1MB", "max_connections": "10", "ssl": "on", "listen_addresses": address,
        "ssl_cert_file": tls + "/server.crt", "ssl_key_file": tls + "/server.key", "hba_file": tls + "/pg_hba.conf",
      ])
  }
}
