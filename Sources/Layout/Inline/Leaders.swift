import Style
import TextShaping

/// Leaders fill the free space of their line (css-gcpm-3 §5.5).
extension LayoutContext {
  /// The most repetitions of a pattern in one leader, and the most bytes of text.
  private static let maxPatterns = 2000
  private static let maxBytes = 1 << 16

  /// Replaces the leaders among a line's pieces, which are in visual order, by text. Patterns are aligned to the end
  /// of the line, so that they align vertically across lines.
  mutating func fillLeaders(in pieces: inout [LinePiece], of line: Line) {
    let patterns = pieces.map { leaderPattern($0) }
    let count = patterns.reduce(0) { $1 == nil ? $0 : $0 + 1 }
    guard count > 0 else { return }
    let used = zip(pieces, patterns).reduce(0) { $1.1 == nil ? $0 + $1.0.width : $0 }
    let width = line.right - line.left - line.indent
    let share = max(0, (width - used) / Double(count))
    var filled: [LinePiece] = []
    var end = 0.0
    for (piece, pattern) in zip(pieces, patterns) {
      end += pattern == nil ? piece.width : share
      guard let pattern, case .atomic(let atomic) = piece.kind else {
        filled.append(piece)
        continue
      }
      let style = page.fragments[atomic.fragment].style
      let font = font(style)
      let advance = leaderAdvance(pattern, font)
      let fromEnd = width - end
      let after = advance > 0 ? (fromEnd / advance - 0.001).rounded(.up) * advance - fromEnd : 0
      let available = max(0, share - max(0, after))
      let fitting = advance > 0 ? (available / advance + 0.001).rounded(.down) : 0
      let most = min(Self.maxPatterns, Self.maxBytes / max(1, pattern.utf8.count))
      let patterns = Int(min(fitting, Double(most)))
      let text = patterns > 0 ? leaderText(pattern, font, count: patterns) : nil
      let taken = Double(patterns) * advance
      filled.append(space(share - taken - max(0, after), like: piece))
      if let text { appendText(text, like: piece, to: &filled) }
      filled.append(space(max(0, after), like: piece))
    }
    pieces = filled
  }

  private func leaderPattern(_ piece: LinePiece) -> String? {
    guard case .atomic(let atomic) = piece.kind, case let box = page.fragments[atomic.fragment].box, !box.isNone,
      tree[box].kind == .replaced, case .leader(let pattern) = tree.replaced[Int(tree[box].payload)].kind
    else { return nil }
    return pattern
  }

  private func space(_ width: Double, like piece: LinePiece) -> LinePiece {
    LinePiece(kind: .space, box: piece.box, width: width, level: piece.level)
  }

  private mutating func leaderText(_ pattern: String, _ font: FontID, count: Int) -> UInt32 {
    let key = LeaderKey(font: font, pattern: pattern, count: count)
    if let known = caches.texts.leaders[key] { return known }
    let bytes = ContiguousArray(String(repeating: pattern, count: count).utf8)
    texts.append(shaper.shape(bytes, spans: [TextSpan(bytes: 0..<bytes.count, font: font)], rightToLeft: false))
    caches.texts.leaders[key] = UInt32(texts.count - 1)
    return UInt32(texts.count - 1)
  }

  private mutating func leaderAdvance(_ pattern: String, _ font: FontID) -> Double {
    // The advance of two patterns less that of one, which includes kerning between them.
    let two = texts[Int(leaderText(pattern, font, count: 2))]
    let one = texts[Int(leaderText(pattern, font, count: 1))]
    return two.width(of: 0..<UInt32(two.bytes.count)) - one.width(of: 0..<UInt32(one.bytes.count))
  }

  private func appendText(_ text: UInt32, like piece: LinePiece, to pieces: inout [LinePiece]) {
    let shaped = texts[Int(text)]
    for run in shaped.runs.indices {
      let glyphs = shaped.glyphs(ofRun: run, in: shaped.runs[run].bytes)
      let face = shaper.metrics(face: shaped.runs[run].face)
      pieces.append(
        LinePiece(
          kind: .text(
            TextSlice(text: text, run: UInt32(run), glyphs: glyphs, baseline: 0), ascent: face.ascent,
            descent: face.descent),
          box: piece.box, width: shaped.advance(run: run, glyphs: glyphs), level: piece.level))
    }
  }
}
