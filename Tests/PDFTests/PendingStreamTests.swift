import Testing

@testable import PDF

struct PendingStreamTests {
  /// Streams that take different times to compress, more of them than the queue holds.
  private let streams = (0..<40).map { index in
    PDFStream(
      dictionary: ["Number": .integer(index)],
      data: (0..<[10, 200_000, 5_000, 0, 30_000][index % 5]).map { UInt8(truncatingIfNeeded: $0 &* $0 / (index + 1)) })
  }

  @Test func theFileIsThatOfStreamsCompressedOneByOne() {
    var oneByOne = FileObjects(version: "1.7")
    var queued = FileObjects(version: "1.7")
    for (index, stream) in streams.enumerated() {
      oneByOne.write(index + 1, stream.deflated)
      queued.write(index + 1, deflating: stream)
    }
    queued.finishStreams()
    #expect(queued.file.bytes == oneByOne.file.bytes)
    #expect(queued.offsets.map(\.number) == oneByOne.offsets.map(\.number))
    #expect(queued.offsets.map(\.offset) == oneByOne.offsets.map(\.offset))
  }

  @Test func otherStreamsKeepTheirPlace() {
    var objects = FileObjects(version: "1.7")
    for (index, stream) in streams.enumerated() {
      if index.isMultiple(of: 2) {
        objects.write(index + 1, deflating: stream)
      } else {
        objects.write(index + 1, stream)
      }
    }
    objects.finishStreams()
    #expect(objects.offsets.map(\.number) == Array(1...streams.count))
  }

  @Test func theQueueIsLimited() {
    var objects = FileObjects(version: "1.7")
    for (index, stream) in streams.enumerated() { objects.write(index + 1, deflating: stream) }
    #expect(objects.offsets.count >= streams.count - 8)
  }

  @Test func aStreamIsFinishedByWhoeverIsFirst() {
    let stream = streams[1]
    let pending = (0..<100).map { _ in PendingStream(stream) }
    for stream in pending { #expect(stream.finish() == self.streams[1].deflated) }
  }
}
