// Section numbers are those of ISO 32000-1 unless another standard is named.

/// A raster image (ISO 32000-1, 8.9.5) whose rows are encoded by PNG predictors and Flate.
package struct PDFImage: Sendable {
  /// The colours of the pixels, with eight bits for each component.
  package enum ColorSpace: Sendable {
    case gray, rgb
    /// Three bytes for each colour, at most 256 of them.
    case indexed([UInt8])

    var components: Int {
      switch self {
      case .gray, .indexed: 1
      case .rgb: 3
      }
    }
  }

  /// The size in pixels.
  package let width, height: Int
  /// 1, 2, 4 or 8.
  package let bitsPerComponent: Int
  package let colorSpace: ColorSpace
  /// A zlib stream of rows, each after the number of its filter.
  package let data: [UInt8]
  /// The alpha channel in the same encoding, with 8 bits per pixel; nil if the image is opaque.
  package let mask: [UInt8]?
  /// The ICC profile of the colours, of one component for grey and three for others; nil for those of the device.
  package var profile: [UInt8]?
  /// Whether readers smooth the image when they enlarge it. PDF/A forbids it.
  package var isInterpolated = true

  /// The bytes that it takes in memory and in a file.
  package var byteCount: Int {
    let palette = if case .indexed(let colors) = colorSpace { colors.count } else { 0 }
    return data.count + (mask?.count ?? 0) + palette
  }

  /// The colour space of the device that its colours have without a profile.
  var deviceSpace: PDFObject { if case .gray = colorSpace { .name("DeviceGray") } else { .name("DeviceRGB") } }

  /// The image XObject.
  /// - Parameters:
  ///   - space: the colour space, of the colours of the palette if there is one.
  ///   - palette: the object with the colours of an indexed image.
  ///   - mask: the object of the mask, `maskStream`.
  func stream(_ space: PDFObject, palette: PDFObject, mask: PDFObject) -> PDFStream {
    var space = space
    if case .indexed(let colors) = colorSpace {
      space = .array([.name("Indexed"), space, .integer(colors.count / 3 - 1), palette])
    }
    var stream = stream(data, space, components: colorSpace.components, bits: bitsPerComponent)
    stream.dictionary["SMask"] = mask
    return stream
  }

  /// The image XObject of the alpha channel (11.6.5.3); nil if the image is opaque.
  var maskStream: PDFStream? {
    mask.map { stream($0, .name("DeviceGray"), components: 1, bits: 8) }
  }

  private func stream(_ data: [UInt8], _ space: PDFObject, components: Int, bits: Int) -> PDFStream {
    var dictionary: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(width), "Height": .integer(height),
      "ColorSpace": space, "BitsPerComponent": .integer(bits), "Filter": .name("FlateDecode"),
      "DecodeParms": .dictionary([
        "Predictor": .integer(15), "Colors": .integer(components), "BitsPerComponent": .integer(bits),
        "Columns": .integer(width),
      ]),
    ]
    if isInterpolated { dictionary["Interpolate"] = .boolean(true) }
    return PDFStream(dictionary: dictionary, data: data)
  }
}
