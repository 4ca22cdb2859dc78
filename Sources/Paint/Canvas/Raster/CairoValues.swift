import CPango
import Layout
import Style

// The values of a canvas as those of Cairo.

extension FillRule {
  var cairo: cairo_fill_rule_t {
    self == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD
  }
}

extension Gradient {
  /// A new `cairo_pattern_t *`.
  var cairoPattern: OpaquePointer? {
    let made: OpaquePointer? =
      switch shape {
      case .linear(let from, let to): cairo_pattern_create_linear(from.x, from.y, to.x, to.y)
      case .radial(let from, let to):
        cairo_pattern_create_radial(
          from.center.x, from.center.y, from.radius, to.center.x, to.center.y, to.radius)
      }
    guard let pattern = made else { return nil }
    for stop in stops {
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, Double(stop.color.red), Double(stop.color.green), Double(stop.color.blue),
        Double(stop.color.alpha))
    }
    switch spread {
    case .pad: cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
    case .repeated: cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
    case .reflected: cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REFLECT)
    }
    // The pattern's matrix converts coordinates of the canvas to those of the pattern.
    var inverse = matrix.cairo
    if cairo_matrix_invert(&inverse) == CAIRO_STATUS_SUCCESS { cairo_pattern_set_matrix(pattern, &inverse) }
    return pattern
  }
}

extension Stroke.Cap {
  var cairo: cairo_line_cap_t {
    switch self {
    case .butt: CAIRO_LINE_CAP_BUTT
    case .round: CAIRO_LINE_CAP_ROUND
    case .square: CAIRO_LINE_CAP_SQUARE
    }
  }
}

extension Stroke.Join {
  var cairo: cairo_line_join_t {
    switch self {
    case .miter: CAIRO_LINE_JOIN_MITER
    case .round: CAIRO_LINE_JOIN_ROUND
    case .bevel: CAIRO_LINE_JOIN_BEVEL
    }
  }
}

extension BlendMode {
  var cairo: cairo_operator_t {
    switch self {
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    }
  }
}
