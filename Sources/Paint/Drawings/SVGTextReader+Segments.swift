import Layout

/// The characters that were read and their positions (SVG 2 §11.4, §11.7).
extension SVGTextReader {
  /// The text in parts whose characters follow one another. Returns nil if there are too many.
  /// - Parameter isBidirectional: whether the order of characters on a path is not known yet.
  mutating func segments(isBidirectional: Bool) -> [SVGText.Segment]? {
    if length?.value == -1 { length = nil }
    collapseSpaces()
    var segments: [SVGText.Segment] = []
    // The number of segments before each run, if it is needed.
    var starts: [Int] = []
    var pathCharacters = 0
    defer {
      starts.append(segments.count)
      if !lengths.isEmpty, starts.count > runs.count {
        partLengths = lengths.map {
          SVGText.PartLength(segments: starts[$0.runs.lowerBound]..<starts[$0.runs.upperBound], length: $0.length)
        }
      }
    }
    for run in runs {
      if !lengths.isEmpty { starts.append(segments.count) }
      guard !run.text.isEmpty else { continue }
      if let path = run.path {
        pathCharacters += run.text.count
        guard pathCharacters <= Self.maximumSegments else { return nil }
        // Each character has its own direction.
        for character in isBidirectional ? [run.text] : run.text.map({ String($0) }) {
          var segment = segment(character, of: run)
          (segment.x, segment.y, segment.rotation, segment.path) = (nil, nil, 0, path)
          segments.append(segment)
        }
        guard segments.count <= Self.maximumSegments else { return nil }
        continue
      }
      segments.append(SVGText.Segment(text: "", style: run.style))
      if run.elements.allSatisfy({ positions[$0].endsWithNext }) {
        add(run.text, of: run, to: &segments)
        continue
      }
      var rest = run.text[...]
      while let character = rest.first {
        if run.elements.allSatisfy({ positions[$0].isExhausted }) {
          segments[segments.count - 1].text += rest
          break
        }
        rest.removeFirst()
        add(String(character), of: run, to: &segments)
        guard segments.count <= Self.maximumSegments else { return nil }
      }
    }
    return segments
  }

  /// A character, or text of which only the first one may have a position. The innermost element that specifies one
  /// determines it.
  private mutating func segment(_ text: String, of run: Run) -> SVGText.Segment {
    var segment = SVGText.Segment(text: text, style: run.style)
    var (dx, dy, rotation): (Double?, Double?, Double?)
    for element in run.elements.reversed() {
      let own = positions[element]
      segment.x = segment.x ?? own.x.value(at: own.next)
      segment.y = segment.y ?? own.y.value(at: own.next)
      dx = dx ?? own.dx.value(at: own.next)
      dy = dy ?? own.dy.value(at: own.next)
      rotation = rotation ?? own.rotations.value(at: min(own.next, own.rotations.count - 1))
      positions[element].next += text.utf16.count
    }
    (segment.dx, segment.dy, segment.rotation) = (dx ?? 0, dy ?? 0, rotation ?? 0)
    return segment
  }

  private mutating func add(_ text: String, of run: Run, to segments: inout [SVGText.Segment]) {
    let segment = segment(text, of: run)
    let last = segments.count - 1
    let moves = segment.beginsChunk || segment.dx != 0 || segment.dy != 0 || segment.rotation != 0
    if segments[last].text.isEmpty {
      segments[last] = segment
    } else if moves || segments[last].rotation != 0 {
      segments.append(segment)
    } else {
      segments[last].text += text
    }
  }

  /// Collapses white space as CSS does (§11.7), across elements. What is preserved does not break lines.
  private mutating func collapseSpaces() {
    var endsWithSpace = true
    for index in runs.indices {
      if runs[index].beginsChunk { endsWithSpace = true }
      if runs[index].style.text.keepsSpaces {
        runs[index].text = String(runs[index].text.map { "\n\t\r\r\n".contains($0) ? " " : $0 })
        if !runs[index].text.isEmpty { endsWithSpace = false }
        continue
      }
      var text = ""
      for scalar in runs[index].text.unicodeScalars {
        let isSpace = scalar == " " || scalar == "\n" || scalar == "\t" || scalar == "\r"
        if isSpace {
          if !endsWithSpace { text += " " }
        } else {
          text.unicodeScalars.append(scalar)
        }
        endsWithSpace = isSpace
      }
      runs[index].text = text
    }
    for index in runs.indices.reversed() where !runs[index].text.isEmpty {
      if runs[index].text.hasSuffix(" "), !runs[index].style.text.keepsSpaces { runs[index].text.removeLast() }
      break
    }
  }
}

extension [Double] {
  fileprivate func value(at index: Int) -> Double? { indices.contains(index) ? self[index] : nil }
}
