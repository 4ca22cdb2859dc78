/// `/BS` and `/BE` (ISO 32000-1, 12.5.4).
package struct AnnotationBorder: Hashable, Sendable {
  /// `/S` of the border style.
  package enum Style: String, Sendable {
    case solid = "S"
    case dashed = "D"
    case beveled = "B"
    case inset = "I"
    case underline = "U"
  }
  /// `/W`, in user space units; 0 for no border.
  package var width = 1.0
  package var style = Style.solid
  /// Alternating lengths of dashes and gaps; a dashed border without lengths uses 3.
  package var dashes: [Double] = []
  /// Intensity of the cloudy effect, from 0 to 2; nil for a straight border.
  package var cloud: Double?
  /// Whether the source states a border; if not, none is written.
  package var isStated = false

  package init() {}
}

/// Line endings (ISO 32000-1, Table 176).
package enum LineEnding: String, CaseIterable, Sendable {
  case none = "None"
  case square = "Square"
  case circle = "Circle"
  case diamond = "Diamond"
  case openArrow = "OpenArrow"
  case closedArrow = "ClosedArrow"
  case butt = "Butt"
  case reversedOpenArrow = "ROpenArrow"
  case reversedClosedArrow = "RClosedArrow"
  case slash = "Slash"
}

/// The endings at a line's start and end.
package struct LineEndings: Hashable, Sendable {
  package var start = LineEnding.none
  package var end = LineEnding.none

  package init(start: LineEnding = .none, end: LineEnding = .none) {
    self.start = start
    self.end = end
  }
}

/// A colour as in `/C`: transparent, or in a device colour space with components from 0 to 1.
package enum AnnotationColor: Hashable, Sendable {
  case transparent
  case gray(Double)
  case rgb(Double, Double, Double)
  case cmyk(Double, Double, Double, Double)

  package static let black = AnnotationColor.rgb(0, 0, 0)

  /// Parses `#RRGGBB`; nil for other text.
  package init?(hexadecimal text: String) {
    let digits = Array(text.utf8)
    guard digits.count == 7, digits[0] == 0x23 else { return nil }
    var components: [Double] = []
    for index in [1, 3, 5] {
      guard let high = Self.digit(digits[index]), let low = Self.digit(digits[index + 1]) else { return nil }
      components.append(Double(high * 16 + low) / 255)
    }
    self = .rgb(components[0], components[1], components[2])
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46: Int(byte) - 0x37
    case 0x61...0x66: Int(byte) - 0x57
    default: nil
    }
  }

  /// Fails unless there are 0, 1, 3 or 4 components from 0 to 1.
  package init?(components: [Double]) {
    guard components.allSatisfy({ (0...1).contains($0) }) else { return nil }
    switch components.count {
    case 0: self = .transparent
    case 1: self = .gray(components[0])
    case 3: self = .rgb(components[0], components[1], components[2])
    case 4: self = .cmyk(components[0], components[1], components[2], components[3])
    default: return nil
    }
  }

  /// The components, from 0 to 1 each, as in `/C`; none if transparent.
  package var components: [Double] {
    switch self {
    case .transparent: []
    case .gray(let white): [white]
    case .rgb(let red, let green, let blue): [red, green, blue]
    case .cmyk(let cyan, let magenta, let yellow, let black): [cyan, magenta, yellow, black]
    }
  }

  /// `#RRGGBB`, with CMYK converted as in ISO 32000-1, 10.3.5; nil if transparent.
  package var hexadecimal: String? {
    let rgb: [Double]
    switch self {
    case .transparent: return nil
    case .gray(let white): rgb = [white, white, white]
    case .rgb(let red, let green, let blue): rgb = [red, green, blue]
    case .cmyk(let cyan, let magenta, let yellow, let black):
      rgb = [cyan, magenta, yellow].map { 1 - min(1, $0 + black) }
    }
    return rgb.reduce(into: "#") { text, component in
      let digits = String(Int((component * 255).rounded()), radix: 16, uppercase: true)
      text += digits.utf8.count == 1 ? "0" + digits : digits
    }
  }
}
