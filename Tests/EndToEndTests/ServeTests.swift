import Foundation
import TestSupport
import TestTraits
import Testing

/// `pressrun serve` as a process.
@Suite(.hangLimit) struct ServeTests {
  private func serving(
    _ installation: TestInstallation, _ arguments: [String] = [], _ body: (TestClient) async throws -> Void
  ) async throws {
    let process = try installation.start(
      ["serve", "--listen", "127.0.0.1:0", "--log-format", "json", "--renderers", "1"] + arguments)
    #expect(await process.says("\"message\":\"serving\""))
    let port = try #require(process.errors.firstMatch(of: /"address":"127.0.0.1:(\d+)"/).flatMap { Int($0.1) })
    try await body(TestClient(port: port))
    process.send(SIGTERM)
    #expect(await process.result().status == 0)
  }

  @Test func aJobIsSentWithItsFilesAndItsPagesAreShown() async throws {
    try await TestInstallation.with { installation in
      let token = try await installation.pressrun(
        "tokens", "create", "test", "--tenant", "acme", "--scope", "jobs:write", "--scope", "artifacts:read"
      ).lines.last
      let svg = #"<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>"#
      let note = Payloads.note(body: #"<p><img src="logo.svg" alt="Logo"></p>"#)
      let form = """
        --b\r\nContent-Disposition: form-data; name="job"\r\n\r\n{"kind": "note", "payload": \(note)}\r\n\
        --b\r\nContent-Disposition: form-data; name="file"; filename="logo.svg"\r\n\r\n\(svg)\r\n--b--\r\n
        """
      try await serving(installation, ["--require-sandbox"]) { open in
        var client = open
        client.headers = ["Authorization": "Bearer \(token ?? "")"]
        let headers = ["Content-Type": "multipart/form-data; boundary=b"]
        let answer = try await client.send("POST", "/v1/jobs", headers: headers, body: form)
        #expect(answer.status == 201, "\(answer.text)")
        let location = try #require(answer["location"])
        try await installation.drain()
        let id = try #require(Int64(location.split(separator: "/").last ?? ""))
        #expect(try await installation.queue.job(.init(rawValue: id)).attempts.flatMap(\.warnings) == [])
        let page = try await client.send(location + "/pages/1.png?width=100")
        #expect(page.status == 200 && page.body.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(page.text.prefix(200))")
      }
    }
  }

  @Test func peopleOfATrustedProxySignInByTheirGroups() async throws {
    try await TestInstallation.with { installation in
      let arguments = ["--trusted-proxy", "127.0.0.1", "--group", "print-ops=operator@*", "--name", "staging"]
      try await serving(installation, arguments) { client in
        let ana = ["X-Forwarded-User": "ana", "X-Forwarded-Groups": "staff,print-ops"]
        let answer = try await client.send("/sign-in", headers: ana)
        let cookie = try #require(answer["set-cookie"]?.split(separator: ";").first)
        let page = try await client.send("/", headers: ana.merging(["Cookie": String(cookie)]) { $1 })
        #expect(page.status == 200 && page.text.contains("operator") && page.text.contains("staging"))
        let eve = ["X-Forwarded-User": "eve", "X-Forwarded-Groups": "staff"]
        #expect(try await client.send("/sign-in", headers: eve)["set-cookie"] == nil)
      }
      for wrong in [
        ["--group", "print-ops=operator@*"], ["--trusted-proxy", "proxy.example"],
        ["--trusted-proxy", "10.0.0.1", "--group", "print-ops=operator"],
        ["--trusted-proxy", "10.0.0.1", "--group", "a=viewer@*", "--group", "a=admin@*"],
      ] {
        let result = try await installation.pressrun(["serve"] + wrong, status: 2)
        #expect(result.errors.contains("--"), "\(result.errors)")
      }
    }
  }
}
