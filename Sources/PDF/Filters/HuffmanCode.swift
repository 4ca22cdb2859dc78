/// A Huffman code of limited length, and its canonical codes (RFC 1951, 3.2.2).
struct HuffmanCode {
  /// The length of each symbol's code; 0 for symbols that do not occur.
  private(set) var lengths: ContiguousArray<UInt8>
  /// The code of each symbol, with the first bit of the code in the lowest bit.
  private(set) var codes: ContiguousArray<UInt16>

  /// - Parameters:
  ///   - frequencies: by symbol. At most 2 ^ `limit` are above 0.
  ///   - limit: the greatest length, at most 15.
  init(_ frequencies: ContiguousArray<Int>, limit: Int) {
    lengths = ContiguousArray(repeating: 0, count: frequencies.count)
    codes = ContiguousArray(repeating: 0, count: frequencies.count)
    let symbols = frequencies.indices.filter { frequencies[$0] > 0 }
      .sorted { (frequencies[$0], $0) < (frequencies[$1], $1) }
    let counts = Self.counts(symbols.map { frequencies[$0] }, limit: limit)
    // Rare symbols have long codes.
    var next = 0
    for length in stride(from: limit, through: 1, by: -1) {
      for _ in 0..<counts[length] {
        lengths[symbols[next]] = UInt8(length)
        next += 1
      }
    }
    setCodes(counts)
  }

  /// One more than the greatest symbol that occurs.
  var usedCount: Int { (lengths.lastIndex { $0 > 0 } ?? -1) + 1 }

  /// How many codes of each length there are: Huffman's algorithm with two queues (van Leeuwen, 1976).
  /// - Parameter frequencies: ascending.
  private static func counts(_ frequencies: [Int], limit: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: limit + 1)
    let leaves = frequencies.count
    guard leaves > 1 else {
      counts[1] = leaves
      return counts
    }
    // Leaves, then the nodes above them, both ascending, so that the two least are first in one of them.
    var weights = frequencies
    var parents = [Int](repeating: 0, count: 2 * leaves - 1)
    var (leaf, node) = (0, leaves)
    func takeLeast() -> Int {
      if leaf < leaves, node >= weights.count || weights[leaf] <= weights[node] {
        leaf += 1
        return leaf - 1
      }
      node += 1
      return node - 1
    }
    while weights.count < 2 * leaves - 1 {
      let (first, second) = (takeLeast(), takeLeast())
      (parents[first], parents[second]) = (weights.count, weights.count)
      weights.append(weights[first] + weights[second])
    }
    var depths = [Int](repeating: 0, count: weights.count)
    for index in stride(from: weights.count - 2, through: 0, by: -1) {
      depths[index] = depths[parents[index]] + 1
      if index < leaves { counts[min(depths[index], limit)] += 1 }
    }
    limitLengths(&counts, limit)
    return counts
  }

  /// Lengthens codes until they are a prefix code again, which they are not if some were shortened to the limit (the
  /// Kraft inequality). Each step replaces a code below the limit and one at the limit by two codes that are one bit
  /// longer than the first, as zlib does.
  private static func limitLengths(_ counts: inout [Int], _ limit: Int) {
    var used = counts.indices.dropFirst().reduce(0) { $0 + counts[$1] << (limit - $1) }
    while used > 1 << limit {
      guard let length = (1..<limit).last(where: { counts[$0] > 0 }) else { return }
      counts[length] -= 1
      counts[length + 1] += 2
      counts[limit] -= 1
      used -= 1
    }
  }

  private mutating func setCodes(_ counts: [Int]) {
    var next = [UInt16](repeating: 0, count: counts.count + 1)
    for length in counts.indices.dropFirst() where length + 1 < next.count {
      next[length + 1] = (next[length] + UInt16(counts[length])) << 1
    }
    for symbol in lengths.indices where lengths[symbol] > 0 {
      let length = Int(lengths[symbol])
      var (code, reversed) = (next[length], UInt16(0))
      next[length] += 1
      for _ in 0..<length {
        reversed = reversed << 1 | code & 1
        code >>= 1
      }
      codes[symbol] = reversed
    }
  }
}
