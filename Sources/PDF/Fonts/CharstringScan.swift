/// Finds the subroutines that Type 2 charstrings call (Adobe Technical Note 5177).
///
/// The interpreter keeps operands only as far as the numbers of subroutines and the lengths of hint masks depend on
/// them.
struct CharstringScan {
  private let source: FontBytes
  private let global: CFFIndex
  private(set) var usedGlobal: [Bool]
  private var stack: [Int] = []
  private var stems = 0
  private var steps = 0

  private static let maximumDepth = 10
  private static let maximumSteps = 1 << 20

  init(_ source: FontBytes, global: CFFIndex) {
    self.source = source
    self.global = global
    usedGlobal = Array(repeating: false, count: global.count)
  }

  /// Records the subroutines that a charstring calls.
  /// - Parameter usedLocal: by number, whether a subroutine of the glyph's font dictionary is called.
  /// - Returns: false if it is damaged or builds an accented character from two glyphs.
  mutating func scan(_ charstring: Range<Int>, local: CFFIndex?, _ usedLocal: inout [Bool]) -> Bool {
    stack.removeAll(keepingCapacity: true)
    stems = 0
    steps = 0
    return run(charstring, local, &usedLocal, depth: 0) != nil
  }

  /// - Returns: whether the charstring has ended; nil if it is damaged.
  private mutating func run(
    _ range: Range<Int>, _ local: CFFIndex?, _ usedLocal: inout [Bool], depth: Int
  ) -> Bool? {
    guard depth <= Self.maximumDepth else { return nil }
    var index = range.lowerBound
    let bytes = source.bytes
    while index < range.upperBound {
      steps += 1
      guard steps < Self.maximumSteps, stack.count <= 192 else { return nil }
      let byte = Int(bytes[index])
      index += 1
      switch byte {
      case 32...246: stack.append(byte - 139)
      case 247...254:
        guard index < range.upperBound else { return nil }
        let second = Int(bytes[index])
        stack.append(byte <= 250 ? (byte - 247) * 256 + second + 108 : -(byte - 251) * 256 - second - 108)
        index += 1
      case 28:
        guard index + 2 <= range.upperBound else { return nil }
        stack.append(Int(Int16(truncatingIfNeeded: Int(bytes[index]) << 8 | Int(bytes[index + 1]))))
        index += 2
      case 255:
        guard index + 4 <= range.upperBound else { return nil }
        stack.append(Int(Int16(truncatingIfNeeded: Int(bytes[index]) << 8 | Int(bytes[index + 1]))))
        index += 4
      case 1, 3, 18, 23:
        stems += stack.count / 2
        stack.removeAll(keepingCapacity: true)
      case 19, 20:
        stems += stack.count / 2
        stack.removeAll(keepingCapacity: true)
        index += (stems + 7) / 8
        guard index <= range.upperBound else { return nil }
      case 10, 29:
        guard let operand = stack.popLast() else { return nil }
        guard let ended = call(operand, isGlobal: byte == 29, local, &usedLocal, depth: depth) else { return nil }
        if ended { return true }
      case 11: return false
      case 14: return stack.count >= 4 ? nil : true
      case 12:
        guard index < range.upperBound, escape(Int(bytes[index])) else { return nil }
        index += 1
      default: stack.removeAll(keepingCapacity: true)
      }
    }
    return false
  }

  private mutating func call(
    _ operand: Int, isGlobal: Bool, _ local: CFFIndex?, _ usedLocal: inout [Bool], depth: Int
  ) -> Bool? {
    guard let index = isGlobal ? global : local else { return nil }
    let number = operand + (index.count < 1240 ? 107 : index.count < 33_900 ? 1131 : 32_768)
    guard let range = index.range(number) else { return nil }
    if isGlobal { usedGlobal[number] = true } else { usedLocal[number] = true }
    return run(range, local, &usedLocal, depth: depth + 1)
  }

  /// Operators of two bytes. The flexes clear the stack; arithmetic, which fonts do not use, would need its values.
  private mutating func escape(_ second: Int) -> Bool {
    guard 34...37 ~= second else { return false }
    stack.removeAll(keepingCapacity: true)
    return true
  }
}
