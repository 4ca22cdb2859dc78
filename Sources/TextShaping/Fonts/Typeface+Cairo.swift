import CPango

extension Typeface {
  /// px. FreeType supports up to 65,535 px per em; beyond that, Cairo sets a permanent error on the face.
  private static let maximumSize = 60_000.0

  /// Whether the Cairo face has an error, which is permanent, because it could not be scaled.
  var isBroken: Bool { cairoFace.map { cairo_font_face_status($0) != CAIRO_STATUS_SUCCESS } ?? false }

  /// A new `cairo_scaled_font_t`, unhinted, which the caller owns; `nil` if the face cannot be drawn.
  ///
  /// - Parameters:
  ///   - size: px; more than 0.
  ///   - isUpright: whether glyphs are turned counterclockwise.
  func makeScaledFont(size: Double, isUpright: Bool = false) -> OpaquePointer? {
    guard size < Self.maximumSize, let face = makeCairoFace(), let options = cairo_font_options_create() else {
      return nil
    }
    defer { cairo_font_options_destroy(options) }
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
    if !variations.isEmpty { cairo_font_options_set_variations(options, variations) }
    // With the slant in the matrix rather than in the outlines, a PDF contains the font unchanged.
    let slant = synthesis.contains(.oblique) ? -0.25 * size : 0
    var matrix = cairo_matrix_t()
    if isUpright {
      cairo_matrix_init(&matrix, 0, -size, size, -slant, 0, 0)
    } else {
      cairo_matrix_init(&matrix, size, 0, slant, size, 0, 0)
    }
    var identity = cairo_matrix_t()
    cairo_matrix_init_identity(&identity)
    guard let font = cairo_scaled_font_create(face, &matrix, &identity, options) else { return nil }
    guard cairo_scaled_font_status(font) == CAIRO_STATUS_SUCCESS else {
      cairo_scaled_font_destroy(font)
      return nil
    }
    return font
  }

  /// A `cairo_font_face_t` that this object owns; `nil` if FreeType cannot read the font.
  private func makeCairoFace() -> OpaquePointer? {
    if let cairoFace { return cairoFace }
    // Hinted outlines would depend on the resolution.
    guard let freeType = data.freeTypeFace,
      let created = cairo_ft_font_face_create_for_ft_face(freeType, Int32(FT_LOAD_NO_HINTING))
    else { return nil }
    let owner = Unmanaged.passRetained(data)
    let status = pressrun_font_face_keep(created, owner.toOpaque()) { owner in
      if let owner { Unmanaged<FontData>.fromOpaque(owner).release() }
    }
    guard status == CAIRO_STATUS_SUCCESS else {
      owner.release()
      cairo_font_face_destroy(created)
      return nil
    }
    if synthesis.contains(.bold) {
      cairo_ft_font_face_set_synthesize(created, CAIRO_FT_SYNTHESIZE_BOLD.rawValue)
    }
    cairoFace = created
    return created
  }
}
