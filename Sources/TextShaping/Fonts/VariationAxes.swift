import CPango

/// The axes of a variable font and their ranges (OpenType, `fvar`); none for other fonts.
struct VariationAxes {
  private var ranges: [UInt32: ClosedRange<Double>] = [:]

  private static let maximumAxes = 64

  /// - Parameter face: an `hb_face_t`.
  init(_ face: OpaquePointer) {
    var infos = [hb_ot_var_axis_info_t](repeating: hb_ot_var_axis_info_t(), count: Self.maximumAxes)
    var count = UInt32(infos.count)
    _ = hb_ot_var_get_axis_infos(face, 0, &count, &infos)
    for info in infos.prefix(Int(count)) where info.min_value <= info.max_value {
      ranges[info.tag] = Double(info.min_value)...Double(info.max_value)
    }
  }

  /// A font without axes.
  init() {}

  var isEmpty: Bool { ranges.isEmpty }

  /// The range of an axis; nil if the font does not have it.
  subscript(_ name: StaticString) -> ClosedRange<Double>? { ranges[tag(name)] }
}

extension FontData {
  var variationAxes: VariationAxes {
    guard let face = makeHarfBuzzFace() else { return VariationAxes() }
    defer { hb_face_destroy(face) }
    return VariationAxes(face)
  }
}
