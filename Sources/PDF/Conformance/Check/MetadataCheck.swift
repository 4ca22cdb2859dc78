/// Rules of XMP metadata.
extension ConformanceCheck {
  private static let dublinCore = "http://purl.org/dc/elements/1.1/"
  private static let basic = "http://ns.adobe.com/xap/1.0/"
  private static let pdf = "http://ns.adobe.com/pdf/1.3/"
  private static let archiveID = "http://www.aiim.org/pdfa/ns/id/"
  private static let accessibilityID = "http://www.aiim.org/pdfua/ns/id/"

  mutating func checkMetadata(_ catalog: PDFDictionary) {
    guard let stream = resolve(catalog["Metadata"]).stream else { return log.add(.metadata) }
    if !stream.dictionary["Filter"].isNull { log.add(.metadataFilter) }
    guard let data = try? file.decode(stream), let packet = XMPProperties(data) else { return log.add(.packet) }
    checkIdentification(packet)
    if profile.isAccessibility {
      if packet.text(Self.dublinCore, "title")?.isEmpty ?? true { log.add(.title) }
    } else {
      checkSchemas(packet)
      checkAgreement(packet)
    }
  }

  private mutating func checkIdentification(_ packet: XMPProperties) {
    let namespace = profile.isAccessibility ? Self.accessibilityID : Self.archiveID
    let part = packet.text(namespace, "part")
    if part != String(profile.part) { log.add(.identification, "part \(part ?? "missing")") }
    let level = packet.text(namespace, "conformance")
    switch profile {
    case .pdfUA1: break
    case .pdfUA2, .pdfA4, .pdfA4f:
      let year = packet.text(namespace, "rev") ?? ""
      if year.utf8.count != 4 || Int(year) == nil { log.add(.identification, "rev \(year)") }
      if profile == .pdfA4f, level != "F" { log.add(.identification, "conformance") }
    default:
      // Level A includes U and B, U includes B.
      let permitted = profile.level == "B" ? "ABU" : profile.level == "U" ? "AU" : "A"
      if level?.count != 1 || !(level.map { permitted.contains($0) } ?? false) {
        log.add(.identification, "conformance \(level ?? "missing")")
      }
    }
  }

  /// Namespaces whose properties are predefined (XMP Specification 2005).
  private static let predefined: Set<String> = [
    dublinCore, basic, pdf, archiveID, XMPProperties.extensions, "http://ns.adobe.com/xap/1.0/rights/",
    "http://ns.adobe.com/xap/1.0/mm/", "http://ns.adobe.com/xap/1.0/bj/", "http://ns.adobe.com/xap/1.0/t/pg/",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/", "http://ns.adobe.com/photoshop/1.0/",
    "http://ns.adobe.com/camera-raw-settings/1.0/", "http://ns.adobe.com/tiff/1.0/", "http://ns.adobe.com/exif/1.0/",
    "http://ns.adobe.com/exif/1.0/aux/", "http://www.w3.org/XML/1998/namespace", "adobe:ns:meta/",
  ]

  private mutating func checkSchemas(_ packet: XMPProperties) {
    for name in packet.values.keys where !Self.predefined.contains(name.namespace) {
      if !(packet.described[name.namespace]?.contains(name.local) ?? false) { log.add(.schema, name.local) }
    }
  }

  /// ISO 19005-1, 6.7.3: each entry of the information dictionary that XMP has too.
  private mutating func checkAgreement(_ packet: XMPProperties) {
    guard profile == .pdfA1b, let information = dictionary(file.trailer["Info"]) else { return }
    let texts: [(PDFName, String, String)] = [
      ("Title", Self.dublinCore, "title"), ("Author", Self.dublinCore, "creator"),
      ("Subject", Self.dublinCore, "description"), ("Keywords", Self.pdf, "Keywords"),
      ("Creator", Self.basic, "CreatorTool"), ("Producer", Self.pdf, "Producer"),
    ]
    for (key, namespace, name) in texts {
      guard let stated = resolve(information[key]).string else { continue }
      if packet.text(namespace, name) != TextString.decode(stated) { log.add(.metadataAgreement, key.text) }
    }
    for (key, name) in [("CreationDate", "CreateDate"), ("ModDate", "ModifyDate")] as [(PDFName, String)] {
      guard let stated = resolve(information[key]).string.map(TextString.decode) else { continue }
      let digits = { (text: String) in text.filter(\.isNumber).prefix(14) }
      let written = packet.text(Self.basic, name) ?? ""
      if digits(stated) != digits(written) { log.add(.metadataAgreement, key.text) }
    }
  }
}
