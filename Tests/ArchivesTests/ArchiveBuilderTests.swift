import ArchiveTesting
import PDF
import TestTraits
import Testing

@testable import Archives

@Suite(.hangLimit) struct ArchiveBuilderTests {
  @Test func segmentForNewestRevisionIsAppended() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    try fixture.add(ann.note("one"))
    try fixture.add(ann.note("two", page: 1))
    let archive = try fixture.build()
    #expect(archive.outcomes == [.appended, .appended])
    #expect(ArchiveFixture.base + archive.tail == ann.file)
    #expect(archive.manifest().file.sha256 == ann.sha256)
  }

  @Test func segmentForOlderRevisionIsRebased() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    var bob = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    try fixture.add(bob.note("bob"))
    let archive = try fixture.build()
    #expect(archive.outcomes == [.appended, .rebased])
    #expect(try archive.notes() == ["old", "ann", "bob"])
  }

  @Test func readerContinuesOnOwnBranch() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    var bob = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    try fixture.add(bob.note("bob"))
    try fixture.add(bob.rewrite("bob", "bob again"))
    try fixture.add(ann.note("ann 2"))
    try fixture.add(bob.remove("bob"))
    try fixture.add(bob.note("bob 3"))
    let archive = try fixture.build()
    #expect(archive.outcomes == [.appended, .rebased, .rebased, .rebased, .rebased, .rebased])
    #expect(try fixture.build(through: 3).notes() == ["old", "ann", "bob again"])
    #expect(try archive.notes() == ["old", "ann", "ann 2", "bob 3"])
  }

  @Test func readerOnNewestRevisionIsAppended() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    var bob = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    try fixture.add(bob.note("bob"))
    let archive = try fixture.build()
    bob.file = ArchiveFixture.base + archive.tail
    try fixture.add(bob.note("bob 2"))
    #expect(try fixture.build().outcomes == [.appended, .rebased, .appended])
  }

  @Test func segmentWaitsForParent() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    var bob = ArchiveFixture.Reader()
    let first = try ann.note("first")
    let second = try ann.note("second")
    try fixture.add(second)
    try fixture.add(bob.note("bob"))
    #expect(try fixture.build().outcomes == [.waiting, .appended])
    try fixture.add(first)
    let archive = try fixture.build()
    #expect(archive.outcomes == [.rebased, .appended, .rebased])
    #expect(try archive.notes() == ["old", "bob", "first", "second"])
  }

  @Test func earlierArchiveIsPrefixOfLaterOne() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    var bob = ArchiveFixture.Reader()
    try fixture.add(ann.note("1"))
    try fixture.add(bob.note("2"))
    try fixture.add(ann.rewrite("old", "3"))
    try fixture.add(bob.rewrite("old", "4"))
    let whole = try fixture.build().tail
    for last in 0...4 { #expect(whole.starts(with: try fixture.build(through: last).tail)) }
  }

  @Test func laterOfTwoChangesOverrides() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    var bob = ArchiveFixture.Reader()
    try fixture.add(ann.rewrite("old", "ann"))
    try fixture.add(bob.rewrite("old", "bob"))
    let archive = try fixture.build()
    #expect(try archive.notes() == ["bob"])
    #expect(archive.manifest().steps[1].overridden == [5])
    #expect(try fixture.build(through: 1).notes() == ["ann"])
  }

  @Test func changeRestoresRemovedAnnotation() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    var bob = ArchiveFixture.Reader()
    try fixture.add(ann.remove("old"))
    try fixture.add(bob.rewrite("old", "bob"))
    try fixture.add(bob.rewrite("old", "bob again"))
    let archive = try fixture.build()
    #expect(try archive.notes() == ["bob again"])
    #expect(archive.manifest().steps[1].restored.count == 1)
  }

  @Test func otherChangesAreLeftOut() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    var eve = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    try fixture.add(
      eve.edit { writer in
        var catalog = try #require(try writer.base.object(PDFReference(1, 0)!).dictionary)
        catalog["OpenAction"] = .dictionary(["S": .name("JavaScript")])
        try writer.replace(PDFReference(1, 0)!, with: .dictionary(catalog))
      })
    try fixture.add((Array("rubbish".utf8), ann.sha256))
    try fixture.add(ann.note("ann 2"))
    let archive = try fixture.build()
    #expect(archive.outcomes == [.appended, .refused, .refused, .appended])
    #expect(archive.manifest().steps[1].reason?.contains("object 1") == true)
    #expect(ArchiveFixture.base + archive.tail == ann.file)
  }

  @Test func otherFormatsAreConverted() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    try fixture.add((Array("xfdf".utf8), Hash.of(ArchiveFixture.base)), format: "xfdf")
    let archive = try fixture.build { segment, file in
      var reader = ArchiveFixture.Reader(file: file.bytes.array(0..<file.length))
      return ConvertedSegment(
        update: try reader.note(String(decoding: segment.bytes, as: UTF8.self)).bytes, warnings: ["line 2: left out"])
    }
    #expect(archive.outcomes == [.appended, .converted])
    #expect(try archive.notes() == ["old", "ann", "xfdf"])
    #expect(archive.manifest().steps.map(\.warnings) == [nil, ["line 2: left out"]])
    #expect(try fixture.build().outcomes == [.appended, .refused])
  }

  @Test func baseWithOtherHashIsRefused() {
    #expect(
      code {
        _ = try ArchiveBuilder(
          document: "doc", base: PDFFile(bytes: ArchiveFixture.base), sha256: String(repeating: "0", count: 64))
      } == .base)
  }

  @Test func tryingSegmentDoesNotChangeChain() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    let first = try ann.note("1")
    let second = try ann.note("2")
    var archive = try fixture.build()
    #expect(try archive.tried(first.bytes, format: .pdf, parent: first.parent, clientID: "a").outcome == .appended)
    #expect(try archive.tried(second.bytes, format: .pdf, parent: second.parent, clientID: "b").outcome == .appended)
    #expect(try archive.tried(second.bytes, format: .pdf, parent: Hash.of([]), clientID: "c").outcome == .waiting)
    #expect(try archive.tried([1], format: .pdf, parent: archive.sha256, clientID: "d").outcome == .refused)
    #expect(archive.manifest().sequence == 0)
    try fixture.add(first)
    #expect(try fixture.build().revision(on: second.parent, adding: second.bytes) == ann.sha256)
  }
}

@Suite(.hangLimit) struct ArchiveChainTests {
  @Test func segmentOutOfOrderIsRefused() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    try fixture.add(ann.note("1"))
    try fixture.add(ann.note("2"))
    var chain = ArchiveChain(document: "doc", base: Hash.of(ArchiveFixture.base))
    #expect(code { try chain.append(fixture.segments[1]) } == .chain)
    try chain.append(fixture.segments[0])
    #expect(code { try chain.append(fixture.segments[0]) } == .chain)
    try chain.append(fixture.segments[1])
    #expect(chain.head == fixture.segments[1].chain)
  }

  @Test func everyChangeIsDetected() throws {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    try fixture.add(ann.note("1"))
    let segment = fixture.segments[0]
    func holds(_ bytes: [UInt8], _ text: String, document: String = "doc", base: [UInt8] = ArchiveFixture.base) -> Bool
    {
      var chain = ArchiveChain(document: document, base: Hash.of(base))
      return code { try chain.append(ArchiveSegment(bytes: bytes, metadata: text, chain: segment.chain)) } == nil
    }
    #expect(holds(segment.bytes, segment.text))
    #expect(!holds(segment.bytes + [0], segment.text))
    #expect(!holds(segment.bytes, segment.text.replacing("Ann &", with: "Eve &")))
    #expect(!holds(segment.bytes, segment.text.replacing("12:00:00", with: "11:00:00")))
    #expect(!holds(segment.bytes, segment.text + " "))
    #expect(!holds(segment.bytes, "{}"))
    #expect(!holds(segment.bytes, segment.text, document: "other"))
    #expect(!holds(segment.bytes, segment.text, base: [1]))
  }
}
