import Layout
import Style

/// The properties that move an element, or draw it as a whole with an effect.
extension SVGStyle {
  /// - Returns: nil if `attribute` is none of these properties; otherwise as `set`.
  mutating func setEffect(_ attribute: SVGAttribute, _ value: SVGValue) -> Bool? {
    switch attribute {
    case .transform: return setTransform(value)
    case .mask: return Self.assign(&effects.mask, value.reference, of: value)
    case .clipPath: setClip(value)
    case .transformOrigin, .transformBox:
      var own = effects.origin ?? SVGOrigin()
      own.set(attribute, value, self)
      effects.origin = own
    case .marker, .markerStart, .markerMid, .markerEnd: effects.markers.set(attribute, value)
    case .mixBlendMode: effects.blend = BlendMode(rawValue: value.text)
    case .isolation: effects.isIsolated = value == "isolate"
    case .filter: effects.filter = value == "none" ? nil : value
    default: return nil
    }
    return true
  }

  /// A value that is not valid has no effect.
  private mutating func setClip(_ value: SVGValue) {
    let shape = value.reference == nil ? SVGClipShape(value, self) : nil
    guard value.reference != nil || shape != nil || value == "none" else { return }
    (effects.clip, effects.clipShape) = (value.reference, shape)
  }

  private mutating func setTransform(_ value: SVGValue) -> Bool {
    if hasEffects { effects.origin?.shift = nil }
    if value.contains(UInt8(ascii: "%")) {
      guard let shift = SVGOrigin.Shift(value) else { return !value.mayBeValid }
      var origin = effects.origin ?? SVGOrigin()
      origin.shift = shift
      effects.origin = origin
      transform = shift.transform
      return true
    }
    return Self.assign(&transform, value == "none" ? .identity : AffineTransform(svg: value), of: value)
  }
}
