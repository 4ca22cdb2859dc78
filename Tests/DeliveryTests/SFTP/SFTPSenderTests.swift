import Foundation
import Glibc
import Networking
import OperatingSystem
import Synchronization
import TestSupport
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit, .needs("sshd", SSHServer.isInstalled)) struct SFTPSenderTests {
  private func files(_ folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: folder + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  @Test func documentIsUploadedAndTheReceiptSaysWhere() async throws {
    let server = try await SSHServer.shared.server()
    let root = try server.newFolder()
    let sample = try SampleDocument((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    let sender = try server.sender(server.configuration(root: root, template: "{tenant}/{date}/{job}.pdf"))
    let receipt = try await sender.send(sample.request("sftp:q1"))
    #expect(receipt.protocol == "sftp" && receipt.remoteID == root + "/q1/acme/2026-11-22/41.pdf")
    #expect(receipt.address.hasPrefix("sftp://127.0.0.1:\(server.port)/"))
    #expect(server.fingerprints.contains(receipt.details["host_key"] ?? ""))
    #expect(FileManager.default.contents(atPath: receipt.remoteID ?? "") == Data(sample.bytes))
    #expect(try files(root) == ["q1/acme/2026-11-22/41.pdf"])
    var status = stat()
    #expect(stat(receipt.remoteID ?? "", &status) == 0 && status.st_mode & 0o777 == 0o640)
    await sender.close()
  }

  @Test func sameDeliveryAgainFindsItsFile() async throws {
    let server = try await SSHServer.shared.server()
    let root = try server.newFolder()
    let sample = try SampleDocument()
    let sender = try server.sender(server.configuration(root: root))
    try FileManager.default.createDirectory(atPath: root + "/x/acme", withIntermediateDirectories: true)
    for name in [".pressrun-7-x.part", ".pressrun-71-x.part"] {
      try Data().write(to: URL(fileURLWithPath: root + "/x/acme/" + name))
    }
    let first = try await sender.send(sample.request("sftp:x", attempt: 2))
    let second = try await sender.send(sample.request("sftp:x", attempt: 3, mayHaveArrived: true))
    #expect(first.details["existed"] == nil && second.details["existed"] == "true")
    #expect(first.remoteID == second.remoteID)
    #expect(try files(root) == ["x/acme/.pressrun-71-x.part", "x/acme/41.pdf"])
  }

  @Test func differentContentGetsADistinctNameOrFails() async throws {
    let server = try await SSHServer.shared.server()
    let root = try server.newFolder()
    let sample = try SampleDocument()
    // Of the same length, so that the bytes are compared.
    let other = try SampleDocument(sample.bytes.reversed())
    let sender = try server.sender(server.configuration(root: root))
    _ = try await sender.send(sample.request("sftp:x"))
    let strict = try server.sender(server.configuration(root: root, onConflict: .fail))
    let error = await #expect(throws: SendError.self) { try await strict.send(other.request("sftp:x")) }
    #expect(error?.code == "name_taken" && error?.retry == .never)
    let receipt = try await sender.send(other.request("sftp:x"))
    #expect(receipt.remoteID == root + "/x/acme/41-\(other.sha256.prefix(12)).pdf")
    #expect(FileManager.default.contents(atPath: root + "/x/acme/41.pdf") == Data(sample.bytes))
  }

  @Test func concurrentDeliveriesUnderOneNameEachKeepTheirContent() async throws {
    let server = try await SSHServer.shared.server()
    let root = try server.newFolder()
    let samples = try (0..<6).map { try SampleDocument(Array("content \($0 / 2)".utf8)) }
    let sender = try server.sender(server.configuration(root: root))
    try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (index, sample) in samples.enumerated() {
        let request = try sample.request("sftp:x", id: Int64(index))
        group.addTask { (index, try await sender.send(request).remoteID ?? "") }
      }
      for try await (index, path) in group {
        #expect(FileManager.default.contents(atPath: path) == Data(samples[index].bytes))
      }
    }
    #expect(try files(root).count == 3)
  }

  @Test(arguments: ["user_ed25519", "user_rsa", "user_pem"]) func keyFilesLogIn(key: String) async throws {
    let sample = try SampleDocument()
    let server = try await SSHServer.shared.server()
    let passphrase = server.process.folder + "/" + UUID().uuidString
    try "correct horse\n".write(toFile: passphrase, atomically: true, encoding: .utf8)
    let configuration = try server.configuration(
      root: server.newFolder(), key: key, passphrase: key == "user_ed25519" ? nil : .file(passphrase))
    _ = try await server.sender(configuration).send(sample.request("sftp:x"))
  }

  @Test func wrongKeysAndPassphrasesAreRefusedWithoutTheirText() async throws {
    let sample = try SampleDocument()
    let server = try await SSHServer.shared.server()
    let wrong = server.process.folder + "/" + UUID().uuidString
    try "wrong S3CRET".write(toFile: wrong, atomically: true, encoding: .utf8)
    for (key, passphrase) in [
      ("stranger", nil), ("user_rsa", Secret.file(wrong)), ("user_pem", .file(wrong)), ("user_rsa", nil),
      ("user_pem", nil), ("known_hosts", nil),
    ] {
      let sender = try server.sender(server.configuration(key: key, passphrase: passphrase))
      let error = await #expect(throws: SendError.self) { try await sender.send(sample.request("sftp:x")) }
      #expect(error?.code == "authentication_failed" && error?.isDestinationDown == true, "\(key)")
      #expect(error?.message.contains("S3CRET") == false)
    }
  }

  @Test func onlyPinnedHostKeysAreTrusted() async throws {
    let server = try await SSHServer.shared.server()
    let folder = server.process.folder
    let sample = try SampleDocument()
    func send(_ keys: SSHHostKeys) async throws {
      _ = try await server.sender(server.configuration(root: server.newFolder(), hostKeys: keys)).send(
        sample.request("sftp:x"))
    }
    try await send(.knownHosts(path: folder + "/known_hosts"))
    let stranger = "SHA256:" + String(repeating: "A", count: 43)
    let cases: [(SSHHostKeys, String)] = [
      (.knownHosts(path: folder + "/known_changed"), "has changed"),
      (.knownHosts(path: folder + "/authorized_keys"), "has no key of the server"),
      (.knownHosts(path: folder + "/missing"), "has no key of the server"),
      (.fingerprints([SSHFingerprint(stranger)!]), "is not one of the configured fingerprints"),
    ]
    for (keys, text) in cases {
      let error = await #expect(throws: SendError.self) { try await send(keys) }
      #expect(error?.code == "host_key_not_trusted" && error?.message.contains(text) == true)
      // The message names the key, so that it can be compared with what the administrator says.
      #expect(server.fingerprints.contains { error?.message.contains($0) == true })
    }
    #expect(!FileManager.default.fileExists(atPath: folder + "/missing"))
  }

  @Test func linksFilesAndMissingRootsInTheWayAreRefused() async throws {
    let sample = try SampleDocument()
    let server = try await SSHServer.shared.server()
    let root = try server.newFolder()
    let outside = try server.newFolder()
    try FileManager.default.createSymbolicLink(atPath: root + "/linked", withDestinationPath: outside)
    try FileManager.default.createDirectory(atPath: root + "/file/acme", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: root + "/file/acme/41.pdf", withDestinationPath: outside + "/x")
    try Data().write(to: URL(fileURLWithPath: root + "/plain"))
    let sender = try server.sender(server.configuration(root: root))
    for address in ["sftp:linked", "sftp:file", "sftp:plain"] {
      let error = await #expect(throws: SendError.self) { try await sender.send(sample.request(address)) }
      #expect(error?.code == "not_a_folder" && error?.retry == .never, "\(address)")
    }
    #expect(try files(outside).isEmpty)
    let missing = try server.sender(server.configuration(root: root + "/missing"))
    let error = await #expect(throws: SendError.self) { try await missing.send(sample.request("sftp:x")) }
    #expect(error?.code == "folder_missing" && error?.isDestinationDown == true)
  }

  @Test func cutConnectionLeavesNoFileAndTheNextAttemptDelivers() async throws {
    let server = try await SSHServer.shared.server()
    let root = try server.newFolder()
    let sample = try SampleDocument(Array(repeating: 7, count: 2_000_000))
    let cut = Mutex<Int?>(1_000_000)
    let proxy = try TestListener.proxy(to: server.port) { cut.withLock { $0 } }
    let sender = try server.sender(server.configuration(root: root, port: proxy.port))
    let error = await #expect(throws: SendError.self) { try await sender.send(sample.request("sftp:x")) }
    #expect(error?.code == "connection_lost" && error?.isDestinationDown == true)
    #expect(error?.retry == .later(notBefore: nil) && error?.isOutcomeUnknown == false)
    #expect(!FileManager.default.fileExists(atPath: root + "/x/acme/41.pdf"))
    cut.withLock { $0 = nil }
    _ = try await sender.send(sample.request("sftp:x", attempt: 2))
    #expect(try files(root) == ["x/acme/41.pdf"])
  }

  @Test func idleSessionsAreUsedAgainAndReplacedIfTheServerClosedThem() async throws {
    let server = try await SSHServer.shared.server()
    let opened = Mutex(0)
    let proxy = try TestListener.proxy(to: server.port) {
      opened.withLock { $0 += 1 }
      return nil
    }
    let sample = try SampleDocument()
    let sender = try server.sender(server.configuration(root: server.newFolder(), port: proxy.port))
    for job in 1...3 { _ = try await sender.send(sample.request("sftp:x", id: Int64(job), job: Int64(job))) }
    #expect(opened.withLock { $0 } == 1)
    proxy.closeConnections()
    _ = try await sender.send(sample.request("sftp:x", id: 4, job: 4))
    #expect(opened.withLock { $0 } == 2)
  }

  @Test(arguments: [
    ("speaks HTTP", "protocol_violation", Duration.seconds(3600)), ("drips", "timed_out", .milliseconds(300)),
    ("is silent", "timed_out", .milliseconds(300)),
  ])
  func otherServersAreRefused(behaviour: String, code: String, connectTimeout: Duration) async throws {
    let sample = try SampleDocument()
    let server = try await SSHServer.shared.server()
    let listener = try TestListener { connection in
      switch behaviour {
      case "speaks HTTP":
        TestListener.send(Array("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n".utf8), to: connection)
      case "drips":
        for byte in "SSH-2.0-" + String(repeating: "x", count: 200) {
          guard TestListener.send(Array(String(byte).utf8), to: connection) else { return }
          if TestListener.isClosed(connection, within: 50) { return }
        }
      default: while !TestListener.receive(from: connection).isEmpty {}
      }
    }
    let sender = try server.sender(server.configuration(port: listener.port, connectTimeout: connectTimeout))
    let error = await #expect(throws: SendError.self) { try await sender.send(sample.request("sftp:x")) }
    #expect(error?.code == code && error?.isDestinationDown == true)
  }

  @Test func refusedConnectionsAndForbiddenAddressesAreClearErrors() async throws {
    let sample = try SampleDocument()
    let server = try await SSHServer.shared.server()
    let configuration = try server.configuration(port: ServerProcess.freePort())
    let refused = await #expect(throws: SendError.self) {
      try await server.sender(configuration).send(sample.request("sftp:x"))
    }
    #expect(refused?.code == "connect_failed")
    let sender = try server.configuration().makeSender(name: nil, limits: DestinationLimits())
    let forbidden = await #expect(throws: SendError.self) { try await sender.send(sample.request("sftp:x")) }
    #expect(forbidden?.code == "address_forbidden")
  }

  @Test func attemptEndsAtItsTimeLimitAndWhenCancelled() async throws {
    let server = try await SSHServer.shared.server()
    let root = try server.newFolder()
    let sample = try SampleDocument(Array(repeating: 3, count: 2_000_000))
    let request = try sample.request("sftp:x")
    // The upload stops, so that only the time limit ends the attempt.
    let proxy = try TestListener.proxy(to: server.port, dropsAfter: 100_000) { nil }
    let limited = try server.sender(server.configuration(root: root, port: proxy.port), timeout: .milliseconds(1))
    let error = await #expect(throws: SendError.self) { try await limited.send(request) }
    #expect(error?.code == "timed_out")
    let sender = try server.sender(server.configuration(root: root))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await sender.send(request)
    }
    let cancelled = await #expect(throws: SendError.self) { try await task.value }
    #expect(cancelled?.code == "cancelled" && cancelled?.isDestinationDown == false)
  }

  @Test(.enabled(if: geteuid() == 0, "mounts a small file system")) func fullDiskIsAClearError() async throws {
    let server = try await SSHServer.start(setUp: "mkdir small && mount -t tmpfs -o size=64k none small")
    let sender = try server.sender(server.configuration(root: server.process.folder + "/small"))
    let sample = try SampleDocument(Array(repeating: 3, count: 200_000))
    let error = await #expect(throws: SendError.self) { try await sender.send(sample.request("sftp:x")) }
    #expect(error?.code == "disk_full" && error?.isDestinationDown == true)
    // What did not fit was removed.
    let small = try SampleDocument()
    _ = try await sender.send(small.request("sftp:x"))
  }

  @Test(.enabled(if: geteuid() == 0, "replaces /etc/shadow in a mount namespace"))
  func passwordLogsIn() async throws {
    let sample = try SampleDocument()
    let server = try await SSHServer.start(
      setUp: """
        printf 'root:%s:20000:0:99999:7:::\\n' "$(openssl passwd -6 'S3CRET word')" >shadow
        mount --bind shadow /etc/shadow
        """)
    var configuration = try server.configuration()
    for (password, isRight) in [("S3CRET word", true), ("S3CRET", false)] {
      let file = server.process.folder + "/password"
      try password.write(toFile: file, atomically: true, encoding: .utf8)
      configuration.credentials = .password(.file(file))
      do {
        _ = try await server.sender(configuration).send(sample.request("sftp:x"))
        #expect(isRight)
      } catch let error as SendError {
        #expect(!isRight && error.code == "authentication_failed" && !error.message.contains("S3CRET"))
      }
    }
  }

  /// libssh 0.11 replaced the target on servers with posix-rename@openssh.com.
  @Test func renamingReplacesNothing() async throws {
    let server = try await SSHServer.shared.server()
    let root = try server.newFolder()
    let configuration = try server.configuration(root: root)
    let key = try String(contentsOfFile: server.process.folder + "/user_ed25519", encoding: .utf8)
    let session = try SFTPSession(
      SFTPServer(
        host: try await HostResolver().resolve(configuration.endpoint, policy: .withLoopback), user: configuration.user,
        authentication: .key(text: key, passphrase: nil), hostKeys: configuration.hostKeys))
    for name in ["new", "other"] { try name.write(toFile: "\(root)/\(name)", atomically: true, encoding: .utf8) }
    #expect(throws: SFTPError.self) { try session.rename(root + "/new", to: root + "/other") }
    #expect(try String(contentsOfFile: root + "/other", encoding: .utf8) == "other")
    try session.rename(root + "/new", to: root + "/free")
    #expect(try String(contentsOfFile: root + "/free", encoding: .utf8) == "new")
    #expect(try files(root) == ["free", "other"])
  }

  @Test func deniedPermissionIsAClearError() async throws {
    let sample = try SampleDocument()
    let server = try await SSHServer.shared.server()
    // Nobody may create folders there, not even root.
    let sender = try server.sender(server.configuration(root: "/sys"))
    let error = await #expect(throws: SendError.self) { try await sender.send(sample.request("sftp:x")) }
    #expect(error?.code == "permission_denied" && error?.isDestinationDown == true)
  }
}
