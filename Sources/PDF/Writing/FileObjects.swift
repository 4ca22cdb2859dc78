// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The objects of a new PDF, written as they are added: streams into the file, all others into the buffer from which
/// object streams are made. Only the bytes of an object are kept, so that a drawing takes little more memory than its
/// file.
struct FileObjects {
  /// The file so far: its header and the streams that are not queued.
  private(set) var file = PDFSerializer(.spaced)
  /// Streams that follow in the file, in order. The first is still to be compressed; later ones may be finished.
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

    var byteCount: Int {
      switch self {
      case .ready(let stream): stream.byteCount
      case .pending(let stream): stream.byteCount
      }
    }
  }

  /// The number of streams that may be queued, and of their bytes.
  private static let (maximumQueue, maximumQueuedBytes) = (8, 4 << 20)
  /// Shorter streams are compressed in less time than another thread needs to begin.
  private static let minimumPendingBytes = 1536

  /// - Parameter version: of PDF, for example 1.7.
  init(version: String) {
    // The comment of four bytes above 127 marks the file as binary (7.5.2).
    file.write(text: "%PDF-\(version)\n%")
    file.write(bytes: [0xB5, 0xED, 0xAE, 0xFB, 0x0A])
  }

  /// The bytes of the file so far, without streams that are still to be compressed.
  var byteCount: Int {
    queue.reduce(file.count) { count, queued in
      if case .ready(let stream) = queued.stream { count + stream.byteCount } else { count }
    }
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
    guard !queue.isEmpty else { return append(number, stream) }
    queue.append((number, .ready(stream)))
    writeQueue(keeping: Self.maximumQueue, bytes: Self.maximumQueuedBytes)
  }

  /// Writes a stream with FlateDecode, at the standard level.
  mutating func write(_ number: Int, deflating stream: PDFStream) {
    guard stream.byteCount >= Self.minimumPendingBytes else { return write(number, stream.deflated) }
    queue.append((number, .pending(PendingStream(stream))))
    writeQueue(keeping: Self.maximumQueue, bytes: Self.maximumQueuedBytes)
  }

  /// Writes the streams that are still to be compressed.
  mutating func finishStreams() { writeQueue(keeping: 0, bytes: 0) }

  /// Writes the streams at the start of the queue that are compressed, and waits for more of them until at most `count`
  /// with at most `bytes` are left.
  private mutating func writeQueue(keeping count: Int, bytes: Int) {
    var (written, left) = (0, queue.reduce(0) { $0 + $1.stream.byteCount })
    for (number, queued) in queue {
      let isNeeded = queue.count - written > count || left > bytes
      switch queued {
      case .ready(let stream): append(number, stream)
      case .pending(let pending):
        guard let stream = isNeeded ? pending.finish() : pending.finished else {
          queue.removeFirst(written)
          return
        }
        append(number, stream)
      }
      written += 1
      left -= queued.byteCount
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
