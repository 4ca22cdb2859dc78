import CCups

/// An IPP request or response (RFC 8010), encoded and decoded by libcups. Not thread-safe.
final class IPPMessage {
  private let cups: CupsFunctions
  private let pointer: OpaquePointer

  private init(_ cups: CupsFunctions, _ pointer: OpaquePointer) {
    self.cups = cups
    self.pointer = pointer
  }

  /// A request with the attributes that every operation on a printer has.
  /// - Throws: `libraryMissing`.
  init(_ operation: ipp_op_t, printer: String) throws(PrintError) {
    guard let cups = Cups.functions, let pointer = cups.ippNewRequest(operation) else { throw .libraryMissing }
    self.cups = cups
    self.pointer = pointer
    add(.operation, IPP_TAG_URI, "printer-uri", printer)
    add(.operation, IPP_TAG_NAME, "requesting-user-name", "pressrun")
  }

  deinit { cups.ippDelete(pointer) }

  enum Group {
    case operation, job
    fileprivate var tag: ipp_tag_t { self == .operation ? IPP_TAG_OPERATION : IPP_TAG_JOB }
  }

  func add(_ group: Group, _ type: ipp_tag_t, _ name: String, _ value: String) {
    _ = cups.ippAddString(pointer, group.tag, type, name, nil, value)
  }

  func add(_ group: Group, _ name: String, _ value: Int, _ type: ipp_tag_t = IPP_TAG_INTEGER) {
    _ = cups.ippAddInteger(pointer, group.tag, type, name, Int32(clamping: value))
  }

  func add(_ group: Group, _ name: String, _ value: Bool) {
    _ = cups.ippAddBoolean(pointer, group.tag, name, value ? 1 : 0)
  }

  func add(_ group: Group, keywords name: String, _ values: [String]) {
    guard let first = values.first else { return }
    var attribute = cups.ippAddString(pointer, group.tag, IPP_TAG_KEYWORD, name, nil, first)
    for (index, value) in values.enumerated().dropFirst() {
      _ = cups.ippSetString(pointer, &attribute, Int32(index), value)
    }
  }

  func add(_ group: Group, _ name: String, _ ranges: [ClosedRange<Int>]) {
    _ = cups.ippAddRanges(
      pointer, group.tag, name, Int32(ranges.count), ranges.map { Int32(clamping: $0.lowerBound) },
      ranges.map { Int32(clamping: $0.upperBound) })
  }

  // MARK: Encoding

  private final class Buffer {
    var bytes: [UInt8]
    var position = 0
    init(_ bytes: [UInt8] = []) { self.bytes = bytes }
  }

  /// - Throws: `requestTooLong`.
  func encoded() throws(PrintError) -> [UInt8] {
    let buffer = Buffer()
    _ = cups.ippSetState(pointer, IPP_STATE_IDLE)
    let state = cups.ippWriteIO(
      Unmanaged.passUnretained(buffer).toOpaque(),
      { context, bytes, count in
        guard let context, let bytes else { return -1 }
        Unmanaged<Buffer>.fromOpaque(context).takeUnretainedValue().bytes += UnsafeBufferPointer(
          start: bytes, count: count)
        return count
      }, 1, nil, pointer)
    guard state == IPP_STATE_DATA else { throw .requestTooLong }
    return buffer.bytes
  }

  /// Returns nil if the bytes are not an IPP message, or nest collections deeply.
  static func decode(_ bytes: [UInt8]) -> IPPMessage? {
    guard IPPStructure.isSound(bytes), let cups = Cups.functions, let pointer = cups.ippNew() else { return nil }
    let message = IPPMessage(cups, pointer)
    let buffer = Buffer(bytes)
    let state = withExtendedLifetime(buffer) {
      cups.ippReadIO(
        Unmanaged.passUnretained(buffer).toOpaque(),
        { context, target, count in
          guard let context, let target else { return -1 }
          let buffer = Unmanaged<Buffer>.fromOpaque(context).takeUnretainedValue()
          let available = min(count, buffer.bytes.count - buffer.position)
          buffer.bytes.withUnsafeBufferPointer {
            guard available > 0, let base = $0.baseAddress else { return }
            target.update(from: base + buffer.position, count: available)
          }
          buffer.position += available
          return available
        }, 1, nil, pointer)
    }
    return state == IPP_STATE_DATA ? message : nil
  }

  // MARK: Reading

  /// Such as `successful-ok` or `client-error-not-found`.
  var status: String {
    let code = cups.ippGetStatusCode(pointer)
    return cups.ippErrorString(code).map { String(cString: $0) } ?? "status \(code.rawValue)"
  }
  var isSuccessful: Bool { cups.ippGetStatusCode(pointer).rawValue < 0x100 }

  /// The values of an attribute of the first group that has it.
  func integers(_ name: String) -> [Int] { integers(cups.ippFindAttribute(pointer, name, IPP_TAG_ZERO)) }
  func texts(_ name: String) -> [String] { texts(cups.ippFindAttribute(pointer, name, IPP_TAG_ZERO)) }

  func boolean(_ name: String) -> Bool? {
    cups.ippFindAttribute(pointer, name, IPP_TAG_BOOLEAN).map { cups.ippGetBoolean($0, 0) != 0 }
  }

  /// The range of the first value of an attribute of type `rangeOfInteger` or `integer`.
  func range(_ name: String) -> ClosedRange<Int>? {
    guard let attribute = cups.ippFindAttribute(pointer, name, IPP_TAG_ZERO) else { return nil }
    if cups.ippGetValueTag(attribute) == IPP_TAG_INTEGER {
      let value = Int(cups.ippGetInteger(attribute, 0))
      return value >= 1 ? 1...value : nil
    }
    guard cups.ippGetValueTag(attribute) == IPP_TAG_RANGE else { return nil }
    var upper: Int32 = 0
    let lower = cups.ippGetRange(attribute, 0, &upper)
    return lower <= upper ? Int(lower)...Int(upper) : nil
  }

  /// The jobs that a response lists: the attributes of each group of job attributes.
  func jobs() -> [IPPJob] {
    var jobs: [IPPJob] = []
    var current: IPPJob?
    var attribute = cups.ippFirstAttribute(pointer)
    while let found = attribute {
      if cups.ippGetGroupTag(found) == IPP_TAG_JOB {
        if current == nil { current = IPPJob() }
        switch cups.ippGetName(found).map({ String(cString: $0) }) {
        case "job-id": current?.id = integers(found).first ?? 0
        case "job-name": current?.name = texts(found).first ?? ""
        case "job-state": current?.state = integers(found).first.flatMap(IPPJob.State.init)
        case "job-state-reasons": current?.reasons = texts(found).filter { $0 != "none" }
        case "job-k-octets": current?.kilobytes = integers(found).first
        case "job-impressions-completed": current?.impressions = integers(found).first
        default: break
        }
      } else if let job = current {
        // Groups are separated by an attribute without group.
        jobs.append(job)
        current = nil
      }
      attribute = cups.ippNextAttribute(pointer)
    }
    if let current { jobs.append(current) }
    return jobs
  }

  private func integers(_ attribute: OpaquePointer?) -> [Int] {
    guard let attribute, [IPP_TAG_INTEGER, IPP_TAG_ENUM].contains(cups.ippGetValueTag(attribute)) else { return [] }
    return (0..<cups.ippGetCount(attribute)).map { Int(cups.ippGetInteger(attribute, $0)) }
  }

  private func texts(_ attribute: OpaquePointer?) -> [String] {
    guard let attribute else { return [] }
    return (0..<cups.ippGetCount(attribute)).compactMap {
      cups.ippGetString(attribute, $0, nil).map { String(cString: $0) }
    }
  }
}

/// A print job as the printer describes it.
struct IPPJob: Hashable, Sendable {
  enum State: Int, Sendable {
    case pending = 3
    case held = 4
    case processing = 5
    case stopped = 6
    case canceled = 7
    case aborted = 8
    case completed = 9
  }

  var id = 0
  var name = ""
  var state: State?
  /// Keywords such as `job-completed-successfully`, without `none`.
  var reasons: [String] = []
  /// Sides printed.
  var impressions: Int?
  /// Size of the document in KiB, rounded up.
  var kilobytes: Int?

  /// Whether the printer has got this many bytes; true if it does not say.
  func has(_ bytes: Int) -> Bool { kilobytes.map { $0 == 0 || $0 >= bytes / 1024 } ?? true }

  /// Whether the printer still waits for the document.
  var isIncoming: Bool {
    state.map { $0.rawValue < State.processing.rawValue } ?? true
      && !Set(reasons).isDisjoint(with: ["job-incoming", "job-data-insufficient"])
  }
}
