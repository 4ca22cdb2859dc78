import Foundation
import PDF
import TestTraits
import Testing

@testable import Archives

@Suite(.hangLimit) struct BagTests {
  /// Calls `body` with a temporary bag of three segments, one of which is left out.
  func withBag(_ name: String = "bag", _ body: (String) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "bags-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    var bob = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    try fixture.add(bob.note("bob"))
    try fixture.add((Array("rubbish".utf8), ann.sha256))
    try BagWriter.write(fixture.export(), to: "\(folder)/\(name)")
    try body("\(folder)/\(name)")
  }

  func files(_ bag: String) throws -> [String] { try BagFolder(bag).files }

  @Test(arguments: ["bag", "bag.tar"])
  func bagIsVerified(name: String) throws {
    try withBag(name) { bag in
      let proof = BagReader.verify(bag)
      #expect(proof.fault == nil)
      #expect(proof.proven.count == 5 && proof.proven[4].contains("1 segments are kept"))
    }
  }

  @Test func everyFileIsHashed() throws {
    try withBag { bag in
      for file in try files(bag) {
        let path = bag + "/" + file
        let whole = try #require(FileManager.default.contents(atPath: path))
        for place in Set([0, whole.count / 2, whole.count - 1]) {
          var changed = whole
          changed[place] ^= 1
          try changed.write(to: URL(fileURLWithPath: path))
          #expect(BagReader.verify(bag).fault != nil, "\(file) changed at \(place)")
        }
        try FileManager.default.removeItem(atPath: path)
        #expect(BagReader.verify(bag).fault != nil, "\(file) is gone")
        try whole.write(to: URL(fileURLWithPath: path))
      }
      #expect(BagReader.verify(bag).fault == nil)
    }
  }

  @Test func unlistedFileIsDetected() throws {
    try withBag { bag in
      for name in ["data/more.pdf", "metadata/more.xml"] {
        try Data("x".utf8).write(to: URL(fileURLWithPath: bag + "/" + name))
        let fault = BagReader.verify(bag).fault
        #expect(fault?.code == .bag && fault?.place == name)
        unlink(bag + "/" + name)
      }
      symlink("/etc/passwd", bag + "/data/link")
      #expect(BagReader.verify(bag).fault?.place == "data/link")
    }
  }

  /// Recomputing the manifests does not help to change the chain without changing its last hash.
  @Test func replacedDocumentIsDetectedAtFirstDifference() throws {
    try withBag { bag in
      let path = bag + "/data/document.pdf"
      var document = try #require(FileManager.default.contents(atPath: path))
      let place = ArchiveFixture.base.count + 40
      document[place] ^= 1
      try document.write(to: URL(fileURLWithPath: path))
      try renewManifests(bag)
      let fault = BagReader.verify(bag).fault
      #expect(fault?.place == "data/document.pdf" && fault?.offset == place)
    }
  }

  @Test func reorderedSegmentsAreDetected() throws {
    try withBag { bag in
      let files = FileManager.default
      let segments = bag + "/data/segments/"
      try files.moveItem(atPath: segments + "00000001.pdf-update", toPath: segments + "x")
      try files.moveItem(atPath: segments + "00000002.pdf-update", toPath: segments + "00000001.pdf-update")
      try files.moveItem(atPath: segments + "x", toPath: segments + "00000002.pdf-update")
      try renewManifests(bag)
      #expect(BagReader.verify(bag).fault?.code == .metadata)
    }
  }

  private func renewManifests(_ bag: String) throws {
    func lines(_ names: [String]) throws -> String {
      try names.map { name in
        let bytes = try #require(FileManager.default.contents(atPath: bag + "/" + name))
        return "\(Hash.of([UInt8](bytes)))  \(name)\n"
      }.joined()
    }
    let all = try files(bag)
    try lines(all.filter { $0.hasPrefix("data/") }).write(
      toFile: bag + "/manifest-sha256.txt", atomically: false, encoding: .utf8)
    try lines(all.filter { !$0.hasPrefix("data/") && !$0.hasPrefix("tagmanifest") }).write(
      toFile: bag + "/tagmanifest-sha256.txt", atomically: false, encoding: .utf8)
  }

  /// Output of older rules can differ from that of the current rules.
  @Test func bagWithOtherRulesIsVerifiedStepByStep() throws {
    try withBag { bag in
      let manifest = bag + "/data/manifest.json"
      let path = bag + "/data/document.pdf"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
      try text.replacingOccurrences(of: "\"rules\" : \(ArchiveManifest.currentRules)", with: "\"rules\" : 0")
        .write(toFile: manifest, atomically: false, encoding: .utf8)
      try renewManifests(bag)
      let proof = BagReader.verify(bag)
      #expect(proof.fault == nil)
      #expect(
        proof.proven.last?.contains("1 are segments byte for byte, 1 were written of segments by rules 0") == true)
      let document = try #require(FileManager.default.contents(atPath: path))
      for place in [0, ArchiveFixture.base.count + 3, document.count - 9] {
        var changed = document
        changed[place] ^= 1
        try changed.write(to: URL(fileURLWithPath: path))
        try renewManifests(bag)
        #expect(BagReader.verify(bag).fault != nil, "\(place)")
      }
    }
  }

  /// RFC 8493 permits upper- and lower-case hashes and several line ends.
  @Test func upperCaseHashesAndOtherLineEndsAreRead() throws {
    try withBag { bag in
      for name in ["manifest-sha256.txt", "bagit.txt", "bag-info.txt", "tagmanifest-sha256.txt"] {
        let path = bag + "/" + name
        var lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
        if name.contains("manifest") { lines = lines.map { $0.prefix(64).uppercased() + $0.dropFirst(64) } }
        try (lines.joined(separator: "\r\n") + "\r\n").write(toFile: path, atomically: false, encoding: .utf8)
        if name != "tagmanifest-sha256.txt" {
          let listing = bag + "/tagmanifest-sha256.txt"
          let changed = try String(contentsOfFile: listing, encoding: .utf8).split(separator: "\n").map { line in
            line.hasSuffix("  \(name)")
              ? "\(Hash.of([UInt8](FileManager.default.contents(atPath: path) ?? Data())))  \(name)" : String(line)
          }
          try (changed.joined(separator: "\n") + "\n").write(toFile: listing, atomically: false, encoding: .utf8)
        }
      }
      #expect(BagReader.verify(bag).fault == nil)
    }
  }

  @Test func recordedHashIsFoundInChain() throws {
    try withBag { bag in
      let chain = try String(contentsOfFile: bag + "/data/chain.txt", encoding: .utf8)
      for line in chain.split(separator: "\n") {
        #expect(BagReader.verify(bag, chain: String(line.split(separator: " ")[1])).fault == nil)
      }
      #expect(BagReader.verify(bag, chain: String(repeating: "0", count: 64)).fault?.code == .chain)
    }
  }

  @Test func existingFilesAreNotOverwritten() throws {
    try withBag { bag in
      let fixture = ArchiveFixture()
      #expect(code { try BagWriter.write(fixture.export(), to: bag) } == .io)
      let parent = String(bag.dropLast("/bag".count))
      let left = try FileManager.default.contentsOfDirectory(atPath: parent)
      #expect(left == ["bag"])
    }
  }

  @Test(arguments: [
    ("xfdf", "<xfdf/>", "xfdf"), ("instant-json", "{}", "json"), ("ink", " {}", "json"), ("ink", "\n<ink/>", "inkml"),
  ])
  func segmentFileHasExtensionOfFormat(format: String, text: String, extension name: String) throws {
    var fixture = ArchiveFixture()
    try fixture.add((Array(text.utf8), Hash.of(ArchiveFixture.base)), format: format)
    #expect(BagNames.segment(fixture.segments[0]) == "data/segments/00000001.\(name)")
    #expect(fixture.segments[0].metadata.format.fileExtensions.contains(name))
  }

  /// A manifest by an older version may give another wording of the reason for which a segment was refused.
  @Test func wordingOfARefusalIsNotVerified() throws {
    var fixture = ArchiveFixture()
    try fixture.add((Array("no update".utf8), Hash.of(ArchiveFixture.base)), format: "pdf")
    let manifest = try fixture.build().manifest()
    var older = manifest
    older.steps[0].reason = "another wording"
    #expect(manifest.steps[0].reason != nil && manifest.agrees(with: older))
    older.steps[0].reason = nil
    #expect(!manifest.agrees(with: older))
  }

  /// A manifest by an older version that did not record warnings is valid.
  @Test func manifestWithoutWarningsIsVerified() throws {
    let folder = NSTemporaryDirectory() + "bags-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bag = folder + "/bag"
    var fixture = ArchiveFixture()
    try fixture.add((Array("ink".utf8), Hash.of(ArchiveFixture.base)), format: "ink")
    let convert: ArchiveBuilder.Converter = { _, file in
      var reader = ArchiveFixture.Reader(file: file.bytes.array(0..<file.length))
      return ConvertedSegment(update: try reader.note("ink").bytes, warnings: ["$.strokes[1]: dropped (cancelled)"])
    }
    let builder = try fixture.build(convert: convert)
    var export = try fixture.export()
    (export.manifest, export.tail) = (builder.manifest(), builder.tail)
    try BagWriter.write(export, to: bag)
    // Keep the total size, since a wrong size is a different fault.
    let info = try String(contentsOfFile: bag + "/bag-info.txt", encoding: .utf8).split(separator: "\n")
    try info.filter { !$0.hasPrefix("Payload-Oxum") }.map { $0 + "\n" }.joined().write(
      toFile: bag + "/bag-info.txt", atomically: false, encoding: .utf8)
    try renewManifests(bag)
    let manifest = bag + "/data/manifest.json"
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
    #expect(text.contains("dropped (cancelled)"))
    #expect(BagReader.verify(bag, convert: convert).fault == nil)
    let step = try #require(text.range(of: #",\s*"warnings" : \[\s*"[^"]*"\s*\]"#, options: .regularExpression))
    try text.replacingCharacters(in: step, with: "").write(toFile: manifest, atomically: false, encoding: .utf8)
    try renewManifests(bag)
    #expect(BagReader.verify(bag, convert: convert).fault == nil)
    let other = text.replacingOccurrences(of: "cancelled", with: "empty")
    try other.write(toFile: manifest, atomically: false, encoding: .utf8)
    try renewManifests(bag)
    #expect(BagReader.verify(bag, convert: convert).fault?.place == "data/manifest.json")
  }

  @Test func premisListsEverySegment() throws {
    try withBag { bag in
      let data = try #require(FileManager.default.contents(atPath: bag + "/metadata/premis.xml"))
      let text = String(decoding: data, as: UTF8.self)
      #expect(text.contains("http://www.loc.gov/premis/v3"))
      #expect(text.components(separatedBy: "<eventType>accession<").count == 4)
      #expect(text.contains("<eventOutcome>failure</eventOutcome>"))
      #expect(text.contains("Ann &amp; Bob"))
    }
  }

  @Test func damagedTarIsRefused() throws {
    try withBag("bag.tar") { bag in
      let whole = try #require(FileManager.default.contents(atPath: bag))
      for count in [0, 100, 512, 700, whole.count / 2] {
        try whole.prefix(count).write(to: URL(fileURLWithPath: bag))
        #expect(BagReader.verify(bag).fault != nil)
      }
    }
  }

  /// Every change in a tar file is reported as a fault, without a crash.
  @Test func damagedTarFilesAreRefused() throws {
    try withBag("bag.tar") { bag in
      let whole = [UInt8](try #require(FileManager.default.contents(atPath: bag)))
      var state: UInt64 = 20_261_121
      func next(_ limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(limit))
      }
      for _ in 0..<150 {
        var changed = whole
        switch next(4) {
        case 0: changed[next(changed.count)] ^= UInt8(1 << next(8))
        case 1: changed.removeSubrange(next(changed.count)..<changed.count)
        case 2: changed.insert(contentsOf: changed[0..<512], at: next(changed.count / 512) * 512)
        default: changed.removeSubrange(0..<512 * (1 + next(8)))
        }
        try Data(changed).write(to: URL(fileURLWithPath: bag))
        let proof = BagReader.verify(bag)
        // Padding of files and of the archive is not checked.
        let isPaddingGone = whole.starts(with: changed) && whole[changed.count...].allSatisfy { $0 == 0 }
        #expect(proof.fault != nil || isPaddingGone || changed.count >= whole.count)
      }
    }
  }

  @Test func tarPathsOutsideFolderAreRefused() throws {
    try withBag { bag in
      let tar = bag + ".tar"
      let header = try TarHeader.file("bag/../../out.txt", size: 0)
      try Data(header + [UInt8](repeating: 0, count: 1_024)).write(to: URL(fileURLWithPath: tar))
      #expect(BagReader.verify(tar).fault?.code == .bag)
    }
  }

  @Test func longNamesAreSplitInATar() throws {
    let path = String(repeating: "a", count: 90) + "/" + String(repeating: "b", count: 90)
    #expect(try TarHeader(TarHeader.file(path, size: 7))?.path == path)
    #expect(code { _ = try TarHeader.file(String(repeating: "a", count: 101), size: 0) } == .limit)
  }
}
