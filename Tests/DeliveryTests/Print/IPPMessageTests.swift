import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct IPPMessageTests {
  /// An attribute (RFC 8010 §3.1.4).
  private func attribute(_ tag: UInt8, _ name: String, _ value: [UInt8]) -> [UInt8] {
    func counted(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count >> 8), UInt8(bytes.count & 255)] + bytes }
    return [tag] + counted(Array(name.utf8)) + counted(value)
  }

  private func integer(_ value: UInt8) -> [UInt8] { [0, 0, 0, value] }

  /// A response of two jobs.
  private var response: [UInt8] {
    [2, 0, 0, 0, 0, 0, 0, 1, 1] + attribute(0x47, "attributes-charset", Array("utf-8".utf8))
      + attribute(0x48, "attributes-natural-language", Array("en".utf8)) + [2] + attribute(0x21, "job-id", integer(7))
      + attribute(0x42, "job-name", Array("first".utf8)) + attribute(0x23, "job-state", integer(9))
      + attribute(0x44, "job-state-reasons", Array("job-completed-successfully".utf8)) + [2]
      + attribute(0x21, "job-id", integer(8)) + attribute(0x42, "job-name", Array("second".utf8))
      + attribute(0x23, "job-state", integer(3)) + attribute(0x44, "job-state-reasons", Array("job-incoming".utf8))
      + attribute(0x44, "", Array("none".utf8)) + [3]
  }

  @Test func jobsAreReadInTheirGroups() throws {
    let message = try #require(IPPMessage.decode(response))
    #expect(message.isSuccessful && message.status == "successful-ok")
    let jobs = message.jobs()
    #expect(jobs.map(\.id) == [7, 8] && jobs.map(\.name) == ["first", "second"])
    #expect(jobs.map(\.state) == [.completed, .pending])
    #expect(!jobs[0].isIncoming && jobs[1].isIncoming && jobs[1].reasons == ["job-incoming"])
  }

  @Test func truncatedAndDamagedMessagesAreHarmless() {
    let whole = response
    for length in 0..<whole.count { #expect(IPPMessage.decode(Array(whole[..<length])) == nil) }
    for place in whole.indices {
      for value: UInt8 in [0, 1, 3, 0x34, 0x37, 0x7f, 0xff] {
        var changed = whole
        changed[place] = value
        _ = IPPMessage.decode(changed)?.jobs()
      }
    }
  }

  /// libcups cannot encode such a value, which ended the relay.
  @Test func aValueThatIsTooLongIsAnError() throws {
    let message = try IPPMessage(.init(2), printer: "ipp://host/" + String(repeating: "a", count: 40_000))
    #expect(throws: PrintError.requestTooLong) { try message.encoded() }
    #expect(throws: Never.self) { try IPPMessage(.init(2), printer: "ipp://host/p").encoded() }
  }

  @Test func deepCollectionsAreRefused() {
    let begin: [UInt8] = attribute(0x34, "", [])
    let end: [UInt8] = attribute(0x37, "", [])
    for (depth, isSound) in [(8, true), (9, false)] {
      let nested = (0..<depth).flatMap { _ in begin } + (0..<depth).flatMap { _ in end }
      #expect(IPPStructure.isSound([2, 0, 0, 0, 0, 0, 0, 1, 4] + nested + [3]) == isSound)
    }
  }
}
