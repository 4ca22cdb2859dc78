import Foundation
import PDF
import ProgramTesting
import TestTraits
import Testing

@testable import Archives

/// The name of a file that does not exist in the folder of temporary files.
private let outside = "out-\(UUID().uuidString).txt"

@Suite(.hangLimit) struct BagTarTests {
  /// Calls `body` with a temporary folder and a bag in it, as a tar file.
  func withBag(_ body: (_ folder: String, _ tar: [UInt8]) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "bags-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    try BagWriter.write(fixture.export(), to: folder + "/bag.tar")
    try body(folder, [UInt8](try #require(FileManager.default.contents(atPath: folder + "/bag.tar"))))
  }

  /// The fault of a tar file with these bytes.
  func fault(_ bytes: [UInt8], in folder: String) throws -> ArchiveError? {
    let path = folder + "/changed.tar"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    return BagReader.verify(path).fault
  }

  static func member(_ path: String, _ type: Character = "0", _ text: String = "", link: String = "") throws -> [UInt8]
  {
    var block = try TarHeader.file(path, size: text.utf8.count)
    block[156] = type.asciiValue ?? 0
    for (index, byte) in link.utf8.enumerated() { block[157 + index] = byte }
    return signed(block) + Array(text.utf8) + [UInt8](repeating: 0, count: (512 - text.utf8.count % 512) % 512)
  }

  /// A header with its checksum.
  static func signed(_ block: [UInt8]) -> [UInt8] {
    var block = block
    let sum = block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
    for (index, byte) in String(format: "%06o", sum).utf8.enumerated() { block[148 + index] = byte }
    return block
  }

  /// Headers, files, padding and the blocks at the end: no byte can be another one.
  @Test func everyByteOfTarIsVerified() throws {
    try withBag { (folder, tar) throws in
      #expect(try fault(tar, in: folder) == nil)
      // A step of a prime number meets every kind of byte.
      for place in stride(from: 0, to: tar.count, by: 97) {
        for mask in [0x01, 0x20, 0x80] as [UInt8] where place.isMultiple(of: 3) || mask == 0x01 {
          var changed = tar
          changed[place] ^= mask
          #expect(try fault(changed, in: folder) != nil, "byte \(place)")
        }
      }
      for place in 0..<512 {
        var changed = tar
        changed[place] ^= 0x10
        #expect(try fault(changed, in: folder) != nil, "byte \(place) of the first header")
      }
    }
  }

  @Test(arguments: ["1", "2", "3", "4", "6", "7", "g", "x", "L", "K", "S", "V", "A", "\0"] as [Character])
  func otherMemberTypesAreRefused(type: Character) throws {
    try withBag { (folder, tar) throws in
      let member = try Self.member("bag/data/more", type, link: type == "1" || type == "2" ? "/etc/passwd" : "")
      #expect(try fault(member + tar, in: folder)?.code == .bag)
    }
  }

  @Test(arguments: [
    "bag/../../\(outside)", "/bag/out.txt", "bag//out.txt", "./bag/out.txt", "bag/./out.txt", "bag/..", "..", "bag",
    "bag/a\u{1}b", "bag/a\\b", "other/file", "bag/data/base.pdf", "bag/data/BASE.pdf", "bag/data",
    "bag/data/base.pdf/x",
  ])
  func otherNamesAreRefused(path: String) throws {
    try withBag { (folder, tar) throws in
      #expect(try fault(Self.member(path, "0", "text") + tar, in: folder) != nil)
      let end = tar.count - 1_024
      #expect(try fault(Array(tar[..<end]) + Self.member(path, "0", "text") + tar[end...], in: folder) != nil)
    }
    #expect(!FileManager.default.fileExists(atPath: NSTemporaryDirectory() + outside))
  }

  /// Programs differ in which of two members they keep, and some file systems ignore case.
  @Test(arguments: [
    ("bagit.txt", "two members of the same name"), ("BAGIT.TXT", "two members of the same name"),
    ("bagit.txt/more", "a file where it needs a folder"),
  ])
  func membersWithTheSameNameAreRefused(name: String, reason: String) throws {
    try withBag { (folder, tar) throws in
      let root = String(decoding: tar.prefix { $0 != 0x2F && $0 != 0 }, as: UTF8.self)
      let end = tar.count - 1_024
      let repeated = Array(tar[..<end]) + (try Self.member("\(root)/\(name)", "0", "text")) + tar[end...]
      let found = try fault(repeated, in: folder)
      #expect(found?.message.contains(reason) == true, "\(String(describing: found))")
    }
  }

  @Test func endOfTarIsVerified() throws {
    try withBag { (folder, tar) throws in
      let zeros = [UInt8](repeating: 0, count: 512)
      #expect(try fault(tar + zeros, in: folder) == nil)
      #expect(try fault(tar + [0], in: folder) != nil)
      #expect(try fault(tar + zeros + Self.member("bag/more"), in: folder) != nil)
      #expect(try fault(Array(tar.dropLast(512)), in: folder) != nil)
      #expect(try fault(Array(tar.dropLast(1_024)), in: folder) != nil)
      #expect(try fault(Array(tar.dropLast(1_024)) + zeros + tar, in: folder) != nil)
      for count in [0, 100, 512, 700, tar.count / 2] { #expect(try fault(Array(tar.prefix(count)), in: folder) != nil) }
    }
  }

  /// A size that is not octal, or is larger than the file.
  @Test(arguments: ["99999999999", "-0000000001", "77777777777", "0000000001 1"])
  func otherSizesAreRefused(size: String) throws {
    try withBag { (folder, tar) throws in
      var header = try TarHeader.file("bag/more", size: 0)
      for (index, byte) in size.utf8.prefix(12).enumerated() { header[124 + index] = byte }
      #expect(try fault(Self.signed(header) + tar, in: folder) != nil)
      header[124] = 0x80
      #expect(try fault(Self.signed(header) + tar, in: folder) != nil)
    }
  }

  @Test func temporaryFolderIsPrivate() throws {
    try withBag { (folder, _) throws in
      try BagTar.withFolder(folder + "/bag.tar") { path in
        let parent = (path as NSString).deletingLastPathComponent
        let attributes = try FileManager.default.attributesOfItem(atPath: parent)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
      }
    }
  }

  private static let programs = ["/usr/bin/tar", "/usr/bin/bsdtar"]

  private static func run(_ program: String, _ arguments: [String], in folder: String) throws {
    let run = try TestProgram([program] + arguments, in: folder)
    #expect(run.status == 0, "\(program) \(arguments)")
  }

  /// `tar xf` of a verified bag gives exactly the verified files, and the programs' own tar files of them are bags.
  @Test(
    .needs("tar and bsdtar", programs.allSatisfy { FileManager.default.isExecutableFile(atPath: $0) }),
    arguments: programs)
  func otherProgramsUnpackTheVerifiedFiles(program: String) throws {
    try withBag { (folder, tar) throws in
      let other = folder + "/other"
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
      try Self.run(program, ["xf", "../bag.tar"], in: other)
      try BagTar.withFolder(folder + "/bag.tar") { verified in
        let files = try BagFolder(verified)
        #expect(try BagFolder(other + "/bag").files == files.files)
        for file in files.files {
          let bytes = FileManager.default.contents(atPath: "\(other)/bag/\(file)")
          #expect(bytes != nil && bytes == FileManager.default.contents(atPath: "\(verified)/\(file)"))
        }
      }
      #expect(BagReader.verify(other + "/bag").fault == nil)
      try Self.run(program, ["cf", "again.tar", "bag"], in: other)
      #expect(BagReader.verify(other + "/again.tar").fault == nil)
    }
  }
}
