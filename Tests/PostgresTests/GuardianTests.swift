import Glibc
import TestSupport
import TestTraits
import Testing

@Suite(.hangLimit) struct GuardianTests {
  // A whole test run hung: a guardian held the descriptor by whose end another test's child was waited for.
  @Test func guardianHoldsNoneOfTheTestsDescriptors() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    _ = try Guardian.makeFolder()
    close(ends[1])
    // Other tests' children may hold it for the moment until they run their program; a guardian would hold it for ever.
    var end = pollfd(fd: ends[0], events: Int16(POLLIN), revents: 0)
    #expect(poll(&end, 1, 60_000) == 1)
    close(ends[0])
  }
}
