import Glibc
import TestSupport
import TestTraits
import Testing

@Suite(.hangLimit) struct ReaperTests {
  // Regression: a test run hung because the reaper had inherited a descriptor whose end another test waited for.
  @Test func reaperInheritsNoDescriptor() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = try Reaper.makeFolder()
    close(ends[1])
    // Children of other tests may hold it until they execute their program; the reaper would hold it until this process
    // ends.
    var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&end, 1, 600_000) == 1)
    close(ends[0])
  }
}
