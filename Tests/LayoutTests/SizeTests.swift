import TestTraits
import Testing

@testable import Layout

/// Layout stores thousands of these values, so their sizes are limited.
@Suite(.hangLimit) struct SizeTests {
  @Test func hotStructsStaySmall() {
    #expect(MemoryLayout<Box>.stride <= 52)
    #expect(MemoryLayout<InlineItem>.stride <= 20)
    #expect(MemoryLayout<InlineBox>.stride <= 20)
    #expect(MemoryLayout<InlineContent>.stride <= 80)
    #expect(MemoryLayout<TableGrid.Cell>.stride <= 20)
    #expect(MemoryLayout<Word>.stride <= 48)
    #expect(MemoryLayout<TextSlice>.stride <= 32)
    #expect(MemoryLayout<FragmentID>.stride == 4)
  }

  @Test func fragmentsStaySmall() {
    #expect(MemoryLayout<Fragment>.stride <= 88, "\(MemoryLayout<Fragment>.stride)")
    #expect(MemoryLayout<FragmentArena.Entry>.stride <= 136, "\(MemoryLayout<FragmentArena.Entry>.stride)")
  }
}
