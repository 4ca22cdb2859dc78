import CZlib

extension PDFStream {
  /// The same with FlateDecode (ISO 32000-1, 7.4.4), where it has no filter and gets smaller by it.
  package var compressed: PDFStream {
    guard dictionary["Filter"].isNull, let data = encoded.zlib, data.count + 20 < encoded.count else {
      return self
    }
    var copy = PDFStream(dictionary: dictionary, data: data)
    copy.dictionary["Filter"] = .name("FlateDecode")
    return copy
  }
}

extension [UInt8] {
  /// As a zlib stream (RFC 1950); nil where zlib refuses, as it does for more than 4 GB.
  package var zlib: [UInt8]? {
    guard count < Int(UInt32.max) else { return nil }
    var length = compressBound(UInt(count))
    var output = [UInt8](repeating: 0, count: Int(length))
    guard compress2(&output, &length, self, UInt(count), 9) == Z_OK else { return nil }
    return Array(output.prefix(Int(length)))
  }
}
