import Layout
import Style

/// The properties that few elements of a drawing have: those that make an element a group, and markers.
struct SVGEffects {
  /// The `marker` elements at the vertices, by their ids. Inherited.
  var markers = SVGMarkerNames()
  /// The `clipPath` element, by its id.
  var clip: String?
  /// `clip-path` as a basic shape.
  var clipShape: SVGClipShape?
  /// The `mask` element, by its id.
  var mask: String?
  /// The value of `filter`.
  var filter: SVGValue?
  var blend: BlendMode?
  /// `isolation: isolate`.
  var isIsolated = false
  /// The origin of the transform, until it is part of the transform.
  var origin: SVGOrigin?

  /// The effects of an element that has none.
  static let none = SVGEffects()

  /// What a child of the element inherits; nil for nothing.
  var inherited: SVGEffects? {
    guard !markers.isEmpty else { return nil }
    var effects = SVGEffects()
    effects.markers = markers
    return effects
  }

  /// Whether the element is drawn as a group.
  var needsGroup: Bool {
    clip != nil || clipShape != nil || mask != nil || filter != nil || blend != nil || origin != nil || isIsolated
  }
}
