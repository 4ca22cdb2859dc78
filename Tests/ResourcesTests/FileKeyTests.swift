import TestTraits
import Testing

@testable import Resources

@Suite(.hangLimit)
struct FileKeyTests {
  @Test func keysAreEqualIfAllBytesAre() {
    let bytes = [UInt8](0...255)
    var other = bytes
    other[255] = 0
    #expect(FileKey(bytes) == FileKey([UInt8](0...255)))
    #expect(FileKey(bytes) == FileKey(bytes))
    #expect(FileKey(bytes) != FileKey(other))
    #expect(FileKey(bytes) != FileKey([UInt8](0...254)))
    #expect(FileKey([]) == FileKey([]))
    #expect(FileKey([]) != FileKey([0]))
    #expect(FileKey(bytes).hashValue == FileKey([UInt8](0...255)).hashValue)
    #expect(Set([FileKey([1, 2]), FileKey([1, 2]), FileKey([2, 1])]).count == 2)
  }
}
