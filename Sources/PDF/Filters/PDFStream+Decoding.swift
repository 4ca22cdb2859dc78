extension PDFStream {
  /// The decoded data. Filters and their parameters must be direct objects, as they are in cross-reference and object
  /// streams; `PDFFile.decode` resolves them first.
  package func decoded(limits: PDFLimits) throws(PDFError) -> [UInt8] {
    let names: [PDFObject] =
      switch dictionary["Filter"] {
      case .null: []
      case .array(let filters): filters
      case let filter: [filter]
      }
    let allParameters: [PDFObject] =
      switch dictionary["DecodeParms"] {
      case .array(let all): all
      case let one: [one]
      }
    guard names.count <= limits.filters else {
      throw PDFError(
        code: .limit, message: "A stream has more than \(limits.filters) filters.", offset: range.lowerBound)
    }
    guard range.count <= limits.decodedStream else {
      throw PDFError(
        code: .limit, message: "A stream is longer than \(limits.decodedStream) bytes.", offset: range.lowerBound)
    }
    var data = encoded
    for (index, name) in names.enumerated() {
      guard let filter = name.name.flatMap(StreamFilter.init) else {
        throw PDFError(
          code: .stream, message: "The filter \(name.kindName) is not supported.", offset: range.lowerBound)
      }
      let parameters =
        index < allParameters.count ? allParameters[index].dictionary ?? PDFDictionary() : PDFDictionary()
      do throws(PDFError) {
        data = try filter.decode(data, parameters: parameters, limit: limits.decodedStream)
      } catch {
        throw PDFError(code: error.code, message: error.message, offset: range.lowerBound)
      }
    }
    return data
  }
}
