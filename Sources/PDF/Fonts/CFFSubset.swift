/// A CFF font with some of another one's glyphs (Adobe Technical Note 5176). The glyph `n` has the CID `n`.
///
/// Subroutines keep their numbers; those that are not called become empty.
struct CFFSubset {
  private let source: FontBytes
  private let charstrings: CFFIndex
  private let global: CFFIndex
  /// The font dictionaries of the source: one if its glyphs have names instead of CIDs.
  private var parts: [Part] = []
  /// The offset of `FDSelect`; nil if there is one dictionary.
  private var selection: Int?
  /// The entry of the font matrix in the top dictionary of a source with CIDs.
  private var matrix: [UInt8] = []

  /// A font dictionary.
  private struct Part {
    /// The entries of the dictionary without the offset of the private dictionary.
    var entries: [UInt8]
    /// The entries of the private dictionary without the offset of the subroutines.
    var privateEntries: [UInt8]
    var local: CFFIndex?
    var usedLocal: [Bool]
  }

  private init?(_ table: UnsafeBufferPointer<UInt8>) {
    source = FontBytes(bytes: table)
    guard let headerSize = source.uint8(2), source.uint8(0) == 1,
      let names = CFFIndex(source, at: headerSize), let tops = CFFIndex(source, at: names.end),
      let strings = CFFIndex(source, at: tops.end), let global = CFFIndex(source, at: strings.end),
      let range = tops.range(0), let slice = source.slice(range), let top = CFFDictionary(Array(slice)),
      let place = top.integer(CFFDictionary.Operator.charStrings), let charstrings = CFFIndex(source, at: place)
    else { return nil }
    self.global = global
    self.charstrings = charstrings
    if top[CFFDictionary.Operator.registry] == nil {
      guard let part = part(top) else { return nil }
      parts = [part]
      return
    }
    guard let array = top.integer(CFFDictionary.Operator.fontDictionaries), let index = CFFIndex(source, at: array),
      let select = top.integer(CFFDictionary.Operator.fontSelection), index.count <= 256
    else { return nil }
    selection = select
    matrix = top[CFFDictionary.Operator.fontMatrix].map { Array($0.bytes) } ?? []
    for number in 0..<index.count {
      guard let range = index.range(number), let slice = source.slice(range),
        let dictionary = CFFDictionary(Array(slice)), let part = part(dictionary)
      else { return nil }
      parts.append(part)
    }
  }

  private func part(_ dictionary: CFFDictionary) -> Part? {
    var part = Part(entries: [], privateEntries: [], usedLocal: [])
    part.entries = dictionary[CFFDictionary.Operator.fontMatrix].map { Array($0.bytes) } ?? []
    guard let values = dictionary[CFFDictionary.Operator.privateDictionary]?.values, values.count == 2 else {
      return part
    }
    let (size, start) = (values[0], values[1])
    guard size >= 0, start >= 0, let slice = source.slice(start..<start + size),
      let entries = CFFDictionary(Array(slice))
    else { return nil }
    for entry in entries.entries where entry.key != CFFDictionary.Operator.subroutines {
      part.privateEntries += entry.bytes
    }
    if let offset = entries.integer(CFFDictionary.Operator.subroutines) {
      guard let local = CFFIndex(source, at: start + offset) else { return nil }
      part.local = local
      part.usedLocal = Array(repeating: false, count: local.count)
    }
    return part
  }

  /// The index of a glyph's font dictionary (Technical Note 5176, 19).
  private func part(of glyph: Int) -> Int? {
    guard let selection else { return 0 }
    switch source.uint8(selection) {
    case 0: return source.uint8(selection + 1 + glyph)
    case 3:
      guard let count = source.uint16(selection + 1), count > 0 else { return nil }
      // The last range that begins at the glyph or before it.
      var (low, high) = (0, count)
      while high - low > 1 {
        let middle = (low + high) / 2
        guard let first = source.uint16(selection + 3 + 3 * middle) else { return nil }
        if first <= glyph { low = middle } else { high = middle }
      }
      return source.uint8(selection + 3 + 3 * low + 2)
    default: return nil
    }
  }

  // MARK: The subset

  private mutating func program(_ glyphs: [UInt32]) -> [UInt8]? {
    var scan = CharstringScan(source, global: global)
    var ranges: [Range<Int>] = []
    var selected: [UInt8] = []
    for glyph in glyphs {
      guard let range = charstrings.range(Int(glyph)), let part = part(of: Int(glyph)), parts.indices.contains(part),
        scan.scan(range, local: parts[part].local, &parts[part].usedLocal)
      else { return nil }
      ranges.append(range)
      selected.append(UInt8(part))
    }
    var font = CIDFontWriter(glyphCount: glyphs.count, matrix: matrix)
    font.global = subroutines(global, scan.usedGlobal)
    font.selection = selected
    font.parts = parts.map { part in
      CIDFontWriter.Part(
        entries: part.entries, privateEntries: part.privateEntries,
        local: part.local.map { subroutines($0, part.usedLocal) } ?? [])
    }
    font.charstrings = ranges.map { Array(source.bytes[$0]) }
    return font.file
  }

  /// The subroutines; empty if none is called. Subroutines that are not called consist of a return only. The
  /// subroutines after the last called one are left out if the bias of the numbers is the same without them (Technical
  /// Note 5177, 4.7).
  private func subroutines(_ index: CFFIndex, _ used: [Bool]) -> [[UInt8]] {
    guard let last = used.lastIndex(of: true) else { return [] }
    let least = index.count < 1240 ? 0 : index.count < 33_900 ? 1240 : 33_900
    let onlyReturns: [UInt8] = [11]
    return (0..<max(last + 1, least)).map { number in
      guard used[number], let range = index.range(number) else { return onlyReturns }
      return Array(source.bytes[range])
    }
  }
}

extension CFFSubset {
  /// A bare CFF with CIDs; nil if the table is not a CFF font, or a damaged one.
  static func program(_ table: UnsafeBufferPointer<UInt8>, glyphs: [UInt32]) -> [UInt8]? {
    guard table.count > 4, var subset = CFFSubset(table) else { return nil }
    return subset.program(glyphs)
  }
}
