extension DocumentWriter {
  /// Adds to the catalog the objects that the profiles require of each file: metadata, and for PDF/A an output intent.
  mutating func addConformance(
    _ conformance: Conformance, of contents: DocumentContents, to catalog: inout PDFDictionary
  ) {
    let packet = XMPPacket(metadata: contents.metadata, conformance: conformance, schemas: contents.schemas)
    catalog["Metadata"] = .reference(to: write(stream: packet.stream))
    guard conformance.archive != nil else { return }
    let intent = OutputIntent.dictionary(profile: .reference(to: write(stream: OutputIntent.profile)))
    catalog["OutputIntents"] = .array([.dictionary(intent)])
  }
}
