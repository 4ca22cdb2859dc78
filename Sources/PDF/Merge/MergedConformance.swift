/// The profiles that a merged file states, and the metadata that replace the metadata of its parts.
///
/// Merging writes what a profile requires of the file as a whole: XMP metadata, an output intent, the language, and
/// that the title is shown. Whether its parts conform must be checked with the finished file (`ConformanceCheck`).
package struct MergedConformance: Sendable {
  /// The profiles that the file states.
  package var profiles: Conformance
  /// The XMP metadata. The information dictionary must have the same values.
  package var metadata: PDFMetadata
  /// Further properties of the metadata.
  package var schemas: [XMPSchema]

  /// - Throws: `conformance` for profiles of other versions of PDF than 1.7.
  package init(_ profiles: Conformance, _ metadata: PDFMetadata, schemas: [XMPSchema] = []) throws(PDFError) {
    guard profiles.isPossibleForMergedFiles else {
      throw PDFError(
        code: .conformance,
        message:
          "Merged files are PDF 1.7; \(profiles) needs another version. Use PDF/A-2, PDF/A-3 or PDF/UA-1.")
    }
    (self.profiles, self.metadata, self.schemas) = (profiles, metadata, schemas)
  }

  /// Writes the objects, and adds them to the catalog.
  func write(to output: MergeOutput, _ catalog: inout PDFDictionary) {
    let packet = XMPPacket(metadata: metadata, conformance: profiles, schemas: schemas)
    catalog["Metadata"] = output.write(.stream(packet.stream))
    if profiles.archive != nil {
      let intent = OutputIntent.dictionary(profile: output.write(.stream(OutputIntent.profile)))
      catalog["OutputIntents"] = .array([.dictionary(intent)])
    }
    if catalog["Lang"].isNull, !metadata.language.isEmpty { catalog["Lang"] = .text(metadata.language) }
    if !metadata.title.isEmpty { catalog["ViewerPreferences"] = .dictionary(["DisplayDocTitle": .boolean(true)]) }
  }
}

extension Conformance {
  /// Whether the profiles are of PDF 1.7, which `FileMerge` writes.
  package var isPossibleForMergedFiles: Bool { !isVersion2 && !isVersion4 }
}
