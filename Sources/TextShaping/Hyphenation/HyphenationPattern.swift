/// Letters with a number before, between and after them, such as `hy3ph` (F. M. Liang, "Word Hy-phen-a-tion by
/// Com-put-er", 1983). An odd number allows a hyphen, an even one forbids it. A full stop matches the start or the end
/// of a word.
struct HyphenationPattern {
  /// Unicode scalar values.
  let letters: [UInt32]
  /// The number before each letter, and the one after the last.
  let numbers: [UInt8]
  /// The spelling at a hyphen, if it changes.
  let change: Change?

  /// Text that replaces letters at a hyphen.
  struct Change {
    /// The replacement, with `=` for the hyphen.
    let text: [Unicode.Scalar]
    /// The first letter that is replaced, not counting a full stop at the start.
    let first: Int
    let count: Int
  }

  /// - Parameter line: such as `1ff/ff=f,1,2`: after the pattern the text at the hyphen, the first letter that it
  ///   replaces (from 1), and their number.
  init?(_ line: ArraySlice<UInt32>) {
    let slash = line.firstIndex(of: UInt32(UInt8(ascii: "/"))) ?? line.endIndex
    var letters: [UInt32] = []
    var numbers: [UInt8] = [0]
    for value in line[..<slash] {
      guard value > 0x20 else { break }
      if 0x30...0x39 ~= value {
        numbers[letters.count] = UInt8(value - 0x30)
      } else {
        letters.append(value)
        numbers.append(0)
      }
    }
    if letters.isEmpty { return nil }
    (self.letters, self.numbers) = (letters, numbers)
    if slash == line.endIndex {
      change = nil
    } else {
      let fields = String(line[(slash + 1)...]).split(separator: ",", omittingEmptySubsequences: false)
      let (first, count) =
        fields.count > 2 ? (Int(letters: fields[1]) ?? 1, Int(letters: fields[2]) ?? 0) : (1, line[..<slash].count)
      let text = Array(fields[0].unicodeScalars)
      change = Change(text: text, first: first - 1, count: count == 0 ? letters.count : count)
    }
  }
}
