import CDeflate

/// Writes tokens as a zlib stream (RFC 1950) of one block with dynamic Huffman codes (RFC 1951, 3.2.7).
struct DeflateBlock {
  private var output: [UInt8]
  private var bits: UInt64 = 0
  private var bitCount = 0

  /// - Parameter bytes: the uncompressed bytes, for the checksum of the stream.
  static func zlibStream(of tokens: ContiguousArray<RepeatedRows.Token>, for bytes: [UInt8]) -> [UInt8] {
    var block = DeflateBlock(capacity: 1024 + 2 * tokens.count)
    block.output += [0x78, 0x9C]
    block.write(tokens)
    let checksum = libdeflate_adler32(1, bytes, bytes.count)
    for shift in [24, 16, 8, 0] as [UInt32] { block.output.append(UInt8(truncatingIfNeeded: checksum >> shift)) }
    return block.output
  }

  private init(capacity: Int) {
    output = []
    output.reserveCapacity(capacity)
  }

  private mutating func write(_ value: Int, _ count: Int) {
    bits |= UInt64(value) << UInt64(bitCount)
    bitCount += count
    while bitCount >= 8 {
      output.append(UInt8(truncatingIfNeeded: bits))
      bits >>= 8
      bitCount -= 8
    }
  }

  private mutating func write(_ symbol: Int, _ code: HuffmanCode) {
    write(Int(code.codes[symbol]), Int(code.lengths[symbol]))
  }

  private mutating func write(_ tokens: ContiguousArray<RepeatedRows.Token>) {
    var literals = ContiguousArray(repeating: 0, count: 286)
    var distances = ContiguousArray(repeating: 0, count: 30)
    literals[DeflateCodes.end] = 1
    for token in tokens {
      switch token {
      case .literal(let byte): literals[Int(byte)] += 1
      case .match(let length, let distance):
        literals[DeflateCodes.length(length).symbol] += 1
        distances[DeflateCodes.distance(distance).symbol] += 1
      }
    }
    let (literal, distance) = (HuffmanCode(literals, limit: 15), HuffmanCode(distances, limit: 15))
    // The last block, with dynamic Huffman codes.
    write(1, 1)
    write(2, 2)
    writeLengths(literal, distance)
    for token in tokens {
      switch token {
      case .literal(let byte): write(Int(byte), literal)
      case .match(let length, let far):
        write(DeflateCodes.length(length), literal)
        write(DeflateCodes.distance(far), distance)
      }
    }
    write(DeflateCodes.end, literal)
    if bitCount > 0 { write(0, 8 - bitCount) }
  }

  private mutating func write(_ value: DeflateCodes.Value, _ code: HuffmanCode) {
    write(value.symbol, code)
    if value.extraBits > 0 { write(value.extra, value.extraBits) }
  }

  /// The lengths of both codes, themselves coded (RFC 1951, 3.2.7).
  private mutating func writeLengths(_ literal: HuffmanCode, _ distance: HuffmanCode) {
    let literalCount = max(257, literal.usedCount)
    let distanceCount = max(1, distance.usedCount)
    var lengths = ContiguousArray(literal.lengths[..<literalCount])
    lengths += distance.lengths[..<distanceCount]
    let runs = DeflateCodes.runs(of: lengths)
    var frequencies = ContiguousArray(repeating: 0, count: 19)
    for run in runs { frequencies[run.symbol] += 1 }
    let code = HuffmanCode(frequencies, limit: 7)
    let order = DeflateCodes.orderOfLengths
    let count = max(4, (order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
    write(literalCount - 257, 5)
    write(distanceCount - 1, 5)
    write(count - 4, 4)
    for symbol in order[..<count] { write(Int(code.lengths[symbol]), 3) }
    for run in runs { write(run, code) }
  }
}

/// The symbols of DEFLATE (RFC 1951, 3.2.5 and 3.2.7).
enum DeflateCodes {
  /// A symbol and the bits that follow its code.
  struct Value {
    var symbol: Int
    var extra = 0
    var extraBits = 0
  }

  static let end = 256

  /// - Parameter length: 3 to 258.
  static func length(_ length: Int) -> Value {
    let rest = length - 3
    if length == 258 { return Value(symbol: 285) }
    if rest < 8 { return Value(symbol: 257 + rest) }
    let bits = Int.bitWidth - 1 - rest.leadingZeroBitCount - 2
    return Value(symbol: 261 + 4 * bits + rest >> bits & 3, extra: rest & (1 << bits - 1), extraBits: bits)
  }

  /// - Parameter distance: 1 to 32,768.
  static func distance(_ distance: Int) -> Value {
    let bits = extraBits(ofDistance: distance)
    let rest = distance - 1
    if rest < 4 { return Value(symbol: rest) }
    return Value(symbol: 2 + 2 * bits + rest >> bits & 1, extra: rest & (1 << bits - 1), extraBits: bits)
  }

  static func extraBits(ofDistance distance: Int) -> Int {
    max(0, Int.bitWidth - 2 - (distance - 1).leadingZeroBitCount)
  }

  /// The order in which the lengths of the code for lengths are written.
  static let orderOfLengths = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Lengths of codes as symbols: a length, its repetitions (16), and runs of zeros (17 and 18).
  static func runs(of lengths: ContiguousArray<UInt8>) -> [Value] {
    var runs: [Value] = []
    var start = 0
    while start < lengths.count {
      let length = lengths[start]
      var end = start + 1
      while end < lengths.count, lengths[end] == length { end += 1 }
      var left = end - start
      start = end
      if length > 0 {
        runs.append(Value(symbol: Int(length)))
        left -= 1
      }
      while left >= 3 {
        let run: Value
        let count: Int
        if length > 0 {
          count = min(left, 6)
          run = Value(symbol: 16, extra: count - 3, extraBits: 2)
        } else if left < 11 {
          count = left
          run = Value(symbol: 17, extra: count - 3, extraBits: 3)
        } else {
          count = min(left, 138)
          run = Value(symbol: 18, extra: count - 11, extraBits: 7)
        }
        runs.append(run)
        left -= count
      }
      for _ in 0..<left { runs.append(Value(symbol: Int(length))) }
    }
    return runs
  }
}
