// Section numbers are those of ISO 32000-1 unless another standard is named.

/// The drawing of a new PDF: the content of its pages, and the objects to which it refers. `DocumentWriter` writes it.
///
/// Objects are numbered from 1 in the order in which they are added.
package final class PDFDrawing {
  /// A page.
  package struct Page {
    var content: Int
    var resources: PDFDictionary
    var size: PDFRectangle
    /// Whether the page has translucent or blended objects, for which the colour space is stated (11.6.7).
    var hasTransparency: Bool
  }

  /// The pages so far, in order.
  package private(set) var pages: [Page] = []
  private var objects: FileObjects
  /// Numbers without objects.
  private var undefined: Set<Int> = []
  /// The profiles that the document must conform to; nil for none.
  let conformance: Conformance?
  /// Whether readers may smooth images when they enlarge them. PDF/A forbids it (ISO 19005-2, 6.2.8).
  package let allowsInterpolation: Bool
  /// Whether fonts state which glyphs they have, as PDF/A-1 requires (ISO 19005-1, 6.3.5).
  package let namesGlyphsOfSubsets: Bool
  /// The numbers of shared objects, by their serialized form.
  private var shared: [SerializedObject: Int] = [:]
  /// The numbers of the colour spaces of profiles, by the bytes of the profile.
  var profiles: [SerializedObject: Int] = [:]

  /// - Parameter conformance: the profiles that the document must conform to; nil for none.
  package init(conformance: Conformance? = nil) {
    self.conformance = conformance
    objects = FileObjects(version: Self.version(conformance))
    allowsInterpolation = conformance == nil
    namesGlyphsOfSubsets = conformance?.isVersion4 ?? false
  }

  private static func version(_ conformance: Conformance?) -> String {
    conformance?.isVersion2 ?? false ? "2.0" : conformance?.isVersion4 ?? false ? "1.4" : "1.7"
  }

  // MARK: Objects

  /// The bytes of the file so far, without the objects that are still to be packed or compressed.
  package var byteCount: Int { objects.byteCount }

  /// The number of an object that a later call of `define` defines.
  package func reserve() -> Int {
    let number = objects.reserve()
    undefined.insert(number)
    return number
  }

  /// Writes the object of a number that was reserved.
  package func define(_ number: Int, _ object: PDFObject) {
    undefined.remove(number)
    objects.write(number, object)
  }

  /// - Returns: its number.
  package func add(_ object: PDFObject) -> Int {
    let number = objects.reserve()
    objects.write(number, object)
    return number
  }

  /// Adds a stream, which is compressed.
  /// - Returns: its number.
  private func add(deflating stream: PDFStream) -> Int {
    let number = objects.reserve()
    objects.write(number, deflating: stream)
    return number
  }

  /// Ends the drawing.
  /// - Returns: its objects, the numbers that were not defined as null.
  func takeObjects() -> FileObjects {
    for number in undefined.sorted() { objects.write(number, .null) }
    undefined = []
    defer { objects = FileObjects(version: Self.version(conformance)) }
    return objects
  }

  /// Adds a small object that is not a stream, unless there is an equal one.
  /// - Returns: its number.
  package func addShared(_ object: PDFObject) -> Int {
    var key = PDFSerializer(.spaced)
    key.write(object)
    let serialized = SerializedObject(bytes: key.bytes)
    if let number = shared[serialized] { return number }
    let number = objects.reserve()
    objects.pack(number) { $0.write(bytes: key.bytes) }
    shared[serialized] = number
    return number
  }

  // MARK: Images

  /// Adds an image.
  /// - Returns: the number of the image XObject.
  package func add(_ image: PDFImage) -> Int {
    var image = image
    if !allowsInterpolation { image.isInterpolated = false }
    var palette = PDFObject.null
    if case .indexed(let colors) = image.colorSpace { palette = .reference(to: add(.string(colors))) }
    let mask: PDFObject = image.maskStream.map { .reference(to: add(.stream($0))) } ?? .null
    return add(.stream(image.stream(colorSpace(of: image), palette: palette, mask: mask)))
  }

  /// Adds an alpha channel of one colour: `alpha` is drawn in that colour.
  /// - Parameter alpha: bytes, row by row from the upper one.
  package func add(alpha: [UInt8], width: Int, height: Int, color: (UInt8, UInt8, UInt8)) -> Int {
    let mask = add(
      deflating: PDFStream(
        dictionary: [
          "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width), "Height": .integer(height),
          "ColorSpace": .name("DeviceGray"), "BitsPerComponent": .integer(8),
          "DecodeParms": .dictionary([
            "Predictor": .integer(12), "Colors": .integer(1), "BitsPerComponent": .integer(8),
            "Columns": .integer(width),
          ]),
        ], data: Self.differences(ofRows: alpha, width: width)))
    let rows = [UInt8](repeating: 0, count: (width + 7) / 8 * height)
    return add(
      deflating: PDFStream(
        dictionary: [
          "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width), "Height": .integer(height),
          "ColorSpace": .array([
            .name("Indexed"), .name("DeviceRGB"), .integer(0), .string([color.0, color.1, color.2]),
          ]), "BitsPerComponent": .integer(1), "SMask": .reference(to: mask),
        ], data: rows))
  }

  /// Rows of bytes with the PNG filter Up (7.4.4.4), which makes repeated rows zeros.
  private static func differences(ofRows bytes: [UInt8], width: Int) -> [UInt8] {
    guard width > 0 else { return [] }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + bytes.count / width + 1)
    for start in stride(from: 0, to: bytes.count, by: width) {
      result.append(2)
      for index in start..<min(start + width, bytes.count) {
        result.append(index < width ? bytes[index] : bytes[index] &- bytes[index - width])
      }
    }
    return result
  }

  // MARK: Content

  /// Adds a form XObject (8.10).
  /// - Parameters:
  ///   - isGroup: whether it is a transparency group (11.6.6).
  ///   - isMask: whether its luminosity is a mask; its colours are then gray.
  package func addForm(
    _ content: ContentStream, _ resources: ContentResources, box: PDFRectangle, isGroup: Bool, isMask: Bool = false
  ) -> Int {
    var dictionary: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Form"), "BBox": .preciseRectangle(box),
      "Resources": .dictionary(resources.dictionary),
    ]
    if isGroup {
      dictionary["Group"] = .dictionary([
        "Type": .name("Group"), "S": .name("Transparency"), "I": .boolean(true),
        "CS": .name(isMask ? "DeviceGray" : "DeviceRGB"),
      ])
    }
    return add(deflating: PDFStream(dictionary: dictionary, data: content.bytes))
  }

  /// Adds a tiling pattern (8.7.3).
  /// - Parameters:
  ///   - box: one tile.
  ///   - matrix: from the space of the tile to that of the content stream which uses the pattern.
  package func addPattern(
    _ content: ContentStream, _ resources: ContentResources, box: PDFRectangle, stepX: Double, stepY: Double,
    matrix: PDFMatrix
  ) -> Int {
    let dictionary: PDFDictionary = [
      "Type": .name("Pattern"), "PatternType": .integer(1), "PaintType": .integer(1), "TilingType": .integer(1),
      "BBox": .preciseRectangle(box), "XStep": .real(stepX), "YStep": .real(stepY), "Matrix": matrix.object,
      "Resources": .dictionary(resources.dictionary),
    ]
    return add(deflating: PDFStream(dictionary: dictionary, data: content.bytes))
  }

  /// Adds a page.
  /// - Parameters:
  ///   - width: points, like `height`.
  package func addPage(
    _ content: ContentStream, _ resources: ContentResources, width: Double, height: Double, hasTransparency: Bool
  ) {
    let number = add(deflating: PDFStream(dictionary: [:], data: content.bytes))
    pages.append(
      Page(
        content: number, resources: resources.dictionary, size: PDFRectangle(x0: 0, y0: 0, x1: width, y1: height),
        hasTransparency: hasTransparency))
  }
}

/// The serialized form of an object, or the bytes of a stream. An array of bytes would be hashed byte by byte.
struct SerializedObject: Hashable {
  let bytes: [UInt8]

  func hash(into hasher: inout Hasher) { bytes.withUnsafeBytes { hasher.combine(bytes: $0) } }
}

extension PDFStream {
  /// The stream with FlateDecode, at the standard level.
  var deflated: PDFStream {
    guard let data = encoded.deflated(.standard) else { return self }
    var copy = PDFStream(dictionary: dictionary, data: data)
    copy.dictionary["Filter"] = .name("FlateDecode")
    return copy
  }
}

extension PDFObject {
  /// `[x0 y0 x1 y1]`, not rounded.
  static func preciseRectangle(_ value: PDFRectangle) -> PDFObject {
    .array([.real(value.x0), .real(value.y0), .real(value.x1), .real(value.y1)])
  }
}
