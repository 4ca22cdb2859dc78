/// The data of streams, and the object streams (ISO 32000-1, 7.5.7) that were read.
extension PDFFile {
  /// The decoded data of a stream, at most `limits.decodedStream` bytes.
  /// - Throws: `limit` also if too many bytes of streams were decoded before.
  package func decode(_ stream: PDFStream) throws(PDFError) -> [UInt8] {
    guard !isEncrypted else { throw encrypted("a stream") }
    try budget.spend(stream: 0)
    var direct = stream
    for key in ["Filter", "DecodeParms"] as [PDFName] {
      var value = try resolve(stream.dictionary[key])
      if case .array(let items) = value {
        var resolved: [PDFObject] = []
        for item in items.prefix(limits.filters + 1) { resolved.append(try resolve(item)) }
        value = .array(resolved)
      }
      direct.dictionary[key] = value
    }
    let data: [UInt8]
    do throws(PDFError) {
      data = try direct.decoded(limits: limits)
    } catch {
      // The damage can be after much data.
      let most = limits.decodedStream
      try budget.spend(stream: error.code == .limit ? most : min(most, 16 * stream.range.count))
      throw error
    }
    try budget.spend(stream: data.count)
    return data
  }

  /// The data of streams that are one, as those of `/Contents` (ISO 32000-1, 7.8.2), with a line feed after each; at
  /// most `limits.decodedStream` bytes. Items that are no streams are left out.
  package func joined(_ parts: [PDFObject]) throws(PDFError) -> [UInt8] {
    var bytes: [UInt8] = []
    for part in parts {
      guard case .stream(let stream) = try resolve(part) else { continue }
      bytes += try decode(stream) + [0x0A]
      guard bytes.count <= limits.decodedStream else {
        throw PDFError(
          code: .limit, message: "The streams of a page decode to more than \(limits.decodedStream) bytes.")
      }
    }
    return bytes
  }

  func objectStream(_ number: Int, for reference: PDFReference) throws(PDFError) -> ObjectStream {
    if let known = objectStreams[number] { return known }
    if let failure = failures[number] { throw failure }
    try budget.spend(objectStream: 0)
    guard !isEncrypted else { throw encrypted("object \(reference)") }
    guard case .inUse(let offset, let generation)? = table[number], let own = PDFReference(number, generation) else {
      throw PDFError(
        code: .crossReference,
        message: "Object \(reference) should be in object stream \(number), which is not an indirect object.")
    }
    guard openStreams.insert(number).inserted else {
      throw .crossReference("Object stream \(number) contains an object that is needed to read it.", at: offset)
    }
    defer { openStreams.remove(number) }
    guard case .stream(let stream) = try indirectObject(own, at: offset).value else {
      throw .crossReference("Object \(number) should be an object stream.", at: offset)
    }
    do throws(PDFError) {
      let data = try decode(stream)
      try budget.spend(objectStream: data.count)
      return cache(try ObjectStream(stream, data: data, limits: limits), as: number, size: data.count)
    } catch {
      let failure = PDFError(code: error.code, message: "Object stream \(number): \(error.message)", offset: offset)
      failures[number] = failure
      throw failure
    }
  }

  private func cache(_ stream: ObjectStream, as number: Int, size: Int) -> ObjectStream {
    if cachedBytes + size > limits.objectStreamCache {
      objectStreams.removeAll()
      cachedBytes = 0
    }
    objectStreams[number] = stream
    cachedBytes += size
    return stream
  }

  private func encrypted(_ what: String) -> PDFError {
    PDFError(
      code: .encrypted, message: "The file is encrypted, so \(what) cannot be read. Remove the encryption first.")
  }
}
