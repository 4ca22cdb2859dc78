import Foundation
import Glibc
import OperatingSystem
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct FolderSenderTests {
  /// An empty folder beside the document.
  private func root(_ sample: SampleDocument) throws -> String {
    let root = sample.folder + "/root"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    return root
  }

  private func sender(
    _ sample: SampleDocument, template: String = "{tenant}/{job}.pdf",
    onConflict: FolderConfiguration.OnConflict = .rename,
    name: String? = nil, files: any FileOperations = SystemFileOperations()
  ) throws -> FolderSender {
    FolderSender(
      try FolderConfiguration(root: try root(sample), name: NameTemplate(template), onConflict: onConflict), name: name,
      files: files)
  }

  /// All files below the root, hidden ones too.
  private func files(_ sample: SampleDocument) throws -> [String] {
    let root = try root(sample)
    return try FileManager.default.subpathsOfDirectory(atPath: root).filter {
      var isFolder: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + $0, isDirectory: &isFolder) && !isFolder.boolValue
    }.sorted()
  }

  @Test func documentIsWrittenAndTheReceiptSaysWhere() async throws {
    let sample = try SampleDocument(Array(repeating: 5, count: 1_000_000))
    let receipt = try await sender(sample).send(sample.request())
    #expect(receipt.protocol == "folder" && receipt.remoteID == "acme/41.pdf")
    #expect(receipt.address == sample.folder + "/root/acme/41.pdf")
    #expect(receipt.bytes == 1_000_000 && receipt.sha256 == sample.sha256)
    #expect(FileManager.default.contents(atPath: receipt.address) == Data(sample.bytes))
    #expect(try files(sample) == ["acme/41.pdf"])
    var status = stat()
    #expect(stat(receipt.address, &status) == 0 && status.st_mode & 0o777 == 0o640)
    #expect(stat(sample.folder + "/root/acme", &status) == 0 && status.st_mode & 0o777 == 0o750)
  }

  @Test func everyFileOfADeliveryIsStoredAndHasAReceipt() async throws {
    let sample = try SampleDocument()
    let request = try sample.request().with(
      further: [("text/plain", "words", nil), ("image/png", "page one", 1), ("image/png", "page two", 2)], of: sample)
    let sender = try sender(sample, template: "{job}-{kind}.{extension}")
    let receipt = try await sender.send(request)
    let names = ["41-note.pdf", "41-note.txt", "41-note-1.png", "41-note-2.png"]
    #expect(try files(sample) == names.sorted())
    #expect(receipt.remoteID == names[0] && receipt.sha256 == sample.sha256)
    #expect(receipt.files?.map(\.remoteID) == names)
    #expect(receipt.files?.map(\.sha256) == request.documents.map(\.sha256))
    let again = try await sender.send(request)
    #expect(again.files?.map(\.details) == names.map { _ in ["existed": "true"] }, "nothing is stored twice")
    #expect(try files(sample).count == 4)
    let plain = try await self.sender(sample, template: "{tenant}/{job}.pdf").send(sample.request())
    #expect(plain.files == nil)
  }

  @Test func namesOfTheJobTellItsFilesApart() async throws {
    let sample = try SampleDocument()
    var request = try sample.request().with(further: [("image/png", "one", 1), ("image/png", "two", 2)], of: sample)
    request.document.fileName = "Visit.pdf"
    for index in request.further.indices { request.further[index].fileName = "Visit-\(index + 1).png" }
    let receipt = try await sender(sample, template: "{file_name}").send(request)
    #expect(receipt.files?.map(\.remoteID) == ["Visit.pdf", "Visit-1.png", "Visit-2.png"])
  }

  @Test func aFileThatFailsAfterOthersLeavesTheOutcomeUnknown() async throws {
    let sample = try SampleDocument()
    var request = try sample.request().with(further: [("text/plain", "words", nil)], of: sample)
    request.further[0].path = sample.folder + "/missing"
    let sender = try sender(sample, template: "{job}.{extension}")
    let error = await #expect(throws: SendError.self) { try await sender.send(request) }
    #expect(error?.isOutcomeUnknown == true)
    #expect(error?.message.hasSuffix("1 of 2 files have been stored") == true)
    #expect(try files(sample) == ["41.pdf"])
  }

  @Test func addressNamesFoldersBelowTheRoot() async throws {
    let sample = try SampleDocument()
    let receipt = try await sender(sample).send(sample.request("folder:reports/2026"))
    #expect(receipt.remoteID == "reports/2026/acme/41.pdf")
    let named = try await sender(sample, name: "out").send(sample.request("folder:out/q1", job: 42))
    #expect(named.remoteID == "q1/acme/42.pdf")
  }

  @Test func sameDeliveryAgainFindsItsFile() async throws {
    let sample = try SampleDocument()
    let sender = try sender(sample)
    let first = try await sender.send(sample.request())
    let second = try await sender.send(sample.request(attempt: 2, mayHaveArrived: true))
    #expect(first.remoteID == second.remoteID && second.details["existed"] == "true")
    #expect(try files(sample) == ["acme/41.pdf"])
  }

  @Test func differentContentGetsADistinctNameThatStaysTheSame() async throws {
    let sample = try SampleDocument()
    let other = try SampleDocument(Array("other".utf8))
    let sender = try sender(sample)
    _ = try await sender.send(sample.request())
    let expected = "acme/41-\(other.sha256.prefix(12)).pdf"
    for attempt in 1...2 {
      let receipt = try await sender.send(other.request(attempt: attempt))
      #expect(receipt.remoteID == expected)
    }
    #expect(try files(sample) == [expected, "acme/41.pdf"].sorted())
    #expect(FileManager.default.contents(atPath: sample.folder + "/root/acme/41.pdf") == Data(sample.bytes))
  }

  @Test func differentContentFailsIfConfigured() async throws {
    let sample = try SampleDocument()
    let other = try SampleDocument(Array("other".utf8))
    let sender = try sender(sample, onConflict: .fail)
    _ = try await sender.send(sample.request())
    let error = await #expect(throws: SendError.self) { try await sender.send(other.request()) }
    #expect(error?.code == "name_taken" && error?.retry == .never)
    #expect(try files(sample) == ["acme/41.pdf"])
  }

  @Test func concurrentDeliveriesUnderOneNameEachKeepTheirContent() async throws {
    let samples = try (0..<12).map { try SampleDocument(Array("content \($0 / 2)".utf8)) }
    let sender = try sender(samples[0])
    let paths = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for (index, sample) in samples.enumerated() {
        let request = try sample.request(id: Int64(index))
        group.addTask { (index, try await sender.send(request).address) }
      }
      return try await group.reduce(into: [(Int, String)]()) { $0.append($1) }
    }
    for (index, path) in paths { #expect(FileManager.default.contents(atPath: path) == Data(samples[index].bytes)) }
    #expect(try files(samples[0]).count == 6)
  }

  @Test(arguments: ["acme", "acme/41.pdf"]) func symbolicLinksAreRefused(place: String) async throws {
    let sample = try SampleDocument()
    let root = try root(sample)
    let outside = sample.folder + "/outside"
    try FileManager.default.createDirectory(atPath: outside, withIntermediateDirectories: true)
    if place.contains("/") {
      try FileManager.default.createDirectory(atPath: root + "/acme", withIntermediateDirectories: true)
    }
    try FileManager.default.createSymbolicLink(atPath: root + "/" + place, withDestinationPath: outside)
    let error = await #expect(throws: SendError.self) { try await sender(sample).send(sample.request()) }
    #expect(error?.code == "not_a_folder" && error?.isDestinationDown == false)
    #expect(try FileManager.default.contentsOfDirectory(atPath: outside).isEmpty)
  }

  @Test func missingRootIsNotCreated() async throws {
    let sample = try SampleDocument()
    let sender = FolderSender(try FolderConfiguration(root: sample.folder + "/unmounted"))
    let error = await #expect(throws: SendError.self) { try await sender.send(sample.request()) }
    #expect(error?.code == "folder_missing" && error?.isDestinationDown == true)
    #expect(error?.retry == .later(notBefore: nil))
    #expect(!FileManager.default.fileExists(atPath: sample.folder + "/unmounted"))
  }

  /// A mount point exists without its share, and documents were written to the folder that the share hides.
  @Test func nothingIsWrittenToARootWithoutItsMarker() async throws {
    let sample = try SampleDocument()
    let root = try root(sample)
    let sender = FolderSender(try FolderConfiguration(root: root, marker: ".mounted"))
    let error = await #expect(throws: SendError.self) { try await sender.send(sample.request()) }
    #expect(error?.code == "folder_missing" && error?.isDestinationDown == true)
    #expect(error?.retry == .later(notBefore: nil) && error?.message.contains(".mounted") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: root).isEmpty)
    _ = FileManager.default.createFile(atPath: root + "/.mounted", contents: nil)
    _ = try await sender.send(sample.request())
    #expect(try files(sample).count == 2)
  }

  /// Folders, links and other files were markers too.
  @Test func aMarkerIsARegularFile() async throws {
    let sample = try SampleDocument()
    let root = try root(sample)
    let manager = FileManager.default
    try manager.createDirectory(atPath: root + "/folder", withIntermediateDirectories: true)
    try manager.createSymbolicLink(atPath: root + "/link", withDestinationPath: "/etc/passwd")
    #expect(mkfifo(root + "/pipe", 0o600) == 0)
    for marker in ["folder", "link", "pipe"] {
      let sender = FolderSender(try FolderConfiguration(root: root, marker: marker))
      let error = await #expect(throws: SendError.self) { try await sender.send(sample.request()) }
      #expect(error?.code == "folder_missing", "\(marker)")
    }
  }

  @Test(arguments: [(ENOSPC, "disk_full"), (EDQUOT, "disk_full"), (EIO, "io_error"), (EACCES, "permission_denied")])
  func failedWriteLeavesNothing(number: Int32, code: String) async throws {
    let sample = try SampleDocument()
    let sender = try sender(sample, files: FailingWrites(errno: number))
    let error = await #expect(throws: SendError.self) { try await sender.send(sample.request()) }
    #expect(error?.code == code && error?.isDestinationDown == true && error?.retry == .later(notBefore: nil))
    #expect(try files(sample).isEmpty)
  }

  @Test func documentThatChangedInTheStoreIsNotDelivered() async throws {
    let sample = try SampleDocument()
    try Data("changed".utf8).write(to: URL(fileURLWithPath: sample.path))
    let error = await #expect(throws: SendError.self) { try await sender(sample).send(sample.request()) }
    #expect(error?.code == "artifact_damaged" && error?.retry == .never)
    #expect(try files(sample).isEmpty)
  }

  @Test func laterAttemptRemovesWhatACrashedOneLeft() async throws {
    let sample = try SampleDocument()
    let folder = try root(sample) + "/acme"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for name in [".pressrun-7-abandoned.part", ".pressrun-7-locked.part", ".pressrun-71-other.part"] {
      try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
    }
    let writer = OwnedDescriptor(open(folder + "/.pressrun-7-locked.part", O_RDONLY | O_CLOEXEC))
    #expect(flock(writer.raw, LOCK_EX) == 0)
    _ = try await sender(sample).send(sample.request(attempt: 2))
    #expect(
      try files(sample) == ["acme/.pressrun-7-locked.part", "acme/.pressrun-71-other.part", "acme/41.pdf"])
  }

  @Test func cancelledDeliveryEndsEarly() async throws {
    let sample = try SampleDocument()
    let sender = try sender(sample)
    let request = try sample.request()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await sender.send(request)
    }
    let error = await #expect(throws: SendError.self) { try await task.value }
    #expect(error?.code == "cancelled")
    #expect(try files(sample).isEmpty)
  }
}

/// Operations whose writes fail.
private struct FailingWrites: FileOperations {
  var errno: Int32
  private let system = SystemFileOperations()

  init(errno: Int32) { self.errno = errno }

  func create(_ path: String, permissions: mode_t?) throws(SystemError) -> Int32 {
    try system.create(path, permissions: permissions)
  }
  func copy(from source: Int32, to target: Int32, count: Int, named path: String) throws(SystemError) -> Int? { nil }
  func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, named path: String) throws(SystemError) -> Int {
    throw SystemError("write", errno: errno, path: path)
  }
  func sync(_ descriptor: Int32, named path: String) throws(SystemError) { try system.sync(descriptor, named: path) }
  func close(_ descriptor: Int32, named path: String) throws(SystemError) { try system.close(descriptor, named: path) }
  func makeFolder(_ path: String, permissions: mode_t) throws(SystemError) -> Bool {
    try system.makeFolder(path, permissions: permissions)
  }
  func rename(_ path: String, to target: String) throws(SystemError) { try system.rename(path, to: target) }
  func syncFolder(_ path: String) throws(SystemError) { try system.syncFolder(path) }
  func remove(_ path: String) throws(SystemError) { try system.remove(path) }
}
