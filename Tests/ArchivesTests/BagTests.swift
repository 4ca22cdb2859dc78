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
      let result = BagReader.verify(bag)
      #expect(result.fault == nil)
      #expect(result.proven.count == 6 && result.proven[4].contains("1 segment is stored"))
      #expect(result.earlierRules == nil)
    }
  }

  /// Timestamps that were recorded on schedule cover the chain up to a segment.
  @Test(arguments: ["bag", "bag.tar"])
  func timestampsOfEarlierStatesAreChecked(name: String) throws {
    struct Refused: Error {}
    let folder = NSTemporaryDirectory() + "bags-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    for text in ["one", "two", "three"] { try fixture.add(ann.note(text)) }
    var export = try fixture.export()
    export.timestamps = [0, 2].map {
      ChainTimestamp(sequence: $0, token: [UInt8($0)], authority: "http://a", recordedAt: Date())
    }
    let path = "\(folder)/\(name)"
    try BagWriter.write(export, to: path)
    let lines = export.chainText.split(separator: 10).map { Array($0) + [10] }
    func check(token: [UInt8], data: [UInt8]) throws -> String {
      guard data == Array(lines[0...Int(token[0])].joined()) else { throw Refused() }
      return "\(token[0]) o'clock"
    }
    let result = BagReader.verify(path, timestamp: check, needsTimestamp: true)
    #expect(result.fault == nil)
    #expect(
      result.proven.suffix(2) == [
        "Each of the 2 timestamps of the chain is from a trusted authority; the first is of 0 o'clock.",
        "The chain up to segment 2 existed at 2 o'clock: a trusted authority issued its timestamp.",
      ])
    #expect(result.remarks.contains("No timestamp covers the last segment."))
    func refuseLast(token: [UInt8], data: [UInt8]) throws -> String {
      if token == [2] { throw Refused() }
      return ""
    }
    let fault = BagReader.verify(path, timestamp: refuseLast).fault
    #expect(fault?.place == "metadata/timestamps/00000002.tst")
    #expect(BagReader.verify(path).remarks.contains("The timestamps of the chain were not checked."))

    export.timestamps[1].sequence = 4
    try BagWriter.write(export, to: folder + "/other")
    #expect(BagReader.verify(folder + "/other").fault?.place == "metadata/timestamps/00000004.tst")
  }

  @Test(arguments: ["bag", "bag.tar"])
  func theTimestampOfTheChainIsChecked(name: String) throws {
    struct Refused: Error {}
    let folder = NSTemporaryDirectory() + "bags-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var export = try ArchiveFixture().export()
    export.timestamp = [1, 2, 3]
    try BagWriter.write(export, to: "\(folder)/\(name)")
    let chain = export.chainText
    let result = BagReader.verify(
      "\(folder)/\(name)",
      timestamp: { token, data in
        guard token == [1, 2, 3], data == chain else { throw Refused() }
        return "noon"
      })
    #expect(result.fault == nil)
    #expect(result.proven.last?.contains("existed at noon") == true)
    let fault = BagReader.verify("\(folder)/\(name)", timestamp: { _, _ in throw Refused() }).fault
    #expect(fault?.place == "metadata/chain.tst")
    #expect(BagReader.verify("\(folder)/\(name)").remarks.contains("The timestamps of the chain were not checked."))
    try withBag { bag in
      #expect(BagReader.verify(bag).fault == nil)
      #expect(BagReader.verify(bag, needsTimestamp: true).fault?.place == "metadata/chain.tst")
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
      let result = BagReader.verify(bag)
      #expect(result.fault == nil)
      #expect(
        result.proven.contains {
          $0.contains("1 are segments byte for byte, 1 were converted from segments by rules 0")
        }
      )
      // The caller decides whether that is enough.
      #expect(result.earlierRules == 0)
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

  /// The description and the history of a bag with other rules are not written again for comparison, but state its
  /// chain.
  @Test(arguments: ["bag-info.txt", "metadata/premis.xml"])
  func bagWithOtherRulesStatesItsChain(name: String) throws {
    try withBag { bag in
      let manifest = bag + "/data/manifest.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
      try text.replacingOccurrences(of: "\"rules\" : \(ArchiveManifest.currentRules)", with: "\"rules\" : 0")
        .write(toFile: manifest, atomically: false, encoding: .utf8)
      let chain = try ArchiveManifest(json: Array(text.utf8)).chain
      let path = bag + "/" + name
      let whole = try String(contentsOfFile: path, encoding: .utf8)
      try #require(whole.contains(chain))
      try whole.replacingOccurrences(of: chain, with: String(repeating: "0", count: 64))
        .write(toFile: path, atomically: false, encoding: .utf8)
      try renewManifests(bag)
      let fault = BagReader.verify(bag).fault
      #expect(fault?.message.contains("does not state the chain") == true, "\(String(describing: fault))")
    }
  }

  /// A bag is compared with what is written of its contents, so that no byte is without a check: RFC 8493 would permit
  /// upper-case hashes and other line ends.
  @Test(arguments: ["manifest-sha256.txt", "bagit.txt", "bag-info.txt", "tagmanifest-sha256.txt"])
  func otherFormsOfTagFilesAreRefused(name: String) throws {
    try withBag { bag in
      let path = bag + "/" + name
      let whole = try String(contentsOfFile: path, encoding: .utf8)
      for changed in [
        whole.replacingOccurrences(of: "\n", with: "\r\n"), whole.uppercased(), whole + "\n", whole + "More: text\n",
        whole.replacingOccurrences(of: "  ", with: " \t"), whole.replacingOccurrences(of: "Ann", with: "Eve"),
      ] where changed != whole {
        try changed.write(toFile: path, atomically: false, encoding: .utf8)
        if name != "tagmanifest-sha256.txt" { try renewTagManifest(bag) }
        #expect(BagReader.verify(bag).fault != nil)
      }
    }
  }

  /// The history and the description follow from the chain, so they cannot state another one.
  @Test(arguments: ["metadata/premis.xml", "bag-info.txt"])
  func otherHistoryIsDetected(name: String) throws {
    try withBag { bag in
      let path = bag + "/" + name
      let whole = try String(contentsOfFile: path, encoding: .utf8)
      let chain = try String(contentsOfFile: bag + "/data/chain.txt", encoding: .utf8)
        .split(separator: "\n").map { String($0.split(separator: " ")[1]) }
      let changes = [
        whole.replacingOccurrences(of: chain[3], with: chain[2]),
        whole.replacingOccurrences(of: "success", with: "failure"),
        whole.replacingOccurrences(of: "Ann &amp; Bob", with: "Eve"),
        whole.replacingOccurrences(
          of: "Pressrun-Segments-Not-In-Document: 1", with: "Pressrun-Segments-Not-In-Document: 0"),
        whole.replacingOccurrences(of: "<eventType>accession</eventType>", with: "<eventType>deletion</eventType>"),
      ].filter { $0 != whole }
      #expect(changes.count >= 2)
      for changed in changes {
        try changed.write(toFile: path, atomically: false, encoding: .utf8)
        try renewTagManifest(bag)
        #expect(BagReader.verify(bag).fault?.place == name)
      }
    }
  }

  /// Writes the current hashes of the tag files, in the order of the listing.
  private func renewTagManifest(_ bag: String) throws {
    let path = bag + "/tagmanifest-sha256.txt"
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
      let name = line.dropFirst(66)
      let bytes = try #require(FileManager.default.contents(atPath: "\(bag)/\(name)"))
      return "\(Hash.of([UInt8](bytes)))  \(name)\n"
    }
    try lines.joined().write(toFile: path, atomically: false, encoding: .utf8)
  }

  @Test func rulesOfTheFutureAreRefused() throws {
    try withBag { bag in
      let manifest = bag + "/data/manifest.json"
      let text = try String(contentsOfFile: manifest, encoding: .utf8)
      try text.replacingOccurrences(of: "\"rules\" : \(ArchiveManifest.currentRules)", with: "\"rules\" : 9")
        .write(toFile: manifest, atomically: false, encoding: .utf8)
      try renewManifests(bag)
      #expect(BagReader.verify(bag).fault?.place == "data/manifest.json")
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

  /// The steps in the manifest of a bag, including their warnings, must equal the steps of its segments.
  @Test func warningsOfConversionAreVerified() throws {
    var fixture = ArchiveFixture()
    try fixture.add((Array("ink".utf8), Hash.of(ArchiveFixture.base)), format: "ink")
    let convert: ArchiveBuilder.Converter = { _, file in
      var reader = ArchiveFixture.Reader(file: file.bytes.array(0..<file.length))
      return ConvertedSegment(update: try reader.note("ink").bytes, warnings: ["$.strokes[1]: dropped (cancelled)"])
    }
    let builder = try fixture.build(convert: convert)
    var export = try fixture.export()
    (export.manifest, export.tail) = (builder.manifest(), builder.tail)
    let folder = NSTemporaryDirectory() + "bags-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let bag = folder + "/bag"
    try BagWriter.write(export, to: bag)
    #expect(BagReader.verify(bag, convert: convert).fault == nil)
    let manifest = bag + "/data/manifest.json"
    let text = try String(contentsOfFile: manifest, encoding: .utf8)
    #expect(text.contains("dropped (cancelled)"))
    let other = text.replacingOccurrences(of: "cancelled", with: "exhausted")
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

  @Test func longNamesAreSplitInATar() throws {
    let path = String(repeating: "a", count: 90) + "/" + String(repeating: "b", count: 90)
    #expect(try TarHeader(TarHeader.file(path, size: 7))?.path == path)
    #expect(code { _ = try TarHeader.file(String(repeating: "a", count: 101), size: 0) } == .limit)
  }
}
