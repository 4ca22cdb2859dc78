import TestTraits
import Testing

@testable import Rendering

@Suite(.hangLimit) struct FrameTests {
  let frame = Frame(header: Array(#"{"ready":{}}"#.utf8), body: [1, 2, 3])

  @Test func aFrameIsParsedFromItsBytes() throws {
    var parser = FrameParser()
    parser.append(try frame.encoded())
    #expect(try parser.next() == frame)
    #expect(try parser.next() == nil)
    #expect(!parser.isInsideFrame)
  }

  @Test func framesAreParsedFromSingleBytes() throws {
    var parser = FrameParser()
    var found: [Frame] = []
    for byte in try frame.encoded() + frame.encoded() {
      parser.append([byte])
      while let next = try parser.next() { found.append(next) }
    }
    #expect(found == [frame, frame])
  }

  @Test func anIncompleteFrameIsNotReturned() throws {
    var parser = FrameParser()
    parser.append(try frame.encoded().dropLast())
    #expect(try parser.next() == nil)
    #expect(parser.isInsideFrame)
  }

  @Test func theFirstWrongByteIsRefusedAndTheStreamStaysRefused() throws {
    var parser = FrameParser()
    parser.append(try frame.encoded())
    _ = try parser.next()
    parser.append(Array("%".utf8))
    let error = #expect(throws: RenderingError.self) { try parser.next() }
    #expect(error?.code == .protocolViolation)
    #expect(error?.place == "offset 27")
    parser.append(try frame.encoded())
    #expect(throws: RenderingError.self) { try parser.next() }
  }

  @Test func anotherVersionIsNamedInTheError() throws {
    var bytes = try frame.encoded()
    bytes[2] = 9
    var parser = FrameParser()
    parser.append(bytes)
    let error = #expect(throws: RenderingError.self) { try parser.next() }
    #expect(error?.message == "version 9 of the renderer protocol, expected 1")
  }

  @Test func aLengthBeyondTheLimitIsRefusedBeforeTheBytesCome() {
    var parser = FrameParser(limits: Frame.Limits(header: 100, body: 1000))
    parser.append([0x50, 0x52, 1, 0, 0, 0, 0, 10, 0xff, 0xff, 0xff, 0xff])
    let error = #expect(throws: RenderingError.self) { try parser.next() }
    #expect(error?.code == .tooLarge)
  }

  @Test func theSenderObservesTheLimits() {
    #expect(throws: RenderingError.self) { try frame.encoded(limits: Frame.Limits(header: 100, body: 2)) }
  }

  @Test func messagesAreDecodedFromTheirFrames() throws {
    let request = WorkerMessage.render(
      RenderRequest(kind: "note", created: 0, cpuSeconds: 9, memory: 1 << 30), payload: [7, 8])
    #expect(try WorkerMessage(request.frame()) == request)
    let artifact = WorkerMessage.artifact(sha256: "ab", bytes: [1, 2])
    #expect(try WorkerMessage(artifact.frame()) == artifact)
    let failure = RenderFailure(code: "payload", message: "m", place: "$.a", isPermanent: true)
    let report = RenderReport(pages: [.init(width: 1, height: 2)], warnings: ["w"], timings: ["layout": 1.5])
    for message in [
      RendererMessage.ready(sandboxProblems: []), .ready(sandboxProblems: ["why"]), .progress(pages: 7),
      .failed(failure),
      .rendered(report, body: [1, 2]),
    ] {
      #expect(try RendererMessage(message.frame()) == message)
    }
  }

  @Test func anInvalidHeaderIsAViolation() {
    let error = #expect(throws: RenderingError.self) { try RendererMessage(Frame(header: Array("{}".utf8))) }
    #expect(error?.code == .protocolViolation)
  }
}
