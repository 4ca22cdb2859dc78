import PDF
import Resources

extension JPEGImage {
  /// A JPEG file with the colours that it states.
  /// - Parameter drawing: the PDF that shall contain it.
  /// - Returns: nil if the PDF may not contain colours of inks without a profile.
  init?(_ file: [UInt8], _ info: ImageInfo, in drawing: PDFDrawing?) {
    let components = info.isCMYK ? 4 : info.isGray ? 1 : 3
    self.init(file: file, width: info.pixelWidth, height: info.pixelHeight, components: components)
    let colors = JPEGColors(file, components: components)
    isInverted = colors.isInverted
    // The RGB colours of a PDF are those of sRGB.
    if let found = colors.profile, !found.isSRGB, drawing?.allows(profile: found.bytes) ?? true {
      profile = found.bytes
    }
    if components == 4, profile == nil, drawing?.allowsDeviceCMYK == false { return nil }
  }
}
