/// The italic mathematical letters (MathML Core §4.2, `text-transform: math-auto`).
package enum MathItalic {
  /// The italic form of a letter; other characters are returned as they are.
  static func of(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let code = scalar.value
    let italic: UInt32? =
      switch code {
      case 0x41...0x5A: 0x1D434 + code - 0x41
      case 0x68: 0x210E  // The Planck constant is the italic h.
      case 0x61...0x7A: 0x1D44E + code - 0x61
      case 0x131: 0x1D6A4
      case 0x237: 0x1D6A5
      case 0x391...0x3A1, 0x3A3...0x3A9: 0x1D6E2 + code - 0x391
      case 0x3B1...0x3C9: 0x1D6FC + code - 0x3B1
      case 0x3F4: 0x1D6F3
      case 0x2207: 0x1D6FB
      case 0x2202: 0x1D715
      case 0x3F5: 0x1D716
      case 0x3D1: 0x1D717
      case 0x3F0: 0x1D718
      case 0x3D5: 0x1D719
      case 0x3F1: 0x1D71A
      case 0x3D6: 0x1D71B
      default: nil
      }
    return italic.flatMap(Unicode.Scalar.init) ?? scalar
  }

  /// The letter of an italic form; nil for other characters.
  package static func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar? { plainLetters[scalar] }

  private static let plainLetters: [Unicode.Scalar: Unicode.Scalar] = {
    var letters: [Unicode.Scalar: Unicode.Scalar] = [:]
    for code in [UInt32](0x41...0x3F5) + [0x2202, 0x2207] {
      guard let letter = Unicode.Scalar(code), of(letter) != letter else { continue }
      letters[of(letter)] = letter
    }
    return letters
  }()
}
