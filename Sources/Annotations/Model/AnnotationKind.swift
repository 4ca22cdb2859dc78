// Section numbers are those of ISO 32000-1 unless another standard is named.

import PDF

/// The annotation type with its specific properties (ISO 32000-1, 12.5.6).
package enum AnnotationKind: Equatable, Sendable {
  case note(Note)
  case link(Link)
  case freeText(FreeText)
  case line(LineAnnotation)
  case square(inset: Insets)
  case circle(inset: Insets)
  case polygon([Point])
  case polyline([Point], endings: LineEndings)
  case markup(TextMarkup, [Quadrilateral])
  case stamp(Stamp)
  case caret(Caret)
  case ink(Ink)
  /// Any other type: its `/Subtype` and unmodified entries.
  case other(PDFName, PDFDictionary)

  /// `/Subtype`
  package var subtype: PDFName {
    switch self {
    case .note: "Text"
    case .link: "Link"
    case .freeText: "FreeText"
    case .line: "Line"
    case .square: "Square"
    case .circle: "Circle"
    case .polygon: "Polygon"
    case .polyline: "PolyLine"
    case .markup(let markup, _): markup.subtype
    case .stamp: "Stamp"
    case .caret: "Caret"
    case .ink: "Ink"
    case .other(let subtype, _): subtype
    }
  }
}

/// The four text markup types (12.5.6.10).
package enum TextMarkup: String, CaseIterable, Sendable {
  case highlight, underline, squiggly
  case strikeOut = "strikeout"

  var subtype: PDFName {
    switch self {
    case .highlight: "Highlight"
    case .underline: "Underline"
    case .squiggly: "Squiggly"
    case .strikeOut: "StrikeOut"
    }
  }
}

/// A text annotation (12.5.6.4).
package struct Note: Hashable, Sendable {
  /// `/Name`
  package var icon = "Note"
  /// `/Open`: whether its text is shown at first.
  package var isOpen = false

  package init(icon: String = "Note", isOpen: Bool = false) {
    self.icon = icon
    self.isOpen = isOpen
  }
}

/// A link (12.5.6.5).
package struct Link: Equatable, Sendable {
  /// Where a link leads.
  package enum Action: Hashable, Sendable {
    case uri(String)
    /// A destination in the same file: page number from 0, and the optional left, top and zoom of `/XYZ`.
    case page(Int, left: Double?, top: Double?, zoom: Double?)
    /// A named destination.
    case named(String)
  }
  /// Where it leads; nil for nowhere.
  package var action: Action?
  /// `/QuadPoints`; empty if the link covers its rectangle.
  package var quadrilaterals: [Quadrilateral] = []
  /// `/H`: N, I, O or P.
  package var highlight: String?

  package init(action: Action? = nil, quadrilaterals: [Quadrilateral] = [], highlight: String? = nil) {
    self.action = action
    self.quadrilaterals = quadrilaterals
    self.highlight = highlight
  }
}

/// A free text annotation (12.5.6.6).
package struct FreeText: Equatable, Sendable {
  /// `/Q`: the alignment of lines.
  package enum Justification: Int, Sendable { case left, center, right }
  /// `/DA`
  package var defaultAppearance: String?
  /// `/DS`
  package var defaultStyle: String?
  package var justification = Justification.left
  /// `/CL`: two or three points, from the target to the box.
  package var callout: [Point] = []
  /// `/LE`: line ending at the first point of the callout.
  package var calloutEnding = LineEnding.none
  /// `/RD`: insets of the text box from the rectangle.
  package var inset = Insets.none
  /// Counterclockwise rotation of the text relative to the page, in degrees.
  package var rotation = 0

  package init() {}
}

/// A line (12.5.6.7).
package struct LineAnnotation: Equatable, Sendable {
  /// `/L`, in default user space.
  package var start, end: Point
  /// `/LE`
  package var endings = LineEndings()
  /// `/LL`, `/LLE` and `/LLO`
  package var leaderLength = 0.0, leaderExtension = 0.0, leaderOffset = 0.0
  /// `/Cap`: whether the contents are shown with the line.
  package var hasCaption = false
  /// `/CP`: whether the caption is above the line instead of inline.
  package var isCaptionOnTop = false
  /// `/CO`
  package var captionOffset = Point(0, 0)

  package init(start: Point, end: Point) {
    self.start = start
    self.end = end
  }
}

/// A rubber stamp (12.5.6.12).
package struct Stamp: Equatable, Sendable {
  /// `/Name`
  package var icon = "Draft"
  /// Counterclockwise degrees.
  package var rotation = 0.0
  /// The picture of the stamp, if the source has one.
  package var picture: StampPicture?

  package init(icon: String = "Draft", rotation: Double = 0) {
    self.icon = icon
    self.rotation = rotation
  }
}

/// A picture on a stamp.
package struct StampPicture: Equatable, Sendable {
  /// The image XObject (ISO 32000-1, 8.9.5), without its `/SMask`.
  package var image: PDFStream
  /// Soft mask (11.6.5.3).
  package var mask: PDFStream?
  /// Pixels.
  package var width, height: Int
}

/// A caret (12.5.6.11).
package struct Caret: Hashable, Sendable {
  /// `/Sy`: whether it indicates a new paragraph.
  package var isParagraph = false
  /// `/RD`: insets of the caret from the rectangle.
  package var inset = Insets.none

  package init() {}
}

/// Ink (12.5.6.13).
package struct Ink: Equatable, Sendable {
  /// One line of ink, in user space units.
  package struct Stroke: Equatable, Sendable {
    /// The points in the order in which they were drawn.
    package var points: [Point]
    /// Width at each point; empty if the border width applies to all.
    package var widths: [Double]

    package init(_ points: [Point], widths: [Double] = []) {
      self.points = points
      self.widths = widths
    }
  }
  /// `/InkList`
  package var strokes: [Stroke]

  package init(strokes: [Stroke]) { self.strokes = strokes }
}
