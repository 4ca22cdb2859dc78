import Markup
import Testing

@Suite struct LimitTests {
  private func code(_ html: String, _ change: (inout Document.Limits) -> Void) -> MarkupError.Code? {
    var limits = Document.Limits()
    change(&limits)
    do {
      _ = try Document.parse(html: html, limits: limits)
      return nil
    } catch { return error.code }
  }

  @Test func sourceNodesAndDepthAreLimited() {
    #expect(code("<p>x") { $0.bytes = 3 } == .tooLarge)
    #expect(code(String(repeating: "<br>", count: 100)) { $0.nodes = 50 } == .tooManyNodes)
    #expect(code(String(repeating: "<div>", count: 1000)) { _ in } == .tooDeep)
    #expect(code(String(repeating: "<div>", count: 400)) { _ in } == nil)
  }

  @Test func reopenedFormattingIsLimitedToo() {
    let bold = (0..<600).map { "<p><b id=\($0)>" }.joined()
    #expect(code(bold) { _ in } == .tooDeep)
  }

  @Test func longUnfinishedConstructsTakeLinearTime() throws {
    for piece in ["<!--", "<a b='", "<style>", "&", "<", "<p x=", "<table>", "</p>", "<![CDATA[", "<svg>"] {
      _ = try? Document.parse(html: String(repeating: piece, count: 100_000 / piece.utf8.count))
    }
  }

  @Test func noInputCrashes() {
    let pieces = [
      "<table>", "<tr>", "<td>", "</table>", "<b>", "</b>", "<p>", "</p>", "<a>", "</a>", "<svg>", "<math>", "<mi>",
      "</svg>",
      "<template>", "</template>", "<select>", "<option>", "<caption>", "<col>", "<form>", "</form>", "<body>",
      "</body>", "</html>",
      "<head>", "text", " ", "<i>", "</i>", "<nobr>", "<button>", "<ul>", "<li>", "</ul>", "<title>", "</title>",
      "<foreignObject>",
      "<font color=x>", "<br/>", "</br>", "<h1>", "</h2>", "&am", "<!DOCTYPE html>", "<applet>", "</applet>",
      "<frameset>",
    ]
    var random = SplitMix(state: 7)
    for _ in 0..<2000 {
      let count = Int(random.next() % 40)
      let html = (0..<count).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      let document = try? Document.parse(html: html)
      #expect(document?.documentElement.isNone == false)
    }
  }
}

/// A small generator with a seed, so that a failure comes again.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
