// Section numbers are those of ISO 32000-1 unless another standard is named.

/// Cross-reference streams (ISO 32000-1, 7.5.8).
extension XRefReader {
  func stream(at start: Int, visit: Visitor) throws(PDFError) -> XRefSection {
    var parser = PDFParser(bytes, at: start, end: end, limits: limits, isStrict: isStrict)
    let object: IndirectObject
    let read: (inout PDFParser) throws(PDFError) -> Void = { (parser) throws(PDFError) in
      _ = try parser.indirectObject { _ in nil }
    }
    let hasRepeatedKeys = !isBrief && Self.hasRepeatedKeys(parser, read)
    do throws(PDFError) {
      // An indirect length cannot be resolved before the cross-reference chain has been read; the specification forbids
      // it here.
      object = try parser.indirectObject { _ in nil }
    } catch {
      throw .crossReference("Neither a cross-reference table nor stream begins here: \(error.message)", at: start)
    }
    guard case .stream(let stream) = object.value, stream.dictionary["Type"].name == "XRef" else {
      throw .crossReference("Expected a cross-reference section, found object \(object.reference).", at: start)
    }
    let decoded: Int
    do throws(PDFError) {
      decoded = try rows(of: stream, visit: visit)
    } catch {
      throw PDFError(
        code: error.code == .limit ? .limit : .crossReference,
        message: "The cross-reference stream \(object.reference) is damaged: \(error.message)", offset: start)
    }
    var section = XRefSection(
      kind: .stream, range: object.range, trailer: stream.dictionary, links: XRefLinks(stream.dictionary),
      reference: object.reference, decodedBytes: decoded)
    section.hasRepeatedKeys = hasRepeatedKeys
    return section
  }

  /// - Returns: the decoded bytes of the stream.
  private func rows(of stream: PDFStream, visit: Visitor) throws(PDFError) -> Int {
    let widths = (stream.dictionary["W"].array ?? []).map { $0.integer ?? -1 }
    guard widths.count == 3 || (widths.count > 3 && !isStrict), widths[..<3].allSatisfy({ (0...8).contains($0) }) else {
      throw PDFError(code: .crossReference, message: "/W does not give three widths of 0 to 8 bytes.")
    }
    let rowSize = widths[0] + widths[1] + widths[2]
    guard rowSize > 0, let size = stream.dictionary["Size"].integer, size >= 0 else {
      throw PDFError(code: .crossReference, message: "/W or /Size is out of range.")
    }
    let index = stream.dictionary["Index"].array?.map { $0.integer ?? -1 } ?? [0, size]
    guard index.count.isMultiple(of: 2), index.allSatisfy({ (0...0x7FFF_FFFF).contains($0) }) else {
      throw PDFError(code: .crossReference, message: "/Index does not consist of pairs of numbers.")
    }
    let data = try stream.decoded(limits: limits)
    let needed = stride(from: 1, to: index.count, by: 2).reduce(0) { $0 + index[$1] }
    guard needed <= data.count / rowSize else {
      throw PDFError(
        code: .crossReference, message: "The stream has \(data.count / rowSize) entries instead of \(needed).")
    }
    guard !isStrict || needed * rowSize == data.count else {
      throw PDFError(code: .crossReference, message: "The stream has data after its last entry.")
    }
    var position = 0
    func field(_ width: Int) -> Int? {
      var value: UInt64 = 0
      for _ in 0..<width {
        value = value << 8 | UInt64(data[position])
        position += 1
      }
      return Int(exactly: value)
    }
    for pair in stride(from: 0, to: index.count, by: 2) {
      for number in index[pair]..<index[pair] + index[pair + 1] {
        let type = widths[0] == 0 ? 1 : field(widths[0])
        guard let second = field(widths[1]), let third = field(widths[2]) else {
          throw PDFError(code: .crossReference, message: "The entry of object \(number) is out of range.")
        }
        try visit(number, try entry(number, type, second, third, at: stream.range.lowerBound))
      }
    }
    return data.count
  }

  /// - Parameter offset: of the stream.
  private func entry(
    _ number: Int, _ type: Int?, _ second: Int, _ third: Int, at offset: Int
  ) throws(PDFError) -> XRefEntry {
    switch type {
    case 0: return .free(generation: min(third, 65_535))
    case 1: return try inUse(second, third, at: offset)
    case 2:
      guard second > 0, second <= 0x7FFF_FFFF, third <= 0x7FFF_FFFF else {
        throw PDFError(code: .crossReference, message: "The entry of object \(number) is out of range.")
      }
      return .compressed(stream: second, index: third)
    default:
      // Entries of unknown types are null objects (7.5.8.3).
      guard !isStrict else {
        throw PDFError(code: .crossReference, message: "The entry of object \(number) is of an unknown type.")
      }
      return .free(generation: 65_535)
    }
  }
}
