import TestTraits
import Testing

/// The min-content and max-content width of boxes (css-sizing-3 §5).
@Suite(.hangLimit) struct IntrinsicSizeTests {
  /// Regression: `text-indent` was only added to the preferred width, and only if it is positive (css-text-3 §8.1).
  @Test func theIndentBelongsToTheFirstLine() throws {
    func width(_ css: String) throws -> String? {
      try boxes("<div id=a style='\(css)'>aa aaa</div>")["a"]?.first
    }
    #expect(try width("width: min-content; text-indent: 20px") == "1: 0,0 32×24")
    #expect(try width("width: min-content; text-indent: -12px") == "1: 0,0 18×24")
    #expect(try width("float: left; text-indent: 20px") == "1: 0,0 56×12")
    #expect(try width("float: left; text-indent: -12px; padding-left: 12px") == "1: 0,0 36×12")
  }
}
