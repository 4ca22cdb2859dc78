/// Finds the strings that rows of equal length repeat from earlier rows, for a DEFLATE stream (RFC 1951).
///
/// Rows of differences (`PredictedRows`) are zero almost everywhere, so that each string of zeros has thousands of
/// earlier places. A search that tries many of them takes long, and one that tries few finds poor ones. Here only
/// places in the same column are compared: in the rows above, and in earlier rows that are equal to the next one. As in
/// RFC 1951, section 4, a string is used only if none that begins one byte later is better.
struct RepeatedRows {
  /// A byte, or a repetition of the string that begins `distance` bytes before it.
  enum Token {
    case literal(UInt8)
    case match(length: Int, distance: Int)
  }

  private struct Match {
    var length = 0
    var distance = 0
    /// The approximate number of bits that the string saves: twice its length less the extra bits of its distance.
    var score = 0
  }

  private let start: UnsafePointer<UInt8>
  private let count: Int
  private let stride: Int
  private let rowCount: Int
  /// A hash of each row's bytes.
  private let hashes: ContiguousArray<UInt64>
  /// Chains of earlier rows with the same hash, newest first: of one row, and of two consecutive rows.
  private var single: Chain
  private var pairs: Chain
  /// The rows that are in the chains.
  private var chained = 0
  /// The last distances that differ.
  private var recent = (0, 0, 0)

  static let longestMatch = 258
  private static let farthest = 32_768
  /// The most bits that follow the code of a distance.
  private static let mostExtraBits = 13
  private static let rowsAbove = 8
  private static let longestChain = 8
  /// A longer string is used without a look at those that begin after it.
  private static let lengthOfGoodMatch = 100

  private struct Chain {
    private var last: ContiguousArray<Int32>
    private(set) var previous: ContiguousArray<Int32>
    private let shift: UInt64

    init(_ count: Int) {
      let bits = max(4, Int.bitWidth - count.leadingZeroBitCount)
      last = ContiguousArray(repeating: -1, count: 1 << bits)
      previous = ContiguousArray(repeating: -1, count: count)
      shift = UInt64(64 - bits)
    }

    subscript(hash: UInt64) -> Int { Int(last[Int(hash >> shift)]) }

    mutating func add(_ row: Int, _ hash: UInt64) {
      previous[row] = last[Int(hash >> shift)]
      last[Int(hash >> shift)] = Int32(row)
    }
  }

  /// The tokens of `bytes`, in order.
  /// - Parameter stride: bytes in a row, above 0.
  static func tokens(of bytes: [UInt8], stride: Int) -> ContiguousArray<Token> {
    bytes.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return [] }
      var rows = RepeatedRows(start, bytes.count, stride: stride)
      return rows.tokens()
    }
  }

  private init(_ start: UnsafePointer<UInt8>, _ count: Int, stride: Int) {
    (self.start, self.count, self.stride) = (start, count, stride)
    rowCount = count / stride
    var hashes = ContiguousArray<UInt64>()
    hashes.reserveCapacity(rowCount)
    for row in 0..<rowCount { hashes.append(Self.hash(start + row * stride, stride)) }
    self.hashes = hashes
    (single, pairs) = (Chain(rowCount), Chain(rowCount))
  }

  private static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    var hash: UInt64 = 0
    var index = 0
    while index + 8 <= count {
      hash = mixed(hash, word(bytes + index))
      index += 8
    }
    while index < count {
      hash = mixed(hash, UInt64(bytes[index]))
      index += 1
    }
    return hash
  }

  private static func mixed(_ hash: UInt64, _ value: UInt64) -> UInt64 {
    let product = (hash ^ value &+ 0x9E37_79B9_7F4A_7C15) &* 0xD6E8_FEB8_6659_FD93
    return product ^ product >> 32
  }

  private static func word(_ bytes: UnsafePointer<UInt8>) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
  }

  private mutating func tokens() -> ContiguousArray<Token> {
    var tokens: ContiguousArray<Token> = []
    tokens.reserveCapacity(rowCount)
    var place = 0
    var match = Match()
    var isKnown = false
    while place < count {
      addRows(before: place / stride)
      if !isKnown { match = longest(at: place) }
      isKnown = false
      if match.length < Self.lengthOfGoodMatch {
        let later = longest(at: place + 1)
        if match.length == 0 || later.score > match.score + 2 {
          tokens.append(.literal(start[place]))
          place += 1
          (match, isKnown) = (later, true)
          continue
        }
      }
      tokens.append(.match(length: match.length, distance: match.distance))
      if match.distance != recent.0, match.distance != recent.1, match.distance != recent.2 {
        recent = (match.distance, recent.0, recent.1)
      }
      place += match.length
    }
    return tokens
  }

  private mutating func addRows(before row: Int) {
    while chained < min(row, rowCount) {
      single.add(chained, Self.mixed(0, hashes[chained]))
      if chained + 1 < rowCount { pairs.add(chained, Self.mixed(hashes[chained], hashes[chained + 1])) }
      chained += 1
    }
  }

  /// The best string at a place; of length 0 if there is none.
  private func longest(at place: Int) -> Match {
    let limit = min(Self.longestMatch, count - place)
    var best = Match()
    guard limit >= 3 else { return best }
    consider(recent.0, at: place, limit, &best)
    consider(recent.1, at: place, limit, &best)
    consider(recent.2, at: place, limit, &best)
    // The first whole row from here.
    let row = (place + stride - 1) / stride
    if row + 1 < rowCount {
      let known = pairs[Self.mixed(hashes[row], hashes[row + 1])]
      follow(pairs, from: known, row, Self.longestChain, at: place, limit, &best)
    }
    var distance = stride
    for _ in 0..<Self.rowsAbove {
      consider(distance, at: place, limit, &best)
      distance += stride
    }
    if row < rowCount {
      follow(single, from: single[Self.mixed(0, hashes[row])], row, 2, at: place, limit, &best)
    }
    consider(1, at: place, limit, &best)
    return best
  }

  private func follow(
    _ chain: borrowing Chain, from first: Int, _ row: Int, _ most: Int, at place: Int, _ limit: Int, _ best: inout Match
  ) {
    var earlier = first
    var tried = 0
    while earlier >= 0, tried < most {
      if earlier < row { consider((row - earlier) * stride, at: place, limit, &best) }
      earlier = Int(chain.previous[earlier])
      tried += 1
    }
  }

  @inline(__always)
  private func consider(_ distance: Int, at place: Int, _ limit: Int, _ best: inout Match) {
    guard distance > 0, distance <= min(place, Self.farthest) else { return }
    let (here, there) = (start + place, start + (place - distance))
    // Strings that are much shorter than the best one are not better.
    let least = max(2, best.length - Self.mostExtraBits / 2)
    guard least < limit, here[least] == there[least], here[0] == there[0] else { return }
    let length = Self.equalBytes(here, there, limit)
    guard length >= 3 else { return }
    let score = 2 * length - DeflateCodes.extraBits(ofDistance: distance)
    if score > best.score { best = Match(length: length, distance: distance, score: score) }
  }

  private static func equalBytes(_ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ limit: Int) -> Int {
    var length = 0
    while length + 8 <= limit {
      let difference = word(a + length) ^ word(b + length)
      if difference != 0 { return length + difference.trailingZeroBitCount / 8 }
      length += 8
    }
    while length < limit, a[length] == b[length] { length += 1 }
    return length
  }
}
