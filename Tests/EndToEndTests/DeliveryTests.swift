import Delivery
import Foundation
import JobQueue
import TestSupport
import TestTraits
import Testing

/// Deliveries from enqueue to receipt, through the built command and real servers.
@Suite(.hangLimit) struct DeliveryTests {
  /// Renders one note for a destination and delivers it.
  /// - Returns: the artifact's bytes and the delivery, as `deliveries list --json` prints it.
  private func deliver(
    _ installation: TestInstallation, _ destinations: String, to destination: String
  ) async throws -> (artifact: Data, delivery: [String: Any]) {
    try destinations.write(
      toFile: installation.folder + "/home/Jobs/destinations.yaml", atomically: true, encoding: .utf8)
    let kind = installation.folder + "/home/Jobs/note.yaml"
    let text = try String(contentsOfFile: kind, encoding: .utf8)
    try text.replacing(/(?m)^  allowed: .*$/, with: "  allowed: [folder, print, sftp]")
      .replacing(/(?m)^  default: .*$/, with: "  default: folder")
      .write(toFile: kind, atomically: true, encoding: .utf8)
    try await installation.pressrun("migrate")
    try await PolicyStore(queue: installation.queue).set(Policy(allowed: ["*"], denied: []), for: "acme")
    let id = try await installation.enqueue("note", Payloads.note(), "--tenant", "acme", "--destination", destination)
    try await installation.drain()
    try await installation.pressrun("deliver", "--drain")
    let file = installation.folder + "/artifact.pdf"
    try await installation.pressrun("artifacts", "get", "\(id)", "-o", file)
    let lines = try await installation.pressrun("deliveries", "list", "--json").lines
    let line = try #require(lines.first)
    let delivery = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    return (try Data(contentsOf: URL(fileURLWithPath: file)), delivery)
  }

  @Test func folderReceivesTheDocument() async throws {
    try await TestInstallation.with { installation in
      let folder = installation.folder + "/out"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      let (artifact, delivery) = try await deliver(
        installation,
        """
        folder:
          reports:
            root: \(folder)
            name: "{tenant}/{payload.title}.{extension}"
        """, to: "folder:reports")
      #expect(delivery["state"] as? String == "delivered", "\(delivery)")
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".pdf") }
      #expect(files.count == 1 && files[0].hasPrefix("acme/"))
      #expect(FileManager.default.contents(atPath: folder + "/" + files[0]) == artifact)
    }
  }

  @Test(.needs("sshd", SSHServer.isInstalled)) func sftpServerReceivesTheDocument() async throws {
    let server = try await SSHServer.shared.server()
    try await TestInstallation.with { installation in
      let (artifact, delivery) = try await deliver(
        installation,
        server.destinations("records", fileName: "end-to-end/{job}.{extension}"), to: "sftp:records")
      #expect(delivery["state"] as? String == "delivered", "\(delivery)")
      let folder = server.process.folder + "/files/end-to-end"
      let file = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
      #expect(FileManager.default.contents(atPath: folder + "/" + file) == artifact)
    }
  }

  @Test(.needs("ippeveprinter", IPPServer.isInstalled)) func printerPrintsTheDocument() async throws {
    let server = try await IPPServer.shared.server()
    try await TestInstallation.with { installation in
      let (artifact, delivery) = try await deliver(
        installation,
        """
        print:
          front-desk:
            printer: \(server.uri)
            media: A4
            allowed_networks: [127.0.0.0/8]
        """, to: "print:front-desk")
      #expect(delivery["state"] as? String == "delivered", "\(delivery)")
      let folder = server.process.folder + "/printed"
      let printed = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
        FileManager.default.contents(atPath: folder + "/" + $0)?.suffix(artifact.count) == artifact
      }
      #expect(printed.count == 1)
    }
  }
}
