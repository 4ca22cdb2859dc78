import Fuzzing

/// Deterministic damage for a given seed.
package enum Damage {
  /// Tokens of PDF syntax, and numbers that are too large.
  package static let pdfWords = [
    "<<", ">>", "[", "]", "(", ")", "<", ">", "/", "%", "obj", "endobj", "stream", "endstream", "xref", "trailer",
    "startxref", "R", "null", "0 R", "1 0 R", "2 0 R", "3 0 R", "/Kids", "/Pages", "/Prev", "/XRefStm", "/Size",
    "/Length", "/Filter", "/W[1 2 1]", "/Index[0 99999999]", "/ObjStm", "/N 999999", "/First", "/Annots", "/Type",
    "-1", "0", "65535", "2147483647", "4294967296", "9223372036854775807", "1e400", "\r", "\n", "\0",
  ].map { Array($0.utf8) }

  /// Tokens of XML and JSON.
  package static let sourceWords = [
    "999999999999", "-1e308", "NaN", "1e-400", "''", "\"\"", "<", ">", "]", "[", "}", "{", ",", ":", "null", "true",
    "-1",
    "&#0;", "&#xFFFF;", "&#x1F600;", "&amp;", "<!DOCTYPE a>", "<![CDATA[", "<!--", "\u{FFFD}", "\u{FFFE}", "\\u0000",
    "\\ud800", "data:image/png;base64,", "\0",
  ].map { Array($0.utf8) }

  /// Applies one to eight changes: of a bit, byte or number; insertion of a token; removal, duplication or move of a
  /// piece.
  package static func apply(to bytes: [UInt8], words: [[UInt8]], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0...random.below(8) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      let piece = place..<min(bytes.count, place + 1 + random.below(40))
      switch random.below(8) {
      case 0: bytes[place] ^= 1 << UInt8(random.below(8))
      case 1: bytes[place] = UInt8(random.below(256))
      case 2:
        if let digit = bytes[place...].firstIndex(where: { (0x30...0x39).contains($0) }) {
          bytes[digit] = 0x30 + UInt8(random.below(10))
        }
      case 3: bytes.insert(contentsOf: random.pick(words), at: place)
      case 4: bytes.replaceSubrange(piece, with: random.pick(words))
      case 5: bytes.removeSubrange(piece)
      case 6: bytes.insert(contentsOf: bytes[piece], at: random.below(bytes.count))
      default: bytes.removeLast(random.below(min(bytes.count, 60)))
      }
    }
    return bytes
  }
}
