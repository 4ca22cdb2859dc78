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

  /// Regression: the limits of the height did not apply to the width of floats with a ratio (css-sizing-4 §5.1.2).
  @Test func limitsOfTheHeightAreTransferredToTheWidthOfFloats() throws {
    let style = "float: left; aspect-ratio: 1;"
    #expect(try boxes("<div id=a style='\(style) min-height: 30px'>a</div>")["a"] == ["1: 0,0 30×30"])
    #expect(try boxes("<div id=a style='\(style) min-height: 0; max-height: 12px'>aaaa</div>")["a"] == ["1: 0,0 12×12"])
  }
}
