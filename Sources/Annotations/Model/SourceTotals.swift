import PDF

/// What the annotations of a source have together.
struct SourceTotals {
  private var points = 0
  private var pictureBytes = 0
  private var pictures: Set<PDFStream.Identity> = []

  /// Counts an annotation, which must exist as long as others are counted.
  /// - Throws: `limit`.
  mutating func add(_ annotation: Annotation, _ limits: AnnotationLimits, at place: String) throws(AnnotationError) {
    points += annotation.kind.pointCount
    guard points <= limits.points else {
      throw AnnotationError(.limit, "the source has more than \(limits.points) points", at: place)
    }
    guard case .stamp(let stamp) = annotation.kind, let picture = stamp.picture else { return }
    for stream in [picture.image, picture.mask].compactMap({ $0 }) where pictures.insert(stream.identity).inserted {
      pictureBytes += stream.dictionary["Length"].integer ?? 0
    }
    guard pictureBytes <= limits.pictures else {
      throw AnnotationError(.limit, "the pictures of the source take more than \(limits.pictures) bytes", at: place)
    }
  }
}

extension AnnotationKind {
  /// Number of points.
  fileprivate var pointCount: Int {
    switch self {
    case .ink(let ink): ink.strokes.reduce(0) { $0 + $1.points.count }
    case .polygon(let points), .polyline(let points, _): points.count
    case .markup(_, let quadrilaterals): quadrilaterals.count * 4
    case .link(let link): link.quadrilaterals.count * 4
    default: 2
    }
  }
}
