import Archives
import JSON
import PDF

/// The work on PDF files, in the separate process.
extension FileTask {
  /// - Returns: the answer, and the merged file.
  func run(_ files: [[UInt8]]) -> (FileTaskResponse, [UInt8]) {
    do throws(FileTaskFailure) {
      var opened: [PDFFile] = []
      for (index, bytes) in files.enumerated() {
        opened.append(try Self.naming(index) { () throws(PDFError) in try PDFFile(bytes: bytes) })
      }
      switch self {
      case .title:
        return (.title(try Self.naming(0) { () throws(PDFError) in try opened.first?.title() }), [])
      case .metadata:
        var texts: [String] = []
        for (index, file) in opened.enumerated() {
          texts.append(try Self.naming(index) { () throws(PDFError) in try Self.metadata(of: file).text })
        }
        return (.metadata(texts), [])
      case .verify(let evidence):
        guard let base = opened.first else { throw .file(index: nil, message: "there is no file") }
        return (.verified(Self.report(on: evidence, base)), [])
      case .merge(let options): return (.merged, try Self.merged(opened, options))
      case .index, .newBase, .document: throw .file(index: nil, message: "there is no base")
      }
    } catch {
      return (.failed(error), [])
    }
  }

  private static func report(on evidence: DocumentEvidence, _ base: PDFFile) -> VerificationReport {
    do {
      let result = try DocumentVerification.verify(evidence, base: base)
      return VerificationReport(
        proven: result.proven, remarks: result.remarks, fault: result.fault.map { "\($0)" })
    } catch {
      return VerificationReport(fault: "\(error)")
    }
  }

  private static func naming<Value>(
    _ index: Int?, _ body: () throws(PDFError) -> Value
  ) throws(FileTaskFailure) -> Value {
    do throws(PDFError) {
      return try body()
    } catch {
      throw .file(index: index, message: error.message)
    }
  }

  // MARK: Merging

  private static func merged(_ files: [PDFFile], _ options: FileMergeOptions) throws(FileTaskFailure) -> [UInt8] {
    guard let first = files.first else { throw .file(index: nil, message: "there is no file") }
    var parts: [FileMerge.Part] = []
    for (index, file) in files.enumerated() {
      var pages: [Int]?
      if let ranges = options.pages {
        let count = try naming(index) { () throws(PDFError) in try file.pages().count }
        let found = ranges.pages(of: count)
        guard !found.isEmpty else { throw .noPages(count: count) }
        pages = found
      }
      parts.append(FileMerge.Part(file, pages: pages, scale: options.scale))
    }
    return try naming(files.count == 1 ? 0 : nil) { () throws(PDFError) in
      try FileMerge.merge(parts, information: try information(of: first, changed: options.information))
    }
  }

  private static func information(
    of file: PDFFile, changed entries: [InformationEntry]?
  ) throws(PDFError) -> PDFDictionary? {
    guard let entries else { return nil }
    var information = try file.information().texts(includesNames: true)
    for entry in entries {
      let key = PDFName(ascii: entry.key)
      switch entry.value {
      case .none: information[key] = .null
      case .text(let text): information[key] = .text(text)
      case .name(let name): information[key] = .name(PDFName(ascii: name))
      }
    }
    return information
  }

  // MARK: Reading

  /// Metadata with the names that ExifTool uses.
  private static func metadata(of file: PDFFile) throws(PDFError) -> JSONValue {
    var members: [JSONObject.Member] = [
      .init(name: "PDFVersion", value: .number(file.version)),
      .init(name: "MIMEType", value: .string("application/pdf")),
      .init(name: "PageCount", value: .number("\(try file.pages().count)")),
    ]
    for (key, value) in try file.information().entries {
      guard let text = value.string.map({ TextString.decode($0) }) ?? value.name?.text else { continue }
      switch key {
      case "CreationDate": members.append(.init(name: "CreateDate", value: .string(date(text))))
      case "ModDate": members.append(.init(name: "ModifyDate", value: .string(date(text))))
      default: members.append(.init(name: key.text, value: .string(text)))
      }
    }
    return .object(JSONObject(members))
  }

  /// A PDF date as ExifTool writes it: `2026:01:31 12:00:00Z`.
  private static func date(_ text: String) -> String {
    guard let match = text.prefixMatch(of: /D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(Z|[+-]\d{2}'?\d{2})?/) else {
      return text
    }
    let (_, year, month, day, hour, minute, second, zone) = match.output
    let offset = zone.map { zone in
      zone == "Z" ? "Z" : "\(zone.prefix(3)):\(zone.filter(\.isNumber).suffix(2))"
    }
    return "\(year):\(month):\(day) \(hour):\(minute):\(second)\(offset ?? "")"
  }
}
