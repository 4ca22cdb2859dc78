// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The objects of a new PDF, written as they are added: streams into the file, all others into the buffer from which
/// object streams are made. Only the bytes of an object are kept, so that a drawing takes little more memory than its
/// file.
struct FileObjects {
  /// The file so far: its header and the streams.
  private(set) var file = PDFSerializer(.spaced)
  /// The objects that are not streams.
  private(set) var packed = PackedObjects()
  /// The objects in `file`, in the order in which they were written.
  private(set) var offsets: [(number: Int, offset: Int)] = []
  /// The greatest object number so far.
  private(set) var lastNumber = 0

  /// - Parameter version: of PDF, for example 1.7.
  init(version: String) {
    // The comment of four bytes above 127 marks the file as binary (7.5.2).
    file.write(text: "%PDF-\(version)\n%")
    file.write(bytes: [0xB5, 0xED, 0xAE, 0xFB, 0x0A])
  }

  /// The first of `count` consecutive new numbers.
  mutating func reserve(_ count: Int = 1) -> Int {
    lastNumber += count
    return lastNumber - count + 1
  }

  /// Writes the object of a number.
  mutating func write(_ number: Int, _ object: PDFObject) {
    guard case .stream(let stream) = object else { return packed.write(number) { $0.write(object) } }
    write(number, stream)
  }

  mutating func write(_ number: Int, _ stream: PDFStream) {
    offsets.append((number, file.count))
    file.write(.stream(stream), as: PDFReference(new: number))
  }

  /// Writes an object that is not a stream; `body` writes its value.
  mutating func pack(_ number: Int, _ body: (inout PDFSerializer) -> Void) { packed.write(number, body) }

  /// Writes an object into the file instead of an object stream.
  mutating func writeUnpacked(_ number: Int, value: ArraySlice<UInt8>) {
    offsets.append((number, file.count))
    file.write(number)
    file.write(" 0 obj\n")
    file.write(bytes: value)
    file.write("\nendobj\n")
  }

  /// Writes what follows the objects.
  mutating func finish(_ body: (inout PDFSerializer) -> Void) { body(&file) }
}
