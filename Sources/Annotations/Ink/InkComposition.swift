import Diagnostics
import PDF

/// A recording from one page and one pen, as given by the source.
struct InkRecording {
  struct Stroke {
    var stroke: TouchStroke
    /// Location in the source.
    var place: String
  }
  /// The index of the page, from 0.
  var page: Int
  /// Size of the page on the screen; nil if coordinates are in points.
  var viewWidth, viewHeight: Double?
  var strokes: [Stroke]
  var color = AnnotationColor.black
  var opacity = 1.0
  /// Nominal, in points.
  var width = 2.0
  var name, author, contents, created: String?
  var place: String
}

/// Converts recordings to ink annotations: rejects palm strokes over all pages together, smooths the remaining strokes,
/// and derives line widths from the force.
struct InkComposition {
  var rejection = PalmRejection()
  /// Maximum distance between the drawn and the recorded line, in points.
  static let tolerance = 0.4
  /// Precision of coordinates in points: not visible, and half the file size.
  private static let step = 0.01

  /// - Returns: one annotation for each recording with remaining strokes, and a warning for each dropped stroke.
  func compose(
    _ recordings: [InkRecording], base: PDFFile
  ) throws(AnnotationError) -> AnnotationSource {
    var source = AnnotationSource()
    let strokes = recordings.flatMap(\.strokes)
    let (kept, dropped) = rejection.decide(strokes.map(\.stroke))
    for drop in dropped {
      source.warnings.append(
        Diagnostic("dropped_stroke", Self.message(drop, strokes), in: strokes[drop.stroke].place))
    }
    let isKept = Set(kept)
    var index = 0
    for recording in recordings {
      let own = recording.strokes.indices.filter { isKept.contains(index + $0) }.map { recording.strokes[$0].stroke }
      index += recording.strokes.count
      guard let page = try onBase(recording.place, { () throws(PDFError) in try base.page(recording.page) }) else {
        throw AnnotationError(
          .notFound, "the base has no page \(recording.page + 1) (pages count from 0 here)", at: recording.place)
      }
      guard !own.isEmpty else { continue }
      source.edits.append((.put(annotation(recording, own, on: page)), recording.place))
    }
    return source
  }

  private static func message(_ drop: PalmRejection.Dropped, _ strokes: [InkRecording.Stroke]) -> String {
    let stylus = drop.stylus.map { strokes[$0].place } ?? ""
    return switch drop.reason {
    case .empty: "dropped (empty): the stroke has no touches"
    case .cancelled: "dropped (cancelled): the system took the touch away"
    case .underWayWhenStylusLanded:
      "dropped (underWayWhenStylusLanded): the finger was down when the stylus of \(stylus) landed"
    case .overlapsStylus: "dropped (overlapsStylus): the finger overlaps the stylus of \(stylus) in time"
    }
  }

  private func annotation(_ recording: InkRecording, _ strokes: [TouchStroke], on page: PDFPage) -> Annotation {
    let points = PageView(page)
    let view: PageView =
      if let width = recording.viewWidth, let height = recording.viewHeight {
        PageView(page, width: width, height: height)
      } else {
        points
      }
    let smoothing = StrokeSmoothing(tolerance: points.length(Self.tolerance - Self.step))
    let width = points.length(recording.width)
    let ink = Ink(
      strokes: strokes.map { stroke in
        let touches = stroke.touches
        let hasForce = touches.contains { $0.force != nil }
        let widths = hasForce ? PenWidth.widths(forces: touches.map { $0.force ?? 0.5 }, nominal: width) : []
        return smoothing.smooth(Ink.Stroke(touches.map { view.point($0.x, $0.y) }, widths: widths)).rounded(
          to: points.length(Self.step))
      })
    var annotation = Annotation(.ink(ink), page: recording.page)
    annotation.color = recording.color
    annotation.opacity = recording.opacity
    annotation.border.width = width
    annotation.border.isStated = true
    annotation.flags = .print
    annotation.name = recording.name
    annotation.author = recording.author
    annotation.contents = recording.contents
    annotation.created = recording.created
    annotation.modified = recording.created
    return annotation
  }
}

extension Ink.Stroke {
  func rounded(to step: Double) -> Ink.Stroke {
    func round(_ value: Double) -> Double {
      step == 0.01 ? (value * 100).rounded() / 100 : (value / step).rounded() * step
    }
    return Ink.Stroke(points.map { Point(round($0.x), round($0.y)) }, widths: widths.map(round))
  }
}
