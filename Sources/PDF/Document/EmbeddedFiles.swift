/// A file that a PDF contains (ISO 32000-1, 7.11.4). Its data are read by `PDFFile.data(of:)`.
package struct EmbeddedFile: Sendable {
  /// The name of the file (`/UF` or `/F`), as the PDF states it.
  package var name: String
  let stream: PDFStream
}

extension PDFFile {
  /// The files of the document (`/EmbeddedFiles`), then those that are only associated with it (`/AF`; ISO 19005-3,
  /// 6.8). References to files outside of the document are left out.
  /// - Throws: `PDFError` if the file is encrypted or damaged, or its trees are too large.
  package func embeddedFiles() throws(PDFError) -> [EmbeddedFile] {
    guard !isEncrypted else {
      throw PDFError(code: .encrypted, message: "The file is encrypted; the files in it cannot be read.")
    }
    let catalog = try catalog()
    let names = try resolve(catalog["Names"]).dictionary
    let listed = try PDFTree.names(names?["EmbeddedFiles"] ?? .null, self).map(\.value)
    let associated = try resolve(catalog["AF"]).array ?? []
    var files: [EmbeddedFile] = []
    for specification in listed + associated {
      guard let file = try embeddedFile(specification), !files.contains(where: { $0.name == file.name }) else {
        continue
      }
      files.append(file)
    }
    return files
  }

  /// The decoded data, at most `limits.decodedStream` bytes.
  package func data(of file: EmbeddedFile) throws(PDFError) -> [UInt8] { try decode(file.stream) }

  private func embeddedFile(_ specification: PDFObject) throws(PDFError) -> EmbeddedFile? {
    guard let specification = try resolve(specification).dictionary,
      let streams = try resolve(specification["EF"]).dictionary
    else { return nil }
    // Both keys name the same file; some programs write only one of them, or the stream only under the other.
    let plainName = try resolve(specification["F"]).string
    let plainStream = try resolve(streams["F"]).stream
    guard let name = try resolve(specification["UF"]).string ?? plainName,
      let stream = try resolve(streams["UF"]).stream ?? plainStream
    else { return nil }
    return EmbeddedFile(name: TextString.decode(name), stream: stream)
  }
}
