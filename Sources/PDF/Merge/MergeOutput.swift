import OperatingSystem

/// The file that a merge writes.
final class MergeOutput {
  private var file = PDFSerializer(.spaced)
  private var packed = PackedObjects()
  private var offsets: [(number: Int, offset: Int)] = []
  /// Whether fonts, images and other resources that are equal are written once.
  let sharesEqualObjects: Bool
  /// The numbers of shared objects, by the digest of their content.
  private var shared: [SHA256Digest: Int] = [:]
  /// The highest number of an object.
  private(set) var count = 0

  init(sharesEqualObjects: Bool) {
    self.sharesEqualObjects = sharesEqualObjects
    file.write("%PDF-1.7\n%")
    file.write(bytes: [0xB5, 0xED, 0xAE, 0xFB, 0x0A])
  }

  /// The number of a new object.
  func reserve() -> Int {
    count += 1
    return count
  }

  func write(_ object: PDFObject, as number: Int) {
    guard case .stream = object else { return packed.write(number) { $0.write(object) } }
    offsets.append((number, file.count))
    file.write(object, as: PDFReference(new: number))
  }

  /// Writes an object with a new number.
  /// - Returns: a reference to it.
  func write(_ object: PDFObject) -> PDFObject {
    let number = reserve()
    write(object, as: number)
    return .reference(to: number)
  }

  /// Writes an object, unless an equal one was written by this function.
  /// - Returns: a reference to it.
  func share(_ object: PDFObject) -> PDFObject {
    var buffer = PDFSerializer(.spaced)
    let stream = object.stream
    if let stream { buffer.write(dictionary: stream.dictionary) } else { buffer.write(object) }
    let key = SHA256.hash { add in
      buffer.bytes.withUnsafeBytes(add)
      stream?.source.withBytes(stream?.range ?? 0..<0) { add($0) }
    }
    if let known = shared[key] { return .reference(to: known) }
    let number = reserve()
    shared[key] = number
    if stream != nil {
      write(object, as: number)
    } else {
      packed.write(number) { $0.write(bytes: buffer.bytes) }
    }
    return .reference(to: number)
  }

  func finish(catalog: PDFDictionary, information: PDFDictionary) -> [UInt8] {
    let (catalogNumber, informationNumber) = (reserve(), reserve())
    write(.dictionary(catalog), as: catalogNumber)
    write(.dictionary(information), as: informationNumber)
    let streams = packed.streams.map { (number: reserve(), stream: $0) }
    for (number, stream) in streams { write(.stream(stream.object.deflated), as: number) }
    let identifier = FileIdentifier.bytes(for: file.bytes)
    let crossReference = reserve()
    let start = file.count
    offsets.append((crossReference, start))
    var table = ContiguousArray(repeating: XRefEntry.free(generation: 1), count: count + 1)
    for (number, offset) in offsets { table[number] = .inUse(offset: offset, generation: 0) }
    for (number, stream) in streams {
      for (index, member) in stream.numbers.enumerated() { table[member] = .compressed(stream: number, index: index) }
    }
    let trailer = Trailer.identified(
      Trailer.newFile(catalog: catalogNumber, information: informationNumber), by: identifier)
    file.write(.stream(XRefWriter.compressedStream(table, trailer: trailer)), as: PDFReference(new: crossReference))
    Trailer.writeEnd(crossReference: start, to: &file)
    return file.bytes
  }
}
