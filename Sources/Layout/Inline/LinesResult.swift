/// The lines of a block container on one page (CSS 2.2 §9.4.2, css-break-3 §4.3).
struct LinesResult {
  var height = 0.0
  /// Where the next page resumes.
  var next: InlinePosition?
  var appeal = BreakAppeal.perfect
  /// It is false if not even the lines that must stay together fit on this page.
  var fits = true
  var firstBaseline: Double?
  var lastBaseline: Double?
  /// Floats among the lines that continue on the next page.
  var floats: [BreakToken] = []
  /// If the line at `next` is higher than a page: the part of its height that this and earlier pages show, px.
  var shownOfLine = 0.0
}

/// The state of the lines at the end of the previous page, besides the position.
struct ResumedLines {
  /// A preceding float has to wait for the next page.
  var floatsWait = false
  /// The part of the first line's height that earlier pages show, px.
  var shownOfLine = 0.0
}

extension LayoutContext {
  /// Adds the first lines, and the floats among them, to the fragment of their box.
  mutating func take(
    _ stack: LineStack, count: Int, next: InlinePosition?
  ) -> LinesResult {
    var result = LinesResult(next: next)
    for entry in stack.entries[..<count] {
      take(entry.floats, stack, &result)
      page.fragments.append(
        entry.built.fragment, to: stack.parent, x: stack.x + entry.line.left, y: stack.y + entry.line.y)
      guard !entry.built.isPhantom else { continue }
      let baseline = entry.line.y + entry.built.baseline
      if result.firstBaseline == nil { result.firstBaseline = baseline }
      result.lastBaseline = baseline
      result.height = entry.line.y + entry.built.height
    }
    return result
  }

  /// Adds the floats of a line to the fragment of its box.
  mutating func take(
    _ floats: [FloatPlacement], _ stack: LineStack, _ result: inout LinesResult
  ) {
    for float in floats {
      if let fragment = float.fragment {
        page.fragments.append(fragment, to: stack.parent, x: stack.x + float.place.x, y: stack.y + float.place.y)
        moveIfRelative(fragment, containerWidth: stack.space.width, containerHeight: stack.space.height)
      }
      if let token = float.token { result.floats.append(token) }
    }
  }
}
