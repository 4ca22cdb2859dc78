extension DocumentWriter {
  /// Writes an image with the objects that it needs. The palette of an indexed image is an object of its own, which is
  /// compressed.
  mutating func write(
    _ image: PDFImage, as number: Int, to file: inout PDFSerializer, _ offsets: inout [(number: Int, offset: Int)]
  ) {
    var palette = PDFObject.null
    if case .indexed(let colors) = image.colorSpace {
      let object = reserve()
      write(object) { $0.write(.string(colors)) }
      palette = .reference(to: object)
    }
    var mask = PDFObject.null
    if let stream = image.maskStream {
      let object = reserve()
      offsets.append((object, file.count))
      file.write(.stream(stream), as: PDFReference(new: object))
      mask = .reference(to: object)
    }
    offsets.append((number, file.count))
    file.write(.stream(image.stream(palette: palette, mask: mask)), as: PDFReference(new: number))
  }
}
