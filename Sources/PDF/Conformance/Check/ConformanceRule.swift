/// The rules that `ConformanceCheck` knows, with their clauses in each standard.
enum ConformanceRule: CaseIterable {
  case header, binaryComment, identifier, encryption, trailingData, crossReferenceStream, information
  case unreadable, lzw, unknownFilter, externalStream, nameLength, integerRange, stringLength
  case metadata, metadataFilter, packet, identification, metadataAgreement, schema
  case outputIntent, profileStream, deviceGray, deviceRGB, deviceCMYK, renderingIntent
  case operators, resources, nesting
  case alternates, openPrepress, interpolation, postScript, referenceForm
  case transferFunction, halftone, transparency, blendMode, blendingSpace
  case fontDictionary, embedded, systemInfo, glyphMap, characterMap, widths, missingGlyph, glyphSet, unicode
  case annotationType, annotationFlags, appearance, annotationColor, widgetAction
  case action, namedAction, additionalActions, needAppearances, xfa, optionalContent, presentation
  case embeddedFiles, fileSpecification, relationship, associated
  case marked, structureTree, unmarkedContent, artifactInContent, contentInArtifact, standardType, circularRole
  case language, title, displayTitle, suspects
  case alternative, headingLevel, headingKinds, tableGrid, tableParts, listParts, noteIdentifier, formula
  case annotationInStructure, annotationText, linkInStructure, linkText, tabOrder, printerMark
  case documentElement, noteType, noteReference, headingWithoutLevel, listNumbering, captionPlace, containment
  case structureDestination

  /// The clause in the standard of the profile; nil if the profile does not have the rule.
  func clause(_ profile: ConformanceProfile) -> String? {
    let row = row
    switch profile {
    case .pdfA1b: return row.a1
    case .pdfA4, .pdfA4f: return row.a4
    case .pdfUA1: return row.ua1
    case .pdfUA2: return row.ua2
    case .pdfA2b, .pdfA3b, .pdfA2u, .pdfA3u, .pdfA2a, .pdfA3a:
      if needsLevelA, profile.level != "A" { return nil }
      return row.a2
    }
  }

  var text: String { row.text }

  /// Whether level A only has the rule.
  private var needsLevelA: Bool {
    switch self {
    case .marked, .structureTree, .standardType, .circularRole, .language: true
    default: false
    }
  }

  private struct Row {
    var a1, a2, a4, ua1, ua2: String?
    var text: String

    init(_ a1: String?, _ a2: String?, _ a4: String?, _ ua1: String?, _ ua2: String?, _ text: String) {
      (self.a1, self.a2, self.a4, self.ua1, self.ua2) = (a1, a2, a4, ua1, ua2)
      self.text = text
    }
  }

  /// ISO 19005-1, ISO 19005-2 and -3, ISO 19005-4, ISO 14289-1, ISO 14289-2.
  private var row: Row {
    switch self {
    case .header: Row("6.1.2", "6.1.2", "6.1.2", nil, nil, "the file must begin with a header of a permitted version")
    case .binaryComment:
      Row("6.1.2", "6.1.2", "6.1.2", nil, nil, "a comment with four bytes above 127 must follow the header")
    case .identifier: Row("6.1.3", "6.1.3", "6.1.3", nil, nil, "the trailer must have an ID")
    case .encryption: Row("6.1.3", "6.1.3", "6.1.3", nil, nil, "the file must not be encrypted")
    case .trailingData: Row("6.1.3", "6.1.3", "6.1.3", nil, nil, "no data may follow the last %%EOF")
    case .crossReferenceStream:
      Row("6.1.4", nil, nil, nil, nil, "the file must have no cross-reference or object streams")
    case .information: Row(nil, nil, "6.1.3", nil, nil, "the trailer must have no Info without PieceInfo")
    case .unreadable:
      Row("6.1.8", "6.1.9", "6.1.8", "5", "5", "objects must be readable, and streams as long as their Length says")
    case .lzw: Row("6.1.10", "6.1.7.2", "6.1.6.2", nil, nil, "streams must not be compressed by LZW")
    case .unknownFilter: Row("6.1.10", "6.1.7.2", "6.1.6.2", nil, nil, "streams must have standard filters only")
    case .externalStream: Row("6.1.7", "6.1.7.1", "6.1.6.1", nil, nil, "the data of streams must be in the file")
    case .nameLength: Row("6.1.12", "6.1.13", nil, nil, nil, "names must not exceed 127 bytes")
    case .integerRange: Row("6.1.12", "6.1.13", nil, nil, nil, "integers must be within 32 bits")
    case .stringLength: Row("6.1.12", "6.1.13", nil, nil, nil, "strings must not exceed 32767 bytes (65535 in PDF/A-1)")
    case .metadata: Row("6.7.2", "6.6.2.1", "6.7.2.1", "7.1", "8.11.1", "the catalog must have an XMP metadata stream")
    case .metadataFilter: Row("6.7.2", nil, nil, nil, nil, "metadata streams must not be compressed")
    case .packet: Row("6.7.9", "6.6.2.1", "6.7.2.1", "7.1", "8.11.1", "the XMP metadata must be well-formed RDF")
    case .identification: Row("6.7.11", "6.6.4", "6.7.3", "5", "5", "the XMP metadata must state the part and level")
    case .metadataAgreement:
      Row("6.7.3", nil, nil, nil, nil, "the information dictionary and the XMP metadata must agree")
    case .schema:
      Row("6.7.8", "6.6.2.3.1", nil, nil, nil, "XMP properties must be predefined, or described by an extension schema")
    case .outputIntent: Row("6.2.2", "6.2.3", "6.2.3", nil, nil, "output intents of PDF/A must have one common profile")
    case .profileStream:
      Row(
        "6.2.3.2", "6.2.4.2", "6.2.4.2", nil, nil, "ICC profiles must be valid, of a permitted version and device class"
      )
    case .deviceGray: Row("6.2.3.3", "6.2.4.3", "6.2.4.3", nil, nil, "DeviceGray needs an output intent or DefaultGray")
    case .deviceRGB:
      Row("6.2.3.3", "6.2.4.3", "6.2.4.3", nil, nil, "DeviceRGB needs an output intent for RGB or DefaultRGB")
    case .deviceCMYK:
      Row("6.2.3.3", "6.2.4.3", "6.2.4.3", nil, nil, "DeviceCMYK needs an output intent for CMYK or DefaultCMYK")
    case .renderingIntent: Row("6.2.9", "6.2.6", "6.2.6", nil, nil, "rendering intents must be standard ones")
    case .operators: Row("6.2.10", "6.2.2", "6.2.2", nil, nil, "content must have defined operators only")
    case .resources: Row(nil, "6.2.2", "6.2.2", nil, nil, "content must name existing resources")
    case .nesting: Row("6.1.12", "6.1.13", nil, nil, nil, "graphics states must not be nested deeper than 28")
    case .alternates: Row("6.2.4", "6.2.8", "6.2.7.1", nil, nil, "images must have no alternates")
    case .openPrepress: Row("6.2.4", "6.2.8", "6.2.7.1", nil, nil, "XObjects must have no OPI entry")
    case .interpolation: Row("6.2.4", "6.2.8", "6.2.7.1", nil, nil, "images must not be interpolated")
    case .postScript: Row("6.2.5", "6.2.9", "6.2.8", nil, nil, "there must be no PostScript XObjects")
    case .referenceForm: Row("6.2.6", "6.2.9", "6.2.8", nil, nil, "there must be no reference XObjects")
    case .transferFunction: Row("6.2.8", "6.2.5", "6.2.5", nil, nil, "graphics states must have no transfer functions")
    case .halftone: Row(nil, "6.2.5", "6.2.5", nil, nil, "halftones must be of type 1 or 5, without name")
    case .transparency: Row("6.4", nil, nil, nil, nil, "there must be no transparency")
    case .blendMode: Row("6.4", "6.2.10", "6.2.9", nil, nil, "blend modes must be standard ones")
    case .blendingSpace:
      Row(nil, "6.2.10", "6.2.9", nil, nil, "pages with transparency need a blending colour space or an output intent")
    case .fontDictionary:
      Row("6.3.2", "6.2.11.2", "6.2.10.2", nil, nil, "font dictionaries must have Type, Subtype and BaseFont")
    case .embedded: Row("6.3.4", "6.2.11.4.1", "6.2.10.4.1", "7.21.4.1", "8.4.5.5", "fonts must be embedded")
    case .systemInfo:
      Row(
        "6.3.3.1", "6.2.11.3.1", "6.2.10.3.1", "7.21.3.1", "8.4.5.4",
        "the character collections of a font and its CMap must be compatible")
    case .glyphMap:
      Row(
        "6.3.3.2", "6.2.11.3.2", "6.2.10.3.2", "7.21.3.2", "8.4.5.4",
        "embedded CIDFontType2 fonts must have a CIDToGIDMap")
    case .characterMap:
      Row("6.3.3.3", "6.2.11.3.3", "6.2.10.3.3", "7.21.3.3", "8.4.5.4", "CMaps must be predefined or embedded")
    case .widths:
      Row("6.3.6", "6.2.11.5", "6.2.10.5", "7.21.5", "8.4.5.6", "the widths of glyphs must agree with the font program")
    case .missingGlyph: Row(nil, "6.2.11.8", "6.2.10.8", "7.21.8", "8.4.5.9", "text must not show the glyph .notdef")
    case .glyphSet: Row("6.3.5", nil, nil, nil, nil, "subsets must list their glyphs in CharSet or CIDSet")
    case .unicode: Row(nil, "6.2.11.7.2", "6.2.10.7", "7.21.7", "8.4.5.8", "fonts must map their characters to Unicode")
    case .annotationType: Row("6.5.2", "6.3.1", "6.3.1", nil, nil, "annotations must be of permitted types")
    case .annotationFlags: Row("6.5.3", "6.3.2", "6.3.2", nil, nil, "annotations must be printed, and not be hidden")
    case .appearance: Row("6.5.3", "6.3.3", "6.3.3", nil, nil, "annotations must have a normal appearance stream")
    case .annotationColor: Row("6.5.3", nil, nil, nil, nil, "colours of annotations need an output intent for RGB")
    case .widgetAction: Row("6.6.2", "6.4.1", "6.4.1", nil, nil, "form fields must have no actions")
    case .action:
      Row("6.6.1", "6.5.1", "6.6.1", nil, nil, "there must be no actions with effects outside of the document")
    case .namedAction:
      Row("6.6.1", "6.5.1", "6.6.1", nil, nil, "named actions must be NextPage, PrevPage, FirstPage or LastPage")
    case .additionalActions:
      Row("6.6.2", "6.5.2", "6.6.3", nil, nil, "the catalog and pages must have no additional actions")
    case .needAppearances: Row("6.9", "6.4.1", "6.4.1", nil, nil, "forms must not need appearances")
    case .xfa: Row(nil, "6.4.2", "6.4.2", "7.15", "8.10.1", "there must be no XFA form")
    case .optionalContent: Row("6.1.13", "6.9", "6.10", "7.10", nil, "optional content must be configured as permitted")
    case .presentation:
      Row(nil, "6.10", "6.11", nil, nil, "there must be no alternate presentations or page presentation steps")
    case .embeddedFiles: Row("6.1.11", "6.8", "6.9", nil, nil, "embedded files must be of permitted formats")
    case .fileSpecification: Row(nil, "6.8", "6.9", "7.11", nil, "specifications of embedded files must have F and UF")
    case .relationship: Row(nil, "6.8", "6.9", nil, nil, "embedded files must state their relationship and media type")
    case .associated:
      Row(nil, "6.8", "6.9", nil, nil, "embedded files must be associated with the document or a part of it")
    case .marked: Row("6.8.2.2", "6.7.2.2", nil, "6.2", "8.2.2", "MarkInfo must state that the document is tagged")
    case .structureTree: Row("6.8.3.3", "6.7.3.3", nil, "7.1", "8.2.1", "the document must have a structure tree")
    case .unmarkedContent: Row(nil, nil, nil, "7.1", "8.2.2", "all content must be tagged or an artifact")
    case .artifactInContent: Row(nil, nil, nil, "7.1", "8.3", "artifacts must not be in tagged content")
    case .contentInArtifact: Row(nil, nil, nil, "7.1", "8.3", "tagged content must not be in artifacts")
    case .standardType:
      Row("6.8.3.4", "6.7.3.4", nil, "7.1", "8.2.4", "structure types must be standard ones or mapped to them")
    case .circularRole:
      Row(
        "6.8.3.4", "6.7.3.4", nil, "7.1", "8.2.4",
        "structure types must not be mapped in circles, nor standard ones be remapped")
    case .language: Row("6.8.4", "6.7.4", nil, "7.2", "8.4.4", "languages must be stated for text, as language tags")
    case .title: Row(nil, nil, nil, "7.1", "8.11.1", "the XMP metadata must have a title")
    case .displayTitle: Row(nil, nil, nil, "7.1", "8.11.2", "readers must be told to display the title")
    case .suspects: Row(nil, nil, nil, "7.1", nil, "there must be no suspect tags")
    case .alternative: Row(nil, nil, nil, "7.3", "8.2.5.28", "figures must have alternative or replacement text")
    case .headingLevel: Row(nil, nil, nil, "7.4.2", nil, "the levels of headings must begin with 1 and have no gaps")
    case .headingKinds: Row(nil, nil, nil, "7.4.4", nil, "headings with and without level must not be mixed")
    case .tableGrid:
      Row(
        nil, nil, nil, "7.2", "8.2.5.26",
        "the rows of tables must have the same number of columns, and cells must not overlap")
    case .tableParts: Row(nil, nil, nil, "7.2", "8.2.5.26", "tables must consist of rows, and rows of cells")
    case .listParts:
      Row(nil, nil, nil, "7.2", "8.2.5.25", "lists must consist of items, and items of labels and bodies")
    case .noteIdentifier: Row(nil, nil, nil, "7.9", nil, "notes must have unique identifiers")
    case .formula: Row(nil, nil, nil, "7.7", "8.2.5.29", "formulas must have alternative or replacement text")
    case .annotationInStructure: Row(nil, nil, nil, "7.18.1", "8.9.2.1", "annotations must be in the structure tree")
    case .annotationText: Row(nil, nil, nil, "7.18.1", nil, "annotations must have a description")
    case .linkInStructure: Row(nil, nil, nil, "7.18.5", "8.9.2.2", "links must be in Link elements")
    case .linkText: Row(nil, nil, nil, "7.18.5", nil, "links must have a description")
    case .tabOrder:
      Row(nil, nil, nil, "7.18.3", "8.9.3.3", "pages with annotations must have the tab order of the structure")
    case .printerMark: Row(nil, nil, nil, "7.18.8", nil, "printer's marks must not be in the structure tree")
    case .documentElement:
      Row(nil, nil, nil, nil, "8.2.5.2", "the structure tree must have one Document element of PDF 2.0 as its root")
    case .noteType: Row(nil, nil, nil, nil, "8.2.5.14", "notes must be FENote elements that state their NoteType")
    case .noteReference:
      Row(nil, nil, nil, nil, "8.2.5.14", "notes and the elements that cite them must refer to each other")
    case .headingWithoutLevel: Row(nil, nil, nil, nil, "8.2.5.12", "headings must have a level")
    case .listNumbering: Row(nil, nil, nil, nil, "8.2.5.25", "lists with labels must state their ListNumbering")
    case .captionPlace:
      Row(nil, nil, nil, nil, "8.2.5.27", "captions must be the first or last kid of their element")
    case .containment:
      Row(nil, nil, nil, nil, "8.2.4", "elements must be where ISO/TS 32005 permits them")
    case .structureDestination:
      Row(nil, nil, nil, nil, "8.8", "destinations in the document must lead to structure elements")
    }
  }
}
