/// An output intent that defines the device colours as sRGB (ISO 32000-1, 14.11.5; ISO 19005-2, 6.2.3).
enum OutputIntent {
  /// The stream with the profile.
  static var profile: PDFStream { PDFStream(dictionary: ["N": .integer(3)], data: SRGBProfile.bytes).compressed }

  /// - Parameter profile: a reference to the stream.
  static func dictionary(profile: PDFObject) -> PDFDictionary {
    [
      "Type": .name("OutputIntent"), "S": .name("GTS_PDFA1"), "OutputConditionIdentifier": .text("sRGB"),
      "Info": .text("sRGB IEC61966-2.1"), "RegistryName": .text("http://www.color.org"),
      "DestOutputProfile": profile,
    ]
  }
}

extension XMPPacket {
  /// The metadata stream. It is not compressed, so that programs find it without reading PDF (ISO 19005-1, 6.7.2).
  var stream: PDFStream { PDFStream(dictionary: ["Type": .name("Metadata"), "Subtype": .name("XML")], data: bytes) }
}
