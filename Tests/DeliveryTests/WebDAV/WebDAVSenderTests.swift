import Foundation
import Networking
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// Deliveries to Apache mod_dav over TLS, and to WsgiDAV.
@Suite(.hangLimit, .needs("wsgidav and apache2-bin (script/bootstrap)", WebDAVTestServer.isInstalled))
struct WebDAVSenderTests {
  /// A sender to a collection of its own.
  private struct Fixture {
    let sender: any Sender
    /// The collection's folder and URL.
    let folder: String
    let url: String

    init(
      _ kind: WebDAVTestServer.Kind, template: String = "{tenant}/{kind}.{extension}",
      upload: WebDAVConfiguration.Upload = .rename, onConflict: WebDAVConfiguration.OnConflict = .rename,
      password: String = "secret", isTrusted: Bool = true, limits: DestinationLimits? = nil, path: String? = nil
    ) async throws {
      let server = try await WebDAVTestServer.start(kind)
      let name = path ?? UUID().uuidString
      folder = server.root + "/" + name
      url = server.url + "/" + name
      if path == nil {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // The server may run as another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
      }
      let passwordFile = server.caFile + "-\(password)"
      try password.write(toFile: passwordFile, atomically: true, encoding: .utf8)
      let isApache = kind == .apache
      let configuration = try WebDAVConfiguration(
        url: url + "/", user: isApache ? "pressrun" : nil, password: isApache ? .file(passwordFile) : nil,
        name: try NameTemplate(template), upload: upload, onConflict: onConflict,
        caFile: isApache && isTrusted ? server.caFile : nil)
      var loopback = DestinationLimits()
      loopback.addresses = .withLoopback
      sender = try configuration.makeSender(name: "share", limits: limits ?? loopback)
    }

    /// Sends a document, whose file exists until the end.
    @discardableResult
    func send(
      _ document: SampleDocument, to destination: String = "webdav:share", attempt: Int = 1,
      mayHaveArrived: Bool = false
    ) async throws -> Receipt {
      let request = try document.request(destination, attempt: attempt, mayHaveArrived: mayHaveArrived)
      defer { withExtendedLifetime(document) {} }
      return try await sender.send(request)
    }

    /// The paths of all files, relative to the collection.
    var files: [String] {
      let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
      return found.filter {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: "\(folder)/\($0)", isDirectory: &isFolder) && !isFolder.boolValue
          && !$0.contains(".DAV/")
      }.sorted()
    }
  }

  @Test(arguments: WebDAVTestServer.Kind.allCases, [WebDAVConfiguration.Upload.rename, .direct])
  func aDocumentIsStoredOnce(kind: WebDAVTestServer.Kind, upload: WebDAVConfiguration.Upload) async throws {
    let fixture = try await Fixture(kind, template: "{tenant}/ä b/{kind}.{extension}", upload: upload)
    let document = try SampleDocument()
    let receipt = try await fixture.send(document, to: "webdav:share/2026/11")
    #expect(fixture.files == ["2026/11/acme/ä b/note.pdf"])
    #expect(receipt.protocol == "webdav" && receipt.address == fixture.url + "/2026/11/acme/%C3%A4%20b/note.pdf")
    #expect(receipt.remoteID != nil && receipt.remoteID == receipt.details["etag"])
    #expect(receipt.sha256 == document.sha256 && receipt.bytes == document.bytes.count)
    for (attempt, mayHaveArrived) in [(2, true), (1, false)] {
      let again = try await fixture.send(
        document, to: "webdav:share/2026/11", attempt: attempt, mayHaveArrived: mayHaveArrived)
      #expect(again.details["existed"] == "true")
    }
    #expect(fixture.files == ["2026/11/acme/ä b/note.pdf"])
    let path = fixture.folder + "/2026/11/acme/ä b/note.pdf"
    #expect(FileManager.default.contents(atPath: path) == Data(document.bytes))
  }

  @Test(arguments: WebDAVTestServer.Kind.allCases, [WebDAVConfiguration.Upload.rename, .direct])
  func aTakenNameIsNotReplaced(kind: WebDAVTestServer.Kind, upload: WebDAVConfiguration.Upload) async throws {
    let fixture = try await Fixture(kind, template: "{kind}.{extension}", upload: upload)
    let (first, second) = (try SampleDocument([1]), try SampleDocument([2]))
    try await fixture.send(first)
    for attempt in 1...2 { try await fixture.send(second, attempt: attempt) }
    #expect(Set(fixture.files) == ["note.pdf", "note-\(second.sha256.prefix(12)).pdf"])
    #expect(FileManager.default.contents(atPath: fixture.folder + "/note.pdf") == Data([1]))
  }

  @Test func aTakenNameCanBeAFailure() async throws {
    let fixture = try await Fixture(.wsgidav, template: "{kind}.{extension}", onConflict: .fail)
    try await fixture.send(try SampleDocument([1]))
    let error = await #expect(throws: SendError.self) {
      try await fixture.send(try SampleDocument([2]))
    }
    #expect(error?.code == "name_taken" && error?.retry == .never)
    // The temporary file is removed.
    #expect(fixture.files == ["note.pdf"])
  }

  @Test func aWrongPasswordIsReportedWithoutIt() async throws {
    let fixture = try await Fixture(.apache, password: "wrongpassword")
    let error = await #expect(throws: SendError.self) {
      try await fixture.send(try SampleDocument())
    }
    #expect(error?.code == "access_denied" && error?.isDestinationDown == true)
    #expect(error?.message.contains("wrongpassword") == false)
  }

  @Test func anUntrustedCertificateIsRefused() async throws {
    let fixture = try await Fixture(.apache, isTrusted: false)
    let error = await #expect(throws: SendError.self) {
      try await fixture.send(try SampleDocument())
    }
    #expect(error?.code == "not_trusted" && error?.isDestinationDown == true)
  }

  @Test func privateAddressesAreForbiddenByDefault() async throws {
    let fixture = try await Fixture(.wsgidav, limits: DestinationLimits())
    let error = await #expect(throws: SendError.self) {
      try await fixture.send(try SampleDocument())
    }
    #expect(error?.code == "address_forbidden" && error?.retry == .later(notBefore: nil))
  }

  @Test(arguments: WebDAVTestServer.Kind.allCases)
  func theCollectionOfTheURLIsNotCreated(kind: WebDAVTestServer.Kind) async throws {
    let fixture = try await Fixture(kind, path: "missing-\(UUID().uuidString)")
    let error = await #expect(throws: SendError.self) {
      try await fixture.send(try SampleDocument())
    }
    #expect(
      error?.code == "collection_missing" && error?.retry == .later(notBefore: nil), "\(String(describing: error))")
  }

  @Test(arguments: [
    "ftp://dav.example/", "https://user@dav.example/", "https://dav.example/a/../b", "https://dav.example/?a", "dav",
    "",
  ])
  func invalidURLsAreRefused(url: String) {
    #expect(throws: DeliveryError.self) { try WebDAVConfiguration(url: url) }
  }

  @Test func aPasswordIsSentOverTLSOnly() {
    let error = #expect(throws: DeliveryError.self) {
      try WebDAVConfiguration(url: "http://dav.example/", user: "u", password: .environment("P"))
    }
    #expect(error?.message.contains("TLS") == true)
  }
}
