/// The parts of a PNG file (ISO/IEC 15948) that an image in a PDF needs.
struct PNGFile {
  enum ColorType: UInt8 {
    case gray = 0
    case rgb = 2
    case indexed = 3
    case grayAlpha = 4
    case rgbAlpha = 6

    var channels: Int {
      switch self {
      case .gray, .indexed: 1
      case .grayAlpha: 2
      case .rgb: 3
      case .rgbAlpha: 4
      }
    }
  }

  private(set) var width = 0, height = 0
  private(set) var depth = 0
  private(set) var colorType = ColorType.gray
  private(set) var isInterlaced = false
  /// Three bytes for each colour; empty if there is none.
  private(set) var palette: [UInt8] = []
  /// The content of `tRNS`: alpha values of the palette, or the transparent colour with two bytes per channel.
  private(set) var transparency: [UInt8]?
  /// The content of all `IDAT` chunks: a zlib stream.
  private(set) var data: [UInt8] = []

  /// Checksums are not checked.
  /// - Returns: nil if the bytes are not a PNG whose chunks have the form and the order of the specification (5.6,
  ///   11.2, 11.3.2). Decoders accept some of these files, in different ways.
  init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) else { return nil }
    var offset = 8
    var previous = ""
    while previous != "IEND" {
      guard offset <= bytes.count - 12 else { return nil }
      let length = Self.number(bytes, offset)
      guard length <= bytes.count - offset - 12 else { return nil }
      let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      guard (type == "IHDR") == previous.isEmpty,
        add(type, bytes[offset + 8..<offset + 8 + length], after: previous)
      else { return nil }
      previous = type
      offset += 12 + length
    }
    guard !data.isEmpty, colorType != .indexed || !palette.isEmpty else { return nil }
  }

  private static func number(_ bytes: [UInt8], _ offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// - Returns: false if the chunk is not valid or out of order.
  private mutating func add(_ type: String, _ content: ArraySlice<UInt8>, after previous: String) -> Bool {
    switch type {
    case "IHDR": return readHeader(Array(content))
    case "PLTE":
      guard palette.isEmpty, transparency == nil, data.isEmpty, !content.isEmpty, content.count.isMultiple(of: 3),
        content.count <= 768, colorType != .indexed || content.count / 3 <= 1 << depth
      else { return false }
      palette = Array(content)
    case "tRNS":
      guard transparency == nil, data.isEmpty else { return false }
      switch colorType {
      case .gray, .rgb: guard content.count == 2 * colorType.channels else { return false }
      case .indexed: guard !palette.isEmpty, 1...palette.count / 3 ~= content.count else { return false }
      case .grayAlpha, .rgbAlpha: return false
      }
      transparency = Array(content)
    case "IDAT":
      guard data.isEmpty || previous == "IDAT" else { return false }
      data += content
    default: break
    }
    return true
  }

  private mutating func readHeader(_ header: [UInt8]) -> Bool {
    guard header.count == 13, let type = ColorType(rawValue: header[9]) else { return false }
    (width, height, depth, colorType) = (Self.number(header, 0), Self.number(header, 4), Int(header[8]), type)
    isInterlaced = header[12] != 0
    let depths =
      switch type {
      case .gray: [1, 2, 4, 8, 16]
      case .indexed: [1, 2, 4, 8]
      case .rgb, .grayAlpha, .rgbAlpha: [8, 16]
      }
    return depths.contains(depth) && header[10] == 0 && header[11] == 0 && header[12] <= 1
      && 1..<1 << 31 ~= width && 1..<1 << 31 ~= height
  }
}
