extension DocumentWriter {
  /// Adds to the catalog what the profiles require of each file: metadata, and for PDF/A an output intent.
  mutating func addConformance(
    _ conformance: Conformance, of contents: DocumentContents, to catalog: inout PDFDictionary
  ) {
    let packet = XMPPacket(metadata: contents.metadata, conformance: conformance, schemas: contents.schemas)
    // Not compressed, so that programs find it without reading PDF (ISO 19005-1, 6.7.2).
    let metadata = PDFStream(
      dictionary: ["Type": .name("Metadata"), "Subtype": .name("XML")], data: packet.bytes)
    catalog["Metadata"] = .reference(to: write(stream: metadata))
    if conformance.archive != nil { catalog["OutputIntents"] = .array([.dictionary(outputIntent())]) }
  }

  /// An output intent that defines the device colours as sRGB (ISO 32000-1, 14.11.5; ISO 19005-2, 6.2.3).
  private mutating func outputIntent() -> PDFDictionary {
    let profile = PDFStream(dictionary: ["N": .integer(3)], data: SRGBProfile.bytes).compressed
    return [
      "Type": .name("OutputIntent"), "S": .name("GTS_PDFA1"), "OutputConditionIdentifier": .text("sRGB"),
      "Info": .text("sRGB IEC61966-2.1"), "RegistryName": .text("http://www.color.org"),
      "DestOutputProfile": .reference(to: write(stream: profile)),
    ]
  }
}
