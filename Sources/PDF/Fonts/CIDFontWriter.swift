/// Writes a CFF font whose glyphs have CIDs (Adobe Technical Note 5176, 18): the glyph `n` has the CID `n`.
struct CIDFontWriter {
  /// A font dictionary with its private dictionary and subroutines.
  struct Part {
    var entries: [UInt8] = []
    var privateEntries: [UInt8] = []
    var local: [[UInt8]] = []
  }
  let glyphCount: Int
  /// The entry of the font matrix in the top dictionary; may be empty.
  let matrix: [UInt8]
  var global: [[UInt8]] = []
  var parts: [Part] = []
  /// The index of the font dictionary of each glyph.
  var selection: [UInt8] = []
  var charstrings: [[UInt8]] = []

  init(glyphCount: Int, matrix: [UInt8] = []) {
    self.glyphCount = glyphCount
    self.matrix = matrix
  }

  var file: [UInt8] {
    var bytes: [UInt8] = [1, 0, 4, 4]
    CFFIndex.write([Array("Subset".utf8)], to: &bytes)
    // All numbers have a fixed length, so the top dictionary has the same length with the right offsets.
    let topStart = bytes.count
    CFFIndex.write([top(charset: 0, selection: 0, charstrings: 0, parts: 0)], to: &bytes)
    CFFIndex.write([Array("Adobe".utf8), Array("Identity".utf8)], to: &bytes)
    CFFIndex.write(global, to: &bytes)
    let charset = bytes.count
    writeCharset(to: &bytes)
    let selection = bytes.count
    writeSelection(to: &bytes)
    let strings = bytes.count
    CFFIndex.write(charstrings, to: &bytes)
    var dictionaries: [[UInt8]] = []
    for part in parts {
      let start = bytes.count
      let size = part.privateEntries.count + (part.local.isEmpty ? 0 : 6)
      bytes += part.privateEntries
      if !part.local.isEmpty {
        CFFDictionary.append(CFFDictionary.Operator.subroutines, [size], to: &bytes)
        CFFIndex.write(part.local, to: &bytes)
      }
      var dictionary = part.entries
      CFFDictionary.append(CFFDictionary.Operator.privateDictionary, [size, start], to: &dictionary)
      dictionaries.append(dictionary)
    }
    let array = bytes.count
    CFFIndex.write(dictionaries, to: &bytes)
    var index: [UInt8] = []
    CFFIndex.write([top(charset: charset, selection: selection, charstrings: strings, parts: array)], to: &index)
    bytes.replaceSubrange(topStart..<topStart + index.count, with: index)
    return bytes
  }

  private func top(charset: Int, selection: Int, charstrings: Int, parts: Int) -> [UInt8] {
    typealias Operator = CFFDictionary.Operator
    var bytes: [UInt8] = []
    // The strings after the 391 standard ones.
    CFFDictionary.append(Operator.registry, [391, 392, 0], to: &bytes)
    bytes += matrix
    CFFDictionary.append(Operator.count, [glyphCount], to: &bytes)
    CFFDictionary.append(Operator.charset, [charset], to: &bytes)
    CFFDictionary.append(Operator.charStrings, [charstrings], to: &bytes)
    CFFDictionary.append(Operator.fontDictionaries, [parts], to: &bytes)
    CFFDictionary.append(Operator.fontSelection, [selection], to: &bytes)
    return bytes
  }

  /// Format 2: one range from CID 1.
  private func writeCharset(to bytes: inout [UInt8]) {
    guard glyphCount > 1 else { return bytes.append(0) }
    bytes.append(2)
    bytes.append(uint16: 1)
    bytes.append(uint16: glyphCount - 2)
  }

  /// Format 3: ranges of glyphs.
  private func writeSelection(to bytes: inout [UInt8]) {
    bytes.append(3)
    var ranges: [(first: Int, part: UInt8)] = []
    for (glyph, part) in selection.enumerated() where ranges.last?.part != part { ranges.append((glyph, part)) }
    bytes.append(uint16: ranges.count)
    for range in ranges {
      bytes.append(uint16: range.first)
      bytes.append(range.part)
    }
    bytes.append(uint16: glyphCount)
  }
}
