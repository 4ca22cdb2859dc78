import FoundationEssentials
import Web

extension Dashboard {
  /// A line chart over time as inline SVG. The drawing is stretched to the width of its place; texts are HTML beside
  /// it, so that they keep their size.
  struct Chart: Sendable {
    struct Line: Sendable {
      var name: String
      /// The class in the style sheet: `first`, `second` or `third`.
      var style: String
      /// One for each period; nil where there is none.
      var values: [Double?]
      var isFilled = false
    }

    var title: String
    /// Such as `per minute`; shown after the title.
    var note: String
    /// Formats a value for people.
    var format: @Sendable (Double) -> String
    /// Begins of the periods.
    var periods: [Date]
    var lines: [Line]
    /// The whole span of the chart.
    var span: ClosedRange<Date>
    /// Length of a period in seconds.
    var step: Double

    private static let width = 600.0
    private static let height = 120.0

    /// The smallest of 1, 2 and 5 times a power of ten that is not less than all values.
    var top: Double { Self.top(lines.flatMap(\.values).compactMap { $0 }.max() ?? 0) }

    static func top(_ value: Double) -> Double {
      guard value > 0, value.isFinite else { return 1 }
      var power = 1.0
      while power * 10 <= value { power *= 10 }
      while power > value { power /= 10 }
      return [1, 2, 5, 10].map { $0 * power }.first { $0 >= value * 0.999_999 } ?? value
    }

    var html: HTML {
      let top = top
      return """
        <figure class="chart">
        <figcaption><span class="title">\(title) <small>\(note)</small></span><span class="legend">\(lines.map(legend))</span></figcaption>
        <div class="plot">
        <div class="scale" aria-hidden="true"><span>\(format(top))</span><span>\(format(top / 2))</span><span>\(format(0))</span></div>
        <svg viewBox="0 0 600 120" preserveAspectRatio="none" role="img" aria-label="\(summary)">
        <path class="grid" d="M0 .5H600M0 60H600M0 119.5H600"/>
        \(lines.map { drawing($0, top) })\(hits)
        </svg>
        </div>
        <div class="times" aria-hidden="true">\(times)</div>
        </figure>
        """
    }

    /// The chart in words.
    private var summary: String {
      let parts = lines.map { line in
        let values = line.values.compactMap { $0 }
        guard let last = values.last, let most = values.max() else { return "\(line.name): no values" }
        return "\(line.name): last \(format(last)), at most \(format(most))"
      }
      return "\(title) \(note). \(parts.joined(separator: "; "))."
    }

    private func legend(_ line: Line) -> HTML {
      let last = line.values.last { $0 != nil } ?? nil
      return """
        <span class="key \(line.style)"><i aria-hidden="true"></i>\(line.name) <b>\(last.map(format) ?? "–")</b></span>
        """
    }

    private var times: HTML {
      let isLong = span.upperBound.timeIntervalSince(span.lowerBound) > 86_400
      let length = span.upperBound.timeIntervalSince(span.lowerBound)
      let labels = [0.0, 0.25, 0.5, 0.75].map { part -> HTML in
        "<span>\(Format.clock(span.lowerBound.addingTimeInterval(length * part), withDay: isLong))</span>"
      }
      return "\(labels)<span>now</span>"
    }

    private func x(_ date: Date) -> Double {
      let length = span.upperBound.timeIntervalSince(span.lowerBound)
      return min(max(date.timeIntervalSince(span.lowerBound) / length, 0), 1) * Self.width
    }

    private func text(_ value: Double) -> String {
      let tenths = Int((value * 10).rounded())
      return tenths % 10 == 0 ? String(tenths / 10) : "\(tenths / 10).\(tenths % 10)"
    }

    /// The points of a line, divided where periods are missing.
    private func parts(_ line: Line, _ top: Double) -> [[(x: Double, y: Double)]] {
      var parts: [[(x: Double, y: Double)]] = []
      var last: Date?
      for (at, value) in zip(periods, line.values) {
        guard let value else {
          last = nil
          continue
        }
        let isNext = last.map { at.timeIntervalSince($0) < step * 1.5 } ?? false
        if !isNext { parts.append([]) }
        let y = Self.height - min(value / top, 1) * (Self.height - 2) - 1
        parts[parts.count - 1].append((x(at.addingTimeInterval(step)), y))
        last = at
      }
      return parts
    }

    private func drawing(_ line: Line, _ top: Double) -> HTML {
      var stroke = ""
      var area = ""
      for part in parts(line, top) {
        // A single value is a short line.
        let points = part.count > 1 ? part : [(max(part[0].x - 4, 0), part[0].y), part[0]]
        let path = points.map { "\(text($0.0)) \(text($0.1))" }.joined(separator: "L")
        stroke += "M\(path)"
        if line.isFilled { area += "M\(text(points[0].0)) 120L\(path)L\(text(points[points.count - 1].0)) 120Z" }
      }
      let fill: HTML? = area.isEmpty ? nil : "<path class=\"area \(line.style)\" d=\"\(area)\"/>"
      return "\(fill)<path class=\"line \(line.style)\" d=\"\(stroke)\"/>\n"
    }

    /// Invisible areas whose titles a browser shows under the pointer.
    private var hits: [HTML] {
      let width = Self.width * step / span.upperBound.timeIntervalSince(span.lowerBound)
      return periods.indices.map { index in
        let values = lines.map { "\($0.name): \($0.values[index].map(format) ?? "–")" }.joined(separator: "\n")
        return """
          <rect class="hit" x="\(text(x(periods[index])))" y="0" width="\(text(width))" height="120">\
          <title>\(Format.time(periods[index]))
          \(values)</title></rect>

          """
      }
    }
  }
}
