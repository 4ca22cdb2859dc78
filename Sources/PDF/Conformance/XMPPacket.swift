import Dates

/// The metadata stream of a new file (ISO 32000-1, 14.3.2; ISO 16684-1): an XMP packet that agrees with the information
/// dictionary and states the profiles (ISO 19005-1, 6.7; ISO 14289-1, 5).
struct XMPPacket {
  let metadata: PDFMetadata
  let conformance: Conformance
  var schemas: [XMPSchema] = []

  var bytes: [UInt8] {
    var extensions = schemas
    if conformance.archive.map({ $0.part < 4 }) ?? false, conformance.accessibility != nil {
      extensions.append(.accessibility)
    }
    var packet = "<?xpacket begin=\"\u{FEFF}\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n"
    packet += "<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n"
    packet += "<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n"
    packet += description("pdf", "http://ns.adobe.com/pdf/1.3/", basics)
    packet += description("xmp", "http://ns.adobe.com/xap/1.0/", dates)
    packet += description("dc", "http://purl.org/dc/elements/1.1/", dublinCore)
    if let archive = conformance.archive {
      packet += description("pdfaid", "http://www.aiim.org/pdfa/ns/id/", Self.identification(archive))
    }
    if let accessibility = conformance.accessibility {
      packet += description("pdfuaid", XMPSchema.accessibility.namespace, Self.identification(accessibility))
    }
    for schema in schemas {
      let values = schema.properties.map { simple("\(schema.prefix):\($0.name)", $0.value) }
      packet += description(schema.prefix, schema.namespace, values.joined())
    }
    // Needed by PDF/A-1 to -3 only (ISO 19005-4, 6.7.2.3).
    if conformance.archive?.part != 4 { packet += descriptions(of: extensions) }
    packet += "</rdf:RDF>\n</x:xmpmeta>\n<?xpacket end=\"w\"?>"
    return Array(packet.utf8)
  }

  // MARK: Properties

  private var basics: String {
    simple("pdf:Producer", metadata.producer) + simple("pdf:Keywords", metadata.keywords)
  }

  private var dates: String {
    simple("xmp:CreatorTool", metadata.creator) + date("xmp:CreateDate", metadata.created)
      + date("xmp:ModifyDate", metadata.modified)
  }

  private var dublinCore: String {
    var text = "<dc:format>application/pdf</dc:format>\n"
    text += alternative("dc:title", metadata.title)
    if !metadata.author.isEmpty {
      text += "<dc:creator><rdf:Seq><rdf:li>\(Self.escaped(metadata.author))</rdf:li></rdf:Seq></dc:creator>\n"
    }
    text += alternative("dc:description", metadata.subject)
    if !metadata.language.isEmpty {
      text += "<dc:language><rdf:Bag><rdf:li>\(Self.escaped(metadata.language))</rdf:li></rdf:Bag></dc:language>\n"
    }
    return text
  }

  private static func identification(_ profile: ConformanceProfile) -> String {
    let prefix = profile.isAccessibility ? "pdfuaid" : "pdfaid"
    var text = "<\(prefix):part>\(profile.part)</\(prefix):part>\n"
    if let level = profile.level { text += "<pdfaid:conformance>\(level)</pdfaid:conformance>\n" }
    // The years of ISO 19005-4 and ISO 14289-2.
    if profile.part == 4 { text += "<pdfaid:rev>2020</pdfaid:rev>\n" }
    if profile == .pdfUA2 { text += "<pdfuaid:rev>2024</pdfuaid:rev>\n" }
    return text
  }

  // MARK: Extension schemas

  /// The descriptions of properties that no predefined schema has (ISO 19005-2, 6.6.2.3.3).
  private func descriptions(of schemas: [XMPSchema]) -> String {
    guard !schemas.isEmpty else { return "" }
    var text = "<rdf:Description rdf:about=\"\" xmlns:pdfaExtension=\"http://www.aiim.org/pdfa/ns/extension/\""
    text += " xmlns:pdfaSchema=\"http://www.aiim.org/pdfa/ns/schema#\""
    text += " xmlns:pdfaProperty=\"http://www.aiim.org/pdfa/ns/property#\">\n<pdfaExtension:schemas><rdf:Bag>\n"
    for schema in schemas {
      text += "<rdf:li rdf:parseType=\"Resource\">\n" + simple("pdfaSchema:schema", schema.title)
      text += simple("pdfaSchema:namespaceURI", schema.namespace) + simple("pdfaSchema:prefix", schema.prefix)
      text += "<pdfaSchema:property><rdf:Seq>\n"
      for property in schema.properties {
        text += "<rdf:li rdf:parseType=\"Resource\">" + simple("pdfaProperty:name", property.name)
        text += simple("pdfaProperty:valueType", property.type) + simple("pdfaProperty:category", schema.category)
        text += simple("pdfaProperty:description", property.description) + "</rdf:li>\n"
      }
      text += "</rdf:Seq></pdfaSchema:property>\n</rdf:li>\n"
    }
    return text + "</rdf:Bag></pdfaExtension:schemas>\n</rdf:Description>\n"
  }

  // MARK: XML

  private func description(_ prefix: String, _ namespace: String, _ properties: String) -> String {
    guard !properties.isEmpty else { return "" }
    return "<rdf:Description rdf:about=\"\" xmlns:\(prefix)=\"\(namespace)\">\n\(properties)</rdf:Description>\n"
  }

  private func simple(_ name: String, _ value: String) -> String {
    value.isEmpty ? "" : "<\(name)>\(Self.escaped(value))</\(name)>\n"
  }

  private func alternative(_ name: String, _ value: String) -> String {
    guard !value.isEmpty else { return "" }
    return "<\(name)><rdf:Alt><rdf:li xml:lang=\"x-default\">\(Self.escaped(value))</rdf:li></rdf:Alt></\(name)>\n"
  }

  /// A date exactly as precise as in the information dictionary.
  private func date(_ name: String, _ iso8601: String) -> String {
    PDFDate.pdf(iso8601: iso8601).flatMap(PDFDate.iso8601(pdf:)).map { simple(name, $0) } ?? ""
  }

  /// Characters that XML cannot contain become spaces.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\t", "\n", "\r": result.unicodeScalars.append(scalar)
      case "\u{0}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": result += " "
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

/// Properties of a document in a schema that no standard predefines.
package struct XMPSchema: Hashable, Sendable {
  /// A property with its value, and the description of the property that a schema extension requires.
  package struct Property: Hashable, Sendable {
    package var name, value, description: String
    /// An XMP value type: `Text`, `Integer`.
    package var type: String

    package init(name: String, value: String, description: String, type: String = "Text") {
      self.name = name
      self.value = value
      self.description = description
      self.type = type
    }
  }
  /// The name of the schema for people, the URI of its namespace, and the prefix for it.
  package var title, namespace, prefix: String
  /// `internal` if the values follow from the file, otherwise `external`.
  package var category: String
  package var properties: [Property]

  package init(title: String, namespace: String, prefix: String, category: String, properties: [Property]) {
    self.title = title
    self.namespace = namespace
    self.prefix = prefix
    self.category = category
    self.properties = properties
  }

  /// The identification of PDF/UA, which PDF/A does not know.
  static let accessibility = XMPSchema(
    title: "PDF/UA Universal Accessibility Schema", namespace: "http://www.aiim.org/pdfua/ns/id/", prefix: "pdfuaid",
    category: "internal",
    properties: [
      Property(name: "part", value: "", description: "The part of ISO 14289 that the file conforms to", type: "Integer")
    ])
}
