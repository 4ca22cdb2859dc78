// Section numbers are those of ISO 32000-1 unless another standard is named.

/// A JPEG file and the meaning of its components.
package struct JPEGImage: Sendable {
  package let file: [UInt8]
  /// The size in pixels.
  package let width, height: Int
  /// 1, 3 or 4 (grey, RGB, CMYK).
  package let components: Int
  /// The ICC profile of the components; nil for those of the device.
  package var profile: [UInt8]?
  /// Whether the samples are inverted: 0 is the full amount of an ink.
  package var isInverted = false
  /// The name of the intent with which a printer converts the colours; nil for that of the page (8.6.5.8).
  package var intent: PDFName?
  /// Whether readers smooth the image when they enlarge it, if the profile allows it.
  package var isInterpolated = true

  package init(file: [UInt8], width: Int, height: Int, components: Int) {
    (self.file, self.width, self.height, self.components) = (file, width, height, components)
  }
}

extension PDFDrawing {
  /// Whether colours may be those of an unspecified printer. PDF/A needs an output intent for them, and that of this
  /// program is sRGB (ISO 19005-2, 6.2.4.3).
  package var allowsDeviceCMYK: Bool { conformance?.archive == nil }

  /// Whether colours may be those of an ICC profile. PDF/A-1 is of a version of PDF that knows only profiles of version
  /// 2 (ISO 19005-1, 6.2.3.2).
  /// - Parameter profile: a valid profile.
  package func allows(profile: [UInt8]) -> Bool { !(conformance?.isVersion4 ?? false) || profile[8] <= 2 }

  /// Adds an ICCBased colour space (8.6.5.5), unless there is one of an equal profile.
  /// - Parameter profile: a valid profile.
  /// - Returns: its number.
  package func colorSpace(profile: [UInt8], components: Int) -> Int {
    let key = SerializedObject(bytes: profile)
    if let known = profiles[key] { return known }
    let stream = PDFStream(dictionary: ["N": .integer(components)], data: profile).deflated
    let space = addShared(.array([.name("ICCBased"), .reference(to: add(.stream(stream)))]))
    profiles[key] = space
    return space
  }

  /// The colour space of an image, or of its palette.
  func colorSpace(of image: PDFImage) -> PDFObject {
    guard let profile = image.profile else { return image.deviceSpace }
    let components = if case .gray = image.colorSpace { 1 } else { 3 }
    return .reference(to: colorSpace(profile: profile, components: components))
  }

  /// Adds a JPEG file unchanged (7.4.8). `allowsDeviceCMYK` or `allows` must permit its colours.
  package func add(_ jpeg: JPEGImage) -> Int {
    let device: PDFName = jpeg.components == 1 ? "DeviceGray" : jpeg.components == 4 ? "DeviceCMYK" : "DeviceRGB"
    let space = jpeg.profile.map { PDFObject.reference(to: colorSpace(profile: $0, components: jpeg.components)) }
    var dictionary: PDFDictionary = [
      "Type": .name("XObject"), "Subtype": .name("Image"), "Width": .integer(jpeg.width),
      "Height": .integer(jpeg.height), "ColorSpace": space ?? .name(device), "BitsPerComponent": .integer(8),
      "Filter": .name("DCTDecode"),
    ]
    if jpeg.isInverted {
      dictionary["Decode"] = .array((0..<jpeg.components).flatMap { _ in [.integer(1), .integer(0)] })
    }
    if let intent = jpeg.intent { dictionary["Intent"] = .name(intent) }
    if allowsInterpolation, jpeg.isInterpolated { dictionary["Interpolate"] = .boolean(true) }
    return add(.stream(PDFStream(dictionary: dictionary, data: jpeg.file)))
  }
}
