// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The objects of a new PDF, written as they are added: streams into the file, all others into the buffer from which
/// object streams are made. Only the bytes of an object are kept, so that a drawing takes little more memory than its
/// file.
struct FileObjects {
  /// The file so far: its header and the streams that are not queued.
  private(set) var file = PDFSerializer(.spaced)
  /// Streams that follow in the file, the first of which is still being compressed.
  private var queue: ContiguousArray<(number: Int, stream: QueuedStream)> = []
  /// The objects that are not streams.
  private(set) var packed = PackedObjects()
  /// The objects in `file`, in the order in which they were written.
  private(set) var offsets: [(number: Int, offset: Int)] = []
  /// The greatest object number so far.
  private(set) var lastNumber = 0

  private enum QueuedStream {
    case ready(PDFStream)
    case pending(PendingStream)
  }

  /// Limits the memory of streams that are not compressed.
  private static let maximumQueue = 8
  /// Shorter streams are compressed in less time than another thread needs to begin.
  private static let minimumPendingBytes = 1536

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
    if queue.isEmpty { append(number, stream) } else { queue.append((number, .ready(stream))) }
  }

  /// Writes a stream with FlateDecode, at the standard level.
  mutating func write(_ number: Int, deflating stream: PDFStream) {
    if stream.byteCount < Self.minimumPendingBytes {
      write(number, stream.deflated)
    } else {
      queue.append((number, .pending(PendingStream(stream))))
    }
    writeQueue(keeping: Self.maximumQueue)
  }

  /// Writes the streams that are still being compressed.
  mutating func finishStreams() { writeQueue(keeping: 0) }

  /// Writes the streams of the queue that are compressed, and waits for others until at most `count` are left.
  private mutating func writeQueue(keeping count: Int) {
    var written = 0
    for (number, stream) in queue {
      switch stream {
      case .ready(let stream): append(number, stream)
      case .pending(let pending):
        let isNeeded = queue.count - written > count
        guard let stream = isNeeded ? pending.finish() : pending.finished else {
          queue.removeFirst(written)
          return
        }
        append(number, stream)
      }
      written += 1
    }
    queue.removeAll(keepingCapacity: true)
  }

  private mutating func append(_ number: Int, _ stream: PDFStream) {
    offsets.append((number, file.count))
    file.write(.stream(stream), as: PDFReference(new: number))
  }

  /// Writes an object that is not a stream; `body` writes its value.
  mutating func pack(_ number: Int, _ body: (inout PDFSerializer) -> Void) { packed.write(number, body) }

  /// Writes an object into the file instead of an object stream.
  mutating func writeUnpacked(_ number: Int, value: ArraySlice<UInt8>) {
    finishStreams()
    offsets.append((number, file.count))
    file.write(number)
    file.write(" 0 obj\n")
    file.write(bytes: value)
    file.write("\nendobj\n")
  }

  /// Writes what follows the objects.
  mutating func finish(_ body: (inout PDFSerializer) -> Void) { body(&file) }
}
