import Diagnostics

/// Source bytes prepared for the parsers: valid UTF-8, lines that end in LF, and U+FFFD for NUL unless it is kept.
struct SourceText {
  var bytes: [UInt8]
  /// Whether `bytes` has NUL.
  private(set) var containsNUL = false
  var diagnostics: [Diagnostic] = []
  var charset: Charset

  /// Decodes by the byte order mark, else `charset`, else `declared`, else as UTF-8 (HTML 13.2.3).
  ///
  /// - Parameters:
  ///   - charset: the label that the transport gave.
  ///   - keepsNUL: HTML drops or replaces NUL depending on where it occurs.
  ///   - declared: finds the declaration in the source.
  init(
    _ source: [UInt8], charset: String?, keepsNUL: Bool = false, declared: ([UInt8]) -> Charset? = MetaCharset.find
  ) {
    var charset = charset.flatMap(Charset.init(label:))
    var start = 0
    if source.starts(with: [0xEF, 0xBB, 0xBF]) {
      (charset, start) = (.utf8, 3)
    } else if source.starts(with: [0xFE, 0xFF]) {
      (charset, start) = (.utf16(bigEndian: true), 2)
    } else if source.starts(with: [0xFF, 0xFE]) {
      (charset, start) = (.utf16(bigEndian: false), 2)
    }
    let decided = charset ?? declared(source) ?? .utf8
    self.charset = decided
    let isClean = decided == .utf8 && start == 0 && Self.isClean(source)
    if isClean {
      bytes = source
      return
    }
    bytes = []
    var decoded = start == 0 ? source : Array(source[start...])
    switch decided {
    case .utf8: break
    case .utf16(let bigEndian): decoded = Self.decodeUTF16(decoded, bigEndian: bigEndian)
    case .windows1252: decoded = Windows1252.decode(decoded)
    case .legacy(let name):
      if let converted = EncodingLabels.iconvName(of: name).flatMap({ Iconv.decode(decoded, from: $0) }) {
        decoded = converted
      } else {
        warnOfUnknown(name)
      }
    case .unknown(let label): warnOfUnknown(label)
    }
    bytes.reserveCapacity(decoded.count)
    clean(decoded, keepsNUL: keepsNUL)
  }

  private mutating func warnOfUnknown(_ label: String) {
    let message = "Unknown charset \(Quotation.of(label)); read as UTF-8"
    diagnostics.append(Diagnostic("unknown_charset", message, at: SourceLocation(line: 1)))
  }

  /// Whether the source can be used unchanged: valid UTF-8 without CR and NUL, as most input is.
  private static func isClean(_ source: [UInt8]) -> Bool {
    var needsDecoding = false
    for byte in source where byte >= 0x80 || byte == 0x0D || byte == 0 {
      if byte < 0x80 { return false }
      needsDecoding = true
    }
    return !needsDecoding || String(validating: source, as: UTF8.self) != nil
  }

  /// Replaces bytes that are not UTF-8 by U+FFFD, and CR and CR LF by LF.
  private mutating func clean(_ decoded: [UInt8], keepsNUL: Bool) {
    let text = String(decoding: decoded, as: UTF8.self)
    var line = 1
    var replaced = 0
    var firstLine = 0
    var previous: UInt8 = 0
    for byte in text.utf8 {
      defer { previous = byte }
      switch byte {
      case 0x0D:
        line += 1
        bytes.append(0x0A)
      case 0x0A:
        if previous == 0x0D { continue }
        line += 1
        bytes.append(0x0A)
      case 0 where keepsNUL:
        containsNUL = true
        bytes.append(0)
      case 0: bytes.append(contentsOf: UTF8.encodedReplacementCharacter)
      case 0xBD where bytes.suffix(2).elementsEqual([0xEF, 0xBF]):
        if replaced == 0 { firstLine = line }
        replaced += 1
        bytes.append(byte)
      default: bytes.append(byte)
      }
    }
    if replaced > 0, String(validating: decoded, as: UTF8.self) == nil {
      let message = "Bytes that are not text in the document's charset, replaced by U+FFFD in \(replaced) places"
      diagnostics.append(Diagnostic("invalid_encoding", message, at: SourceLocation(line: firstLine)))
    }
  }

  private static func decodeUTF16(_ source: [UInt8], bigEndian: Bool) -> [UInt8] {
    let units = stride(from: 0, to: source.count - 1, by: 2).map { index in
      let (high, low) = bigEndian ? (source[index], source[index + 1]) : (source[index + 1], source[index])
      return UInt16(high) << 8 | UInt16(low)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
