import Markup
import Style

/// Form controls that are painted as a whole (HTML 15.5).
extension BoxTreeBuilder {
  /// Returns nil for elements rendered as text and boxes. So are check boxes, radio buttons and sliders with
  /// `appearance: none` (css-ui-4 §7.2).
  mutating func control(_ node: NodeID, style: StyleID) -> ReplacedContent? {
    let isPlain = document[style].box.isPlainControl
    switch document.document[node].name {
    case .progress:
      return ReplacedContent(kind: .control(gauge(node, .progress, isPlain: isPlain)), width: 160, height: 16)
    case .meter: return ReplacedContent(kind: .control(gauge(node, .meter, isPlain: isPlain)), width: 80, height: 16)
    default: return isPlain ? nil : field(node)
    }
  }

  private mutating func field(_ node: NodeID) -> ReplacedContent? {
    var control: Fragment.Control
    switch attribute(.type, of: node)?.lowercased() {
    case "checkbox": control = Fragment.Control(.checkBox)
    case "radio": control = Fragment.Control(.radioButton)
    case "range": control = gauge(node, .slider, isPlain: false)
    default: return nil
    }
    control.isChecked = radioGroups.isChecked(node, document.document)
    control.isDisabled = document.document.isDisabledControl(node)
    let isSlider = control.kind == .slider
    return ReplacedContent(kind: .control(control), width: isSlider ? 129 : 13, height: isSlider ? 16 : 13)
  }

  /// The value of a progress bar, meter or slider (HTML 4.10.13, 4.10.14 and 4.10.5.1.13).
  private func gauge(_ node: NodeID, _ kind: Fragment.Control.Kind, isPlain: Bool) -> Fragment.Control {
    func number(_ name: Atom) -> Double? {
      let words = attribute(name, of: node)?.split(whereSeparator: \.isWhitespace)
      return words?.first.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
    }
    func clamp(_ value: Double, _ least: Double, _ most: Double) -> Double { max(least, min(value, most)) }
    var control = Fragment.Control(kind)
    control.isPlain = isPlain
    let least = kind == .progress ? 0 : number(.min) ?? 0
    let most = max(least, number(.max) ?? (kind == .slider ? 100 : 1))
    guard most > least else { return control }
    let middle = least + (most - least) / 2
    let value = clamp(number(.value) ?? (kind == .slider ? middle : least), least, most)
    control.fraction = clamp((value - least) / (most - least), 0, 1)
    if kind == .meter {
      let low = clamp(number(.low) ?? least, least, most)
      let high = clamp(number(.high) ?? most, low, most)
      control.level = Self.level(
        of: value, low: low, high: high, optimum: clamp(number(.optimum) ?? middle, least, most))
    }
    return control
  }

  private static func level(of value: Double, low: Double, high: Double, optimum: Double) -> Fragment.Control.Level {
    if optimum < low { return value <= low ? .good : value <= high ? .fair : .poor }
    if optimum > high { return value >= high ? .good : value >= low ? .fair : .poor }
    return value >= low && value <= high ? .good : .fair
  }
}
