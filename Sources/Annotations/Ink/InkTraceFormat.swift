import Diagnostics
import Markup

/// The channels of InkML traces (3.1), and how their values are encoded (3.2).
struct InkTraceFormat {
  struct Channel {
    var name: String
    /// Factor from channel values to points, to a force of 0…1, or to milliseconds.
    var scale = 1.0
  }
  private var channels = [Channel(name: "X"), Channel(name: "Y")]

  /// The default format: X and Y.
  init() {}

  init(_ element: XFDFElement) throws(AnnotationError) {
    var channels: [Channel] = []
    var parts = element.children.filter { $0.name == "channel" }
    for group in element.children where group.name == "intermittentChannels" {
      parts += group.children.filter { $0.name == "channel" }
    }
    guard parts.count <= 64 else { throw element.invalid("there are more than 64 channels") }
    for part in parts {
      guard let name = try part.string("name") else { throw part.invalid("a channel needs a name") }
      var channel = Channel(name: name)
      switch name {
      case "X", "Y": channel.scale = try InkUnit.points(part.string("units"), part)
      case "F":
        guard let most = try part.number("max") else { break }
        guard most > 0, (1 / most).isFinite else { throw part.invalid("max must be more than 0") }
        channel.scale = 1 / most
      case "T":
        switch try part.string("units") {
        case nil, "ms": break
        case "s": channel.scale = 1_000
        case let other?: throw part.invalid("units is \(Quotation.of(other)); ms and s are known for times")
        }
      default: break
      }
      channels.append(channel)
    }
    guard channels.contains(where: { $0.name == "X" }), channels.contains(where: { $0.name == "Y" }) else {
      throw element.invalid("a trace format needs the channels X and Y")
    }
    self.channels = channels
  }

  // MARK: Traces

  /// Decoder state of a channel: values are absolute, first or second differences.
  private struct Progress {
    var order = 0
    var value = 0.0
    var speed = 0.0

    mutating func take(_ number: Double) -> Double {
      switch order {
      case 0: (value, speed) = (number, number - value)
      case 1: (value, speed) = (value + number, number)
      default:
        speed += number
        value += speed
      }
      return value
    }
  }

  /// The samples of a `<trace>`. Without a time channel, samples are one millisecond apart.
  func touches(_ trace: XFDFElement, budget: Int, timeOffset: Double) throws(AnnotationError) -> [Touch] {
    let text = Array(trace.document.textContent(trace.id).utf8)
    var progress = [Progress](repeating: Progress(), count: channels.count)
    var touches: [Touch] = []
    for sample in text.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true) {
      guard let values = try values(sample, &progress, trace) else { continue }
      guard touches.count < budget else {
        throw AnnotationError(.limit, "there are more than \(trace.limits.points) points", at: trace.place)
      }
      var touch = Touch(time: timeOffset + Double(touches.count), x: 0, y: 0)
      for (channel, value) in zip(channels, values) {
        guard let value else { continue }
        switch channel.name {
        case "X": touch.x = value * channel.scale
        case "Y": touch.y = value * channel.scale
        case "F": touch.force = min(max(value * channel.scale, 0), 1)
        case "T": touch.time = timeOffset + value * channel.scale
        default: break
        }
      }
      guard touch.x.magnitude <= trace.limits.coordinate, touch.y.magnitude <= trace.limits.coordinate,
        touch.time.magnitude <= 1e15
      else { throw AnnotationError(.limit, "a point lies beyond \(Int(trace.limits.coordinate))", at: trace.place) }
      touches.append(touch)
    }
    return touches
  }

  /// One value per channel; nil for channels that are not reported. Returns nil if the sample is only white space.
  private func values(
    _ sample: ArraySlice<UInt8>, _ progress: inout [Progress], _ trace: XFDFElement
  ) throws(AnnotationError) -> [Double?]? {
    var values: [Double?] = []
    var index = sample.startIndex
    while index < sample.endIndex {
      let byte = sample[index]
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
        index += 1
        continue
      }
      let channel = values.count
      guard channel < channels.count else {
        throw trace.invalid("a point has more values than the trace format has channels")
      }
      switch byte {
      case UInt8(ascii: "!"): progress[channel].order = 0
      case UInt8(ascii: "'"): progress[channel].order = 1
      case UInt8(ascii: "\""): progress[channel].order = 2
      // The previous value, and an unknown value.
      case UInt8(ascii: "*"): values.append(channel < progress.count ? progress[channel].value : nil)
      case UInt8(ascii: "?"), UInt8(ascii: "F"), UInt8(ascii: "T"): values.append(nil)
      default:
        let start = index
        index = Self.numberEnd(sample, from: index)
        let text = String(decoding: sample[start..<index], as: UTF8.self)
        guard let number = XFDFElement.number(text[...]), number.magnitude <= 1e15 else {
          throw trace.invalid(
            "\(Quotation.of(String(decoding: sample[start...].prefix(20), as: UTF8.self))) is not a valid value of a trace"
          )
        }
        values.append(progress[channel].take(number))
        continue
      }
      index += 1
    }
    guard !values.isEmpty else { return nil }
    // Intermittent channels at the end can be omitted.
    guard values.count >= 2 else { throw trace.invalid("a point has fewer values than X and Y") }
    return values
  }

  /// Index after a number. A sign, or a second decimal point, starts the next number.
  private static func numberEnd(_ sample: ArraySlice<UInt8>, from start: Int) -> Int {
    var index = start
    var hasPoint = false
    while index < sample.endIndex {
      let byte = sample[index]
      let isSign = byte == 0x2B || byte == 0x2D
      if isSign, index > start { break }
      if byte == 0x2E, hasPoint { break }
      hasPoint = hasPoint || byte == 0x2E
      guard isSign || byte == 0x2E || (0x30...0x39).contains(byte) else { break }
      index += 1
    }
    return max(index, start)
  }
}
