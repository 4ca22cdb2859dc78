/// Gives the marked content of a page drawn by Cairo its final tags, and marks all other content as artifacts
/// (ISO 32000-1, 14.8.2.2), which Cairo cannot.
///
/// It reads the operators of one content stream in one pass. Cairo begins and ends marked content outside text objects,
/// so an artifact between two marks contains whole text objects.
struct PageMarks {
  private let content: [UInt8]
  /// By Cairo's number of the marked content.
  private let marks: [StructureTree.Mark]
  private var output: [UInt8] = []
  /// Where the content begins that is not yet in `output`.
  private var start = 0
  /// Where the operands of the next operator begin.
  private var operands = 0
  /// The marked content that is open: nil outside of it.
  private var isMarked = false
  /// The depth of marked content of other kinds, such as replacement text.
  private var nesting = 0
  /// Whether the content since `start` paints.
  private var paints = false
  /// `/MCID` of the next element's content.
  private var identifier = 0

  /// - Parameter marks: by Cairo's `/MCID`.
  static func rewrite(_ content: [UInt8], marks: [StructureTree.Mark]) -> [UInt8] {
    var page = PageMarks(content, marks)
    page.run()
    return page.output
  }

  private init(_ content: [UInt8], _ marks: [StructureTree.Mark]) {
    self.content = content
    self.marks = marks
    output.reserveCapacity(content.count + 16 * marks.count + 64)
  }

  private mutating func run() {
    content.withUnsafeBufferPointer { bytes in
      var position = 0
      while position < bytes.count {
        let byte = bytes[position]
        switch byte {
        case 0x28: position = Self.endOfString(bytes, from: position)
        case 0x41...0x5A, 0x61...0x7A, 0x27, 0x22:
          let begin = position
          while position < bytes.count, ByteClass.isRegular(bytes[position]) { position += 1 }
          operation(bytes, begin..<position)
          operands = position
        case 0x2F:
          position += 1
          while position < bytes.count, ByteClass.isRegular(bytes[position]) { position += 1 }
        case 0x3C where position + 1 < bytes.count && bytes[position + 1] != 0x3C:
          while position < bytes.count, bytes[position] != 0x3E { position += 1 }
          position += 1
        case 0x3C: position += 2
        default: position += 1
        }
      }
      closeGap(bytes, at: bytes.count)
      output.append(contentsOf: bytes[start...])
    }
  }

  private static func endOfString(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var depth = 0
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case 0x5C: position += 1
      case 0x28: depth += 1
      case 0x29: depth -= 1
      default: break
      }
      position += 1
      if depth == 0 { break }
    }
    return min(position, bytes.count)
  }

  private mutating func operation(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) {
    let first = bytes[name.lowerBound]
    guard name.count == 3, bytes[name.lowerBound + 1] == 0x4D || first == 0x42 else {
      if !isMarked, Self.paints(bytes, name) { paints = true }
      return
    }
    switch (first, bytes[name.lowerBound + 1], bytes[name.lowerBound + 2]) {
    // BDC, BMC
    case (0x42, 0x44, 0x43), (0x42, 0x4D, 0x43):
      if !isMarked, nesting == 0, let mark = mark(bytes, operands..<name.lowerBound) {
        closeGap(bytes, at: operands)
        begin(mark)
        start = name.upperBound
        isMarked = true
      } else {
        nesting += 1
      }
    // EMC
    case (0x45, 0x4D, 0x43):
      if nesting > 0 {
        nesting -= 1
      } else if isMarked {
        output.append(contentsOf: bytes[start..<name.upperBound])
        start = name.upperBound
        isMarked = false
      }
    default: break
    }
  }

  /// The mark with the number in the operands: `/P << /MCID 12 >>`.
  private func mark(_ bytes: UnsafeBufferPointer<UInt8>, _ operands: Range<Int>) -> StructureTree.Mark? {
    let key: [UInt8] = [0x2F, 0x4D, 0x43, 0x49, 0x44]
    guard
      let place = operands.dropLast(key.count).first(where: {
        bytes[$0] == 0x2F && bytes[$0..<$0 + 5].elementsEqual(key)
      })
    else { return nil }
    var number = 0
    for byte in bytes[place + key.count..<operands.upperBound].drop(while: ByteClass.isSpace) {
      guard ByteClass.isDigit(byte), number < 1 << 40 else { break }
      number = 10 * number + Int(byte - 0x30)
    }
    return marks.indices.contains(number) ? marks[number] : nil
  }

  private mutating func begin(_ mark: StructureTree.Mark) {
    if let last = output.last, last > 0x20 { output.append(0x0A) }
    switch mark {
    case .element(let type):
      append("/")
      append(type.name)
      append("<</MCID ")
      output.append(contentsOf: String(identifier).utf8)
      append(">>BDC")
      identifier += 1
    case .header: append("/Artifact<</Type/Pagination/Subtype/Header/Attached[/Top]>>BDC")
    case .footer: append("/Artifact<</Type/Pagination/Subtype/Footer/Attached[/Bottom]>>BDC")
    case .pagination: append("/Artifact<</Type/Pagination>>BDC")
    }
  }

  /// Ends the content outside of marks, as an artifact if it paints.
  private mutating func closeGap(_ bytes: UnsafeBufferPointer<UInt8>, at end: Int) {
    guard !isMarked, start < end else { return }
    if paints {
      if let last = output.last, last > 0x20 { output.append(0x0A) }
      append("/Artifact BMC")
      if bytes[start] > 0x20 { output.append(0x0A) }
    }
    output.append(contentsOf: bytes[start..<end])
    if paints {
      if let last = output.last, last > 0x20 { output.append(0x0A) }
      append("EMC\n")
    }
    start = end
    paints = false
  }

  private mutating func append(_ text: StaticString) {
    output.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Whether an operator paints (ISO 32000-1, Table 51).
  private static func paints(_ bytes: UnsafeBufferPointer<UInt8>, _ name: Range<Int>) -> Bool {
    switch (name.count, bytes[name.lowerBound], name.count > 1 ? bytes[name.lowerBound + 1] : 0) {
    // f F S s B b
    case (1, 0x66, _), (1, 0x46, _), (1, 0x53, _), (1, 0x73, _), (1, 0x42, _), (1, 0x62, _): true
    // ' "
    case (1, 0x27, _), (1, 0x22, _): true
    // f* B* b*
    case (2, 0x66, 0x2A), (2, 0x42, 0x2A), (2, 0x62, 0x2A): true
    // sh Do Tj TJ BI EI
    case (2, 0x73, 0x68), (2, 0x44, 0x6F), (2, 0x54, 0x6A), (2, 0x54, 0x4A), (2, 0x42, 0x49), (2, 0x45, 0x49): true
    default: false
    }
  }
}
