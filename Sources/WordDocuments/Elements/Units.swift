import Style

/// Conversions from CSS px (1/96 inch) to the units of Office Open XML (ISO/IEC 29500-1 §17.18, §20.1.10.16).
enum Units {
  /// Twentieths of a point. Word accepts at most 22 inches.
  static func twips(_ px: Double) -> Int { Int((min(31_680, max(-31_680, px * 15))).rounded()) }

  /// A sum of twips within what Word accepts.
  static func bounded(_ twips: Int) -> Int { min(31_680, max(-31_680, twips)) }

  /// Half-points, for the size of text: from 2 to 3,276.
  static func halfPoints(_ px: Double) -> Int { Int((min(3_276, max(2, px * 1.5))).rounded()) }

  /// Eighths of a point, for borders: from 2 to 96.
  static func eighths(_ px: Double) -> Int { Int((min(96, max(2, px * 6))).rounded()) }

  /// Whole points, for the distance of borders: at most 31.
  static func points(_ px: Double) -> Int { Int((min(31, max(0, px * 0.75))).rounded()) }

  /// English metric units, for drawings. Never 0.
  static func emu(_ px: Double) -> Int { Int((min(20_000_000 / 9525 * 9525, max(1, px * 9525))).rounded()) }
}

extension Color {
  /// `RRGGBB` on white paper.
  var hex: String {
    func channel(_ value: Float) -> String {
      let level = Int((min(1, max(0, value * alpha + 1 - alpha)) * 255).rounded())
      let digits = Array("0123456789ABCDEF")
      return String([digits[level >> 4], digits[level & 15]])
    }
    return channel(red) + channel(green) + channel(blue)
  }
}
