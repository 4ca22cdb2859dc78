import CPango
import Layout
import PDF
import Resources
import TestTraits
import Testing

@testable import Paint

/// How images are written to PDF files.
@Suite(.hangLimit) struct EmbeddedImageTests {
  private static let forms: [(type: Int, depths: [Int])] = [
    (0, [1, 2, 4, 8, 16]), (2, [8, 16]), (3, [1, 2, 4, 8]), (4, [8, 16]), (6, [8, 16]),
  ]

  /// All colour types, depths, interlacing and forms of transparency.
  static let samples: [SamplePNG] = forms.flatMap { form in
    form.depths.flatMap { depth in
      [false, true].flatMap { isInterlaced in
        var sample = SamplePNG(colorType: form.type, depth: depth, isInterlaced: isInterlaced)
        sample.colors = form.type == 3 ? 1 << depth : 0
        return [sample] + transparent(sample)
      }
    }
  }

  private static func transparent(_ sample: SamplePNG) -> [SamplePNG] {
    let transparencies: [[UInt8]] =
      switch sample.colorType {
      case 0: [[0, 0], [0, UInt8(1 << min(sample.depth, 8) - 1)]]
      case 2: [[0, 0, 0, 0, 0, 0]]
      case 3: [[0], [255], [7, 200].dropLast(sample.colors < 2 ? 1 : 0)]
      default: []
      }
    return transparencies.map {
      var copy = sample
      copy.transparency = $0
      return copy
    }
  }

  /// Palettes that are shorter than the indices, and chunks that do not change the pixels.
  static let others: [SamplePNG] = [
    SamplePNG(colorType: 3, depth: 4, colors: 5), SamplePNG(colorType: 3, depth: 8, colors: 3),
    SamplePNG(colorType: 3, depth: 2, isInterlaced: true, colors: 2),
    SamplePNG(width: 3, height: 1, colorType: 0, depth: 1), SamplePNG(width: 300, height: 400, colorType: 6),
    SamplePNG(width: 30_001, height: 2, colorType: 2), SamplePNG(colorType: 2, colors: 7),
    SamplePNG(more: [SamplePNG.chunk("gAMA", [0, 0, 0x27, 0x10]), SamplePNG.chunk("sRGB", [0])]),
    SamplePNG(more: [SamplePNG.chunk("iCCP", Array("a\0\0".utf8) + [0x78, 0x9C, 3, 0, 0, 0, 0, 1])]),
    SamplePNG(more: [
      SamplePNG.chunk("tEXt", Array("Title\0A".utf8)), SamplePNG.chunk("pHYs", [0, 0, 1, 0, 0, 0, 1, 0, 1]),
    ]),
  ]

  @Test(arguments: samples + others) func pixelsAreThoseOfTheFile(_ sample: SamplePNG) throws {
    let image = try Self.embedded(sample.file)
    let surface = try #require(RasterDecoder.png(sample.file))
    defer { cairo_surface_destroy(surface) }
    let pixels = try image.pixels()
    let expected = try Self.pixels(of: surface)
    #expect(pixels.count == expected.count)
    let differences = zip(pixels, expected).filter { pixel, expected in
      // Cairo stores colours multiplied by alpha.
      let tolerance = pixel[3] == 255 ? 0 : 255 / max(1, Int(pixel[3]))
      return pixel[3] != expected[3] || (0..<3).contains { abs(Int(pixel[$0]) - Int(expected[$0])) > tolerance }
    }
    #expect(differences.isEmpty, "\(differences.prefix(3))")
  }

  /// Readers paint images to whole pixels around them; an area has exact edges.
  @Test(arguments: [
    // 1 × 1 pixel: red, transparent.
    ("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC", "1 0 0 rg"),
    ("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", ""),
  ])
  func imagesOfOneColourAreAreas(base64: String, color: String) throws {
    let format = base64.hasPrefix("R0") ? "gif" : "png"
    let pdf = try Self.scene("data:image/\(format);base64,\(base64)").painter.pdf().bytes
    let file = try PDFFile(PDFBytes(pdf))
    var content = ""
    for number in 1..<(file.trailer["Size"].integer ?? 1) {
      guard let reference = PDFReference(number, 0), case .stream(let stream) = try file.object(reference) else {
        continue
      }
      #expect(stream.dictionary["Subtype"].name != "Image")
      if stream.dictionary["Type"].isNull {
        content += String(decoding: try stream.decoded(limits: PDFLimits()), as: UTF8.self)
      }
    }
    #expect(content.contains(" re\n") == !color.isEmpty)
    #expect(content.contains(color) || color.isEmpty, "\(content)")
  }

  @Test func rowsOfAnOpaqueImageAreCopied() throws {
    let sample = SamplePNG(width: 40, height: 30, colorType: 3, depth: 4, colors: 16)
    let image = try Self.embedded(sample.file)
    #expect(image.stream.dictionary["DecodeParms"].dictionary?["Predictor"].integer == 15)
    #expect(image.stream.dictionary["BitsPerComponent"].integer == 4)
    #expect(image.stream.dictionary["SMask"].isNull)
    let data = image.stream.encoded
    #expect(Self.contains(sample.file, Array(data.prefix(data.count / 2))))
  }

  @Test func imagesWithoutTransparentPixelsHaveNoMask() throws {
    for address in [Pictures.png, Pictures.gif, Pictures.webp] {
      let image = try Self.embedded(address)
      #expect(image.mask == nil)
      #expect(try image.pixels() == [[255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 255]])
    }
    #expect(try Self.embedded(Pictures.transparentPNG).pixels() == [[255, 0, 0, 255], [0, 0, 0, 128]])
  }

  /// Regression: photographs were compressed without predictors and took half as much again.
  @Test func interlacedImagesAreWrittenWithPredictors() throws {
    let sample = SamplePNG(width: 64, height: 64, colorType: 2, depth: 16, isInterlaced: true)
    #expect(try Self.embedded(sample.file).stream.dictionary["DecodeParms"].dictionary?["Predictor"].integer == 15)
  }

  /// Damage that the checksums do not show: they are of the damaged data.
  @Test func damagedImagesAreLeftOutWithADiagnostic() throws {
    let sample = SamplePNG(width: 20, height: 20)
    let header = Array(sample.file[8..<33])
    let rows = (0..<20).flatMap { _ in [UInt8(0)] + [UInt8](repeating: 9, count: 60) }
    let badFilter = [UInt8(5)] + rows.dropFirst()
    let packed = try #require(rows.zlib)
    let datas: [[UInt8]] = [
      [], [0x78], Array(packed.dropLast(12)), Array(try #require(rows.dropLast(30).zlib)), [1, 2, 3, 4, 5, 6],
      try #require(badFilter.zlib),
    ]
    for data in datas {
      let file = sample.file[..<8] + header + SamplePNG.chunk("IDAT", data) + SamplePNG.chunk("IEND", [])
      let scene = try Self.scene("data:image/png;base64," + Self.base64(Array(file)))
      let painted = try scene.painter.pdf()
      #expect(painted.diagnostics.map(\.code) == ["image_not_decoded"], "\(data.count) bytes")
    }
  }

  /// Every byte of a small file is changed, with the checksums corrected. No result is a crash or a hang.
  @Test func changedBytesAreHarmless() throws {
    for sample in [SamplePNG(colorType: 3, depth: 4, colors: 16, transparency: [0, 9]), SamplePNG(colorType: 6)] {
      let file = sample.file
      for offset in file.indices.dropFirst(8) {
        for change in [UInt8(1), 0x80] {
          var changed = file
          changed[offset] ^= change
          Self.correctChecksums(&changed)
          _ = PDFImage(png: changed)
        }
      }
      for count in stride(from: 0, to: file.count, by: 3) { #expect(PDFImage(png: Array(file[..<count])) == nil) }
    }
  }

  // MARK: Cache

  @Test func theOutputDoesNotDependOnTheCache() throws {
    let cache = PreparedImages()
    for sample in [Self.samples[0], Self.samples[20], SamplePNG(colorType: 6)] {
      let scene = try Self.scene("data:image/png;base64," + Self.base64(sample.file))
      let alone = try scene.painter.pdf().bytes
      for _ in 0..<2 {
        let cached = Painter(scene.document, images: scene.images, fonts: scene.fonts, preparedImages: cache)
        #expect(try cached.pdf().bytes == alone)
      }
    }
    #expect(cache.count == 3)
  }

  @Test func theCacheIsLimitedAndKeepsWhatIsUsed() throws {
    func image(_ count: Int) -> PDFImage? { PDFImage(png: SamplePNG(width: count, height: 3, colorType: 0).file) }
    let cache = PreparedImages(maximumBytes: 6000)
    var prepared = 0
    func use(_ key: Int) {
      _ = cache.image([UInt8](repeating: UInt8(key), count: 1000)) {
        prepared += 1
        return image(10)
      }
    }
    use(0)
    for key in 1...20 {
      use(key)
      use(0)
      #expect(cache.bytes <= 6000)
    }
    #expect(prepared == 21)
    #expect(cache.count == 5)
    // Files that would displace most others are not cached.
    _ = cache.image([UInt8](repeating: 1, count: 1500)) { image(10) }
    #expect(cache.count == 5)
    #expect(cache.image([1]) { nil } == nil)
  }

  // MARK: Reading

  /// An image XObject and its mask.
  struct Embedded {
    var file: PDFFile
    var stream: PDFStream
    var mask: PDFStream?

    /// Red, green, blue and alpha of each pixel; black if alpha is 0.
    func pixels() throws -> [[UInt8]] {
      let entries = stream.dictionary
      let (width, height) = (try #require(entries["Width"].integer), try #require(entries["Height"].integer))
      let bits = try #require(entries["BitsPerComponent"].integer)
      var palette: [UInt8]?
      var components = 1
      switch try file.resolve(entries["ColorSpace"]) {
      case .name("DeviceRGB"): components = 3
      case .array(let space): palette = try file.resolve(space[3]).string
      default: break
      }
      let data = try file.decode(stream)
      let alpha = try mask.map { try file.decode($0) }
      let rowBytes = (width * components * bits + 7) / 8
      return (0..<width * height).map { pixel in
        let (x, y) = (pixel % width, pixel / width)
        let samples = (0..<components).map { component in
          let bit = (x * components + component) * bits
          return Int(data[y * rowBytes + bit / 8]) >> (8 - bits - bit % 8) & (1 << bits - 1)
        }
        let opacity = alpha?[pixel] ?? 255
        guard opacity > 0 else { return [0, 0, 0, 0] }
        if let palette { return Array(palette[3 * samples[0]..<3 * samples[0] + 3]) + [opacity] }
        let colors = samples.map { UInt8($0 * 255 / (1 << bits - 1)) }
        return (components == 1 ? [colors[0], colors[0], colors[0]] : colors) + [opacity]
      }
    }
  }

  private static func scene(_ address: String) throws -> Scene {
    var scene = Scene(width: 20, height: 20)
    let id = try #require(scene.images.image(address))
    scene.add(Rect(0, 0, 20, 20), scene.style { _ in }, scene.image(id, in: Rect(0, 0, 20, 20)))
    return scene
  }

  private static func embedded(_ bytes: [UInt8]) throws -> Embedded {
    try embedded("data:image/png;base64," + base64(bytes))
  }

  private static func embedded(_ address: String) throws -> Embedded {
    let file = try PDFFile(PDFBytes(scene(address).painter.pdf().bytes))
    let images = try (1..<(file.trailer["Size"].integer ?? 1)).compactMap { number -> PDFStream? in
      guard let reference = PDFReference(number, 0), case .stream(let stream) = try file.object(reference),
        stream.dictionary["Subtype"].name == "Image"
      else { return nil }
      return stream
    }
    // A mask is written before its image.
    let image = try #require(images.first { !$0.dictionary["SMask"].isNull } ?? images.first)
    #expect(images.count == (image.dictionary["SMask"].isNull ? 1 : 2))
    var mask: PDFStream?
    if case .stream(let stream) = try file.resolve(image.dictionary["SMask"]) { mask = stream }
    return Embedded(file: file, stream: image, mask: mask)
  }

  /// Red, green, blue and alpha of each pixel, as `Embedded.pixels`.
  private static func pixels(of surface: OpaquePointer) throws -> [[UInt8]] {
    let data = try #require(cairo_image_surface_get_data(surface))
    let (width, height) = (cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface))
    let stride = Int(cairo_image_surface_get_stride(surface))
    let isOpaque = cairo_image_surface_get_format(surface) == CAIRO_FORMAT_RGB24
    return (0..<Int(width * height)).map { pixel in
      let start = data + pixel / Int(width) * stride + pixel % Int(width) * 4
      let alpha = isOpaque ? 255 : Int(start[3])
      guard alpha > 0 else { return [0, 0, 0, 0] }
      return [2, 1, 0].map { UInt8(min(255, (Int(start[$0]) * 255 + alpha / 2) / alpha)) } + [UInt8(alpha)]
    }
  }

  private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    bytes.indices.contains { bytes[$0...].starts(with: part) }
  }

  private static func correctChecksums(_ file: inout [UInt8]) {
    var offset = 8
    while offset + 12 <= file.count {
      let length = file[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
      guard length <= file.count - offset - 12 else { return }
      let sum = Array(file[offset + 4..<offset + 8 + length]).crc32
      for index in 0..<4 {
        file[offset + 8 + length + index] = UInt8(truncatingIfNeeded: sum >> (24 - 8 * UInt32(index)))
      }
      offset += 12 + length
    }
  }

  private static func base64(_ bytes: [UInt8]) -> String {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let value = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      text += String((0..<4).map { $0 <= group.count ? letters[value >> (18 - 6 * $0) & 63] : "=" })
    }
    return text
  }
}
