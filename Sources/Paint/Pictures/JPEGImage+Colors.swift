import PDF
import Resources
import Style

extension JPEGImage {
  /// A JPEG file with the colours that it states.
  /// - Parameters:
  ///   - embedded: its profile; nil if its colours are those of sRGB or of inks without a profile.
  ///   - inks: the profile of inks without a profile of their own (css-color-5 §14.1); nil for those of the printer.
  ///   - drawing: the PDF that shall contain it.
  /// - Returns: nil if the PDF may not contain colours of inks without a profile.
  init?(
    _ file: [UInt8], _ info: ImageInfo, embedded: ICCProfile?, inks: ColorProfiles.Entry?, in drawing: PDFDrawing?
  ) {
    let components = info.isCMYK ? 4 : info.isGray ? 1 : 3
    self.init(file: file, width: info.pixelWidth, height: info.pixelHeight, components: components)
    isInverted = JPEGColors(file, components: components).isInverted
    func isAllowed(_ profile: ICCProfile) -> Bool { drawing?.allows(profile: profile.bytes) ?? true }
    if let embedded, isAllowed(embedded) {
      profile = embedded.bytes
    } else if components == 4, let inks, isAllowed(inks.profile) {
      profile = inks.profile.bytes
      intent = inks.intent?.name
    }
    if components == 4, profile == nil, drawing?.allowsDeviceCMYK == false { return nil }
  }
}

extension RenderingIntent {
  /// ISO 32000-1, table 70.
  fileprivate var name: PDFName {
    switch self {
    case .relativeColorimetric: "RelativeColorimetric"
    case .absoluteColorimetric: "AbsoluteColorimetric"
    case .perceptual: "Perceptual"
    case .saturation: "Saturation"
    }
  }
}
