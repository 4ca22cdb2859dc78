/// `shape-outside` and `shape-margin` (css-shapes-1 §4). Indirect because it is large and rare.
package indirect enum FloatArea: Hashable, Sendable {
  case shape(ClipPath, margin: LengthPercentage)

  package var path: ClipPath {
    switch self {
    case .shape(let path, _): path
    }
  }

  package var margin: LengthPercentage {
    get {
      switch self {
      case .shape(_, let margin): margin
      }
    }
    set { self = .shape(path, margin: newValue) }
  }
}
