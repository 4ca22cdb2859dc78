import PDF

/// A PDF as text, followed by the decoded contents of its object streams.
package func unpackedText(_ pdf: [UInt8]) throws -> String {
  let file = try PDFFile(bytes: pdf)
  var text = String(decoding: pdf, as: UTF8.self)
  for part in text.split(separator: " 0 obj\n<< /Type /ObjStm").dropLast() {
    let digits = part.reversed().prefix { $0.isNumber }.reversed()
    guard let number = Int(String(digits)), let reference = PDFReference(number, 0),
      case .stream(let stream) = try file.object(reference)
    else { continue }
    text += String(decoding: try file.decode(stream), as: UTF8.self)
  }
  return text
}

/// The types of a file's structure elements, in file order.
package func structureTypes(_ unpacked: String) -> [String] {
  unpacked.split(separator: "<</S/").dropFirst().map { String($0.prefix { $0.isLetter || $0.isNumber }) }
}
