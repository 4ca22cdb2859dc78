import Diagnostics
import Encodings
import JSON

/// Supporting documents.
extension InvoiceReader {
  func attachments() -> [Invoice.Attachment] {
    root.objects("attachments").map { object in
      defer { object.reportUnknown() }
      let source = object["data"]
      let content = source.flatMap { attachmentContent($0, object) }
      let fileName = content?.fileName
      let id = object.text("id") ?? fileName ?? ""
      if id.isEmpty {
        log.error(.missingField, "missing; expected a string", rule: "BR-52", at: object.path(of: "id"))
      }
      let url = object.text("url")
      if let url, url.wholeMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:\S+/) == nil {
        log.error(
          .invalidValue, "\(Quotation.of(url)) is not an absolute URL such as https://example.com/a.pdf",
          rule: "BR-TMP-2", at: object.path(of: "url"))
      }
      return Invoice.Attachment(id: id, description: object.text("description"), url: url, content: content)
    }
  }

  /// The content of an attachment: a `data:` URL with base64.
  private func attachmentContent(_ source: JSONValue, _ object: PayloadObject) -> Invoice.Attachment.Content? {
    let path = object.path(of: "data")
    guard case .string(let text) = source, text.hasPrefix("data:"), let comma = text.firstIndex(of: ",") else {
      log.error(.wrongType, "expected a data: URL with base64, such as data:application/pdf;base64,JVBERi0…", at: path)
      return nil
    }
    let header = text[text.index(text.startIndex, offsetBy: 5)..<comma].split(separator: ";")
    let data = String(text[text.index(after: comma)...])
    guard header.last == "base64", Base64.isCanonical(data) else {
      log.error(.invalidValue, "the data: URL does not hold base64", at: path)
      return nil
    }
    let mediaType = object.text("mime") ?? header.first.map(String.init) ?? ""
    guard Self.mediaTypes.contains(mediaType) else {
      log.error(
        .invalidValue,
        "attachments are PDF, PNG, JPEG, CSV, XLSX or ODS files, not \(Quotation.of(mediaType))",
        rule: "BR-CL-24", at: object.path(of: object.has("mime") ? "mime" : "data"))
      return nil
    }
    let fileName = object.filledText("filename", "missing; an attachment needs the name of its file")
    return .init(mediaType: mediaType, fileName: fileName, data: data)
  }

  private static let mediaTypes: Set = [
    "application/pdf", "image/png", "image/jpeg", "text/csv",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "application/vnd.oasis.opendocument.spreadsheet",
  ]
}
