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
    for (index, stream) in streams.enumerated() {
      objects.write(index + 1, deflating: stream)
      #expect(objects.offsets.count >= index + 1 - 8)
    }
    let long = PDFStream(dictionary: [:], data: [UInt8](repeating: 1, count: 5 << 20))
    objects.write(streams.count + 1, deflating: long)
    #expect(objects.offsets.count == streams.count + 1)
  }

  @Test func theSizeIncludesStreamsThatWaitForOthers() {
    var objects = FileObjects(version: "1.7")
    objects.write(1, deflating: streams[1])
    let size = objects.byteCount
    objects.write(2, PDFStream(dictionary: [:], data: [UInt8](repeating: 1, count: 100_000)))
    #expect(objects.byteCount >= size + 100_000)
  }

  @Test func aStreamThatWasFinishedHereIsNotCompressedAgain() {
    let pending = PendingStream(streams[1])
    #expect(pending.finish() == streams[1].deflated)
    #expect(pending.finished == streams[1].deflated)
    #expect(pending.finish() == streams[1].deflated)
  }

  @Test func aStreamIsFinishedByWhoeverIsFirst() {
    let stream = streams[1]
    let pending = (0..<100).map { _ in PendingStream(stream) }
    for stream in pending { #expect(stream.finish() == self.streams[1].deflated) }
  }
}
