/// `transform-box` (css-transforms-1 §6).
package enum TransformBox: String, Hashable, Sendable {
  case contentBox = "content-box"
  case borderBox = "border-box"
  case fillBox = "fill-box"
  case strokeBox = "stroke-box"
  case viewBox = "view-box"

  /// Whether transforms of CSS boxes refer to the content box. Other values mean the border box there.
  package var isContentBox: Bool { self == .contentBox || self == .fillBox }
}
