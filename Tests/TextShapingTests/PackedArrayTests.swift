import TestTraits
import Testing

@testable import TextShaping

@Suite(.hangLimit) struct PackedArrayTests {
  private func pack(_ elements: [UInt32], _ packer: inout ArrayPacker<UInt32>) -> PackedArray<UInt32> {
    elements.withUnsafeBufferPointer { packer.pack($0) }
  }

  private func address(_ array: PackedArray<UInt32>) -> UnsafePointer<UInt32>? {
    array.withUnsafeBufferPointer { $0.baseAddress }
  }

  @Test func arraysAreStoredOneAfterAnother() throws {
    var packer = ArrayPacker<UInt32>()
    let (first, second) = (pack([1, 2, 3], &packer), pack([4, 5], &packer))
    #expect(Array(first) == [1, 2, 3] && Array(second) == [4, 5])
    #expect(try #require(address(first)) + 3 == address(second))
  }

  /// Arrays that were made before more are added, and after the packer is gone, keep their elements.
  @Test func arraysDoNotChange() {
    var arrays: [PackedArray<UInt32>] = []
    var expected: [[UInt32]] = []
    do {
      var packer = ArrayPacker<UInt32>()
      for index in 0..<2000 as Range<UInt32> {
        expected.append(Array(repeating: index, count: Int(index % 40)))
        arrays.append(pack(expected[Int(index)], &packer))
      }
    }
    #expect(arrays.map { Array($0) } == expected)
  }

  @Test func aLongArrayHasABlockOfItsOwn() throws {
    var packer = ArrayPacker<UInt32>()
    let before = pack([1], &packer)
    let long = pack(Array(0..<10_000), &packer)
    let after = pack([2], &packer)
    #expect(Array(long) == Array(0..<10_000))
    #expect(try #require(address(before)) + 1 == address(after))
  }

  @Test func anEmptyArrayHasNoBlock() {
    var packer = ArrayPacker<UInt32>()
    let empty = pack([], &packer)
    #expect(empty.isEmpty && address(empty) == nil && empty == PackedArray([]))
  }

  @Test func slicesHaveTheElementsOfTheRange() {
    let array = PackedArray(0..<10 as Range<UInt32>)
    #expect(Array(array[3..<5]) == [3, 4])
    #expect(array.withContiguousStorageIfAvailable { $0.reduce(0, +) } == 45)
  }
}
