import TextShaping

/// Faces and their measures, asked for once each.
final class FaceCache {
  private let source: FontSource
  private var fonts: [FaceID: OpaquePointer?] = [:]
  private var known: [FaceID: FontMetrics] = [:]
  init(_ source: FontSource) { self.source = source }

  func scaledFont(_ face: FaceID) -> OpaquePointer? {
    if let font = fonts[face] { return font }
    let font = source.scaledFont(face)
    fonts[face] = .some(font)
    return font
  }

  func metrics(_ face: FaceID) -> FontMetrics {
    if let metrics = known[face] { return metrics }
    let metrics = source.metrics(face)
    known[face] = metrics
    return metrics
  }
}
