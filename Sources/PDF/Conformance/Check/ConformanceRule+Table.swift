extension ConformanceRule {
  /// The clauses of a rule in each standard; nil where it is not a rule.
  struct Row {
    var a1, a2, a4, ua1, ua2: String?
    var text: String

    init(_ a1: String?, _ a2: String?, _ a4: String?, _ ua1: String?, _ ua2: String?, _ text: String) {
      (self.a1, self.a2, self.a4, self.ua1, self.ua2) = (a1, a2, a4, ua1, ua2)
      self.text = text
    }
  }

  /// ISO 19005-1, ISO 19005-2 and -3, ISO 19005-4, ISO 14289-1, ISO 14289-2.
  static let table: [ConformanceRule: Row] = [
    .header: Row("6.1.2", "6.1.2", "6.1.2", nil, nil, "the file must begin with a header of a permitted version"),
    .binaryComment: Row(
      "6.1.2", "6.1.2", "6.1.2", nil, nil, "a comment with four bytes above 127 must follow the header"),
    .identifier: Row("6.1.3", "6.1.3", "6.1.3", nil, nil, "the trailer must have an ID"),
    .encryption: Row("6.1.3", "6.1.3", "6.1.3", nil, nil, "the file must not be encrypted"),
    .trailingData: Row("6.1.3", "6.1.3", "6.1.3", nil, nil, "no data may follow the last %%EOF"),
    .crossReferenceStream: Row("6.1.4", nil, nil, nil, nil, "the file must have no cross-reference or object streams"),
    .information: Row(nil, nil, "6.1.3", nil, nil, "the trailer must have no Info without PieceInfo"),
    .unreadable: Row(
      "6.1.8", "6.1.9", "6.1.8", "5", "5", "objects must be readable, and streams as long as their Length says"),
    .lzw: Row("6.1.10", "6.1.7.2", "6.1.6.2", nil, nil, "streams must not be compressed by LZW"),
    .unknownFilter: Row("6.1.10", "6.1.7.2", "6.1.6.2", nil, nil, "streams must have standard filters only"),
    .externalStream: Row("6.1.7", "6.1.7.1", "6.1.6.1", nil, nil, "the data of streams must be in the file"),
    .nameLength: Row("6.1.12", "6.1.13", nil, nil, nil, "names must not exceed 127 bytes"),
    .integerRange: Row("6.1.12", "6.1.13", nil, nil, nil, "integers must be within 32 bits"),
    .stringLength: Row("6.1.12", "6.1.13", nil, nil, nil, "strings must not exceed 32767 bytes (65535 in PDF/A-1)"),
    .metadata: Row("6.7.2", "6.6.2.1", "6.7.2.1", "7.1", "8.11.1", "the catalog must have an XMP metadata stream"),
    .metadataFilter: Row("6.7.2", nil, nil, nil, nil, "metadata streams must not be compressed"),
    .packet: Row("6.7.9", "6.6.2.1", "6.7.2.1", "7.1", "8.11.1", "the XMP metadata must be well-formed RDF"),
    .identification: Row("6.7.11", "6.6.4", "6.7.3", "5", "5", "the XMP metadata must state the part and level"),
    .metadataAgreement: Row("6.7.3", nil, nil, nil, nil, "the information dictionary and the XMP metadata must agree"),
    .schema: Row(
      "6.7.8", "6.6.2.3.1", nil, nil, nil, "XMP properties must be predefined, or described by an extension schema"),
    .outputIntent: Row("6.2.2", "6.2.3", "6.2.3", nil, nil, "output intents of PDF/A must have one common profile"),
    .profileStream: Row(
      "6.2.3.2", "6.2.4.2", "6.2.4.2", nil, nil, "ICC profiles must be valid, of a permitted version and device class"
    ),
    .deviceGray: Row("6.2.3.3", "6.2.4.3", "6.2.4.3", nil, nil, "DeviceGray needs an output intent or DefaultGray"),
    .deviceRGB: Row(
      "6.2.3.3", "6.2.4.3", "6.2.4.3", nil, nil, "DeviceRGB needs an output intent for RGB or DefaultRGB"),
    .deviceCMYK: Row(
      "6.2.3.3", "6.2.4.3", "6.2.4.3", nil, nil, "DeviceCMYK needs an output intent for CMYK or DefaultCMYK"),
    .renderingIntent: Row("6.2.9", "6.2.6", "6.2.6", nil, nil, "rendering intents must be standard ones"),
    .operators: Row("6.2.10", "6.2.2", "6.2.2", nil, nil, "content must have defined operators only"),
    .resources: Row(nil, "6.2.2", "6.2.2", nil, nil, "content must name existing resources"),
    .nesting: Row("6.1.12", "6.1.13", nil, nil, nil, "graphics states must not be nested deeper than 28"),
    .alternates: Row("6.2.4", "6.2.8", "6.2.7.1", nil, nil, "images must have no alternates"),
    .openPrepress: Row("6.2.4", "6.2.8", "6.2.7.1", nil, nil, "XObjects must have no OPI entry"),
    .interpolation: Row("6.2.4", "6.2.8", "6.2.7.1", nil, nil, "images must not be interpolated"),
    .postScript: Row("6.2.5", "6.2.9", "6.2.8", nil, nil, "there must be no PostScript XObjects"),
    .referenceForm: Row("6.2.6", "6.2.9", "6.2.8", nil, nil, "there must be no reference XObjects"),
    .transferFunction: Row("6.2.8", "6.2.5", "6.2.5", nil, nil, "graphics states must have no transfer functions"),
    .halftone: Row(nil, "6.2.5", "6.2.5", nil, nil, "halftones must be of type 1 or 5, without name"),
    .transparency: Row("6.4", nil, nil, nil, nil, "there must be no transparency"),
    .blendMode: Row("6.4", "6.2.10", "6.2.9", nil, nil, "blend modes must be standard ones"),
    .blendingSpace: Row(
      nil, "6.2.10", "6.2.9", nil, nil, "pages with transparency need a blending colour space or an output intent"),
    .fontDictionary: Row(
      "6.3.2", "6.2.11.2", "6.2.10.2", nil, nil, "font dictionaries must have Type, Subtype and BaseFont"),
    .embedded: Row("6.3.4", "6.2.11.4.1", "6.2.10.4.1", "7.21.4.1", "8.4.5.5", "fonts must be embedded"),
    .systemInfo: Row(
      "6.3.3.1", "6.2.11.3.1", "6.2.10.3.1", "7.21.3.1", "8.4.5.4",
      "the character collections of a font and its CMap must be compatible"),
    .glyphMap: Row(
      "6.3.3.2", "6.2.11.3.2", "6.2.10.3.2", "7.21.3.2", "8.4.5.4",
      "embedded CIDFontType2 fonts must have a CIDToGIDMap"),
    .characterMap: Row(
      "6.3.3.3", "6.2.11.3.3", "6.2.10.3.3", "7.21.3.3", "8.4.5.4", "CMaps must be predefined or embedded"),
    .widths: Row(
      "6.3.6", "6.2.11.5", "6.2.10.5", "7.21.5", "8.4.5.6", "the widths of glyphs must agree with the font program"),
    .missingGlyph: Row(nil, "6.2.11.8", "6.2.10.8", "7.21.8", "8.4.5.9", "text must not show the glyph .notdef"),
    .glyphSet: Row("6.3.5", nil, nil, nil, nil, "subsets must list their glyphs in CharSet or CIDSet"),
    .unicode: Row(nil, "6.2.11.7.2", "6.2.10.7", "7.21.7", "8.4.5.8", "fonts must map their characters to Unicode"),
    .annotationType: Row("6.5.2", "6.3.1", "6.3.1", nil, nil, "annotations must be of permitted types"),
    .annotationFlags: Row("6.5.3", "6.3.2", "6.3.2", nil, nil, "annotations must be printed, and not be hidden"),
    .appearance: Row("6.5.3", "6.3.3", "6.3.3", nil, nil, "annotations must have a normal appearance stream"),
    .annotationColor: Row("6.5.3", nil, nil, nil, nil, "colours of annotations need an output intent for RGB"),
    .widgetAction: Row("6.6.2", "6.4.1", "6.4.1", nil, nil, "form fields must have no actions"),
    .action: Row("6.6.1", "6.5.1", "6.6.1", nil, nil, "there must be no actions with effects outside of the document"),
    .namedAction: Row(
      "6.6.1", "6.5.1", "6.6.1", nil, nil, "named actions must be NextPage, PrevPage, FirstPage or LastPage"),
    .additionalActions: Row(
      "6.6.2", "6.5.2", "6.6.3", nil, nil, "the catalog and pages must have no additional actions"),
    .needAppearances: Row("6.9", "6.4.1", "6.4.1", nil, nil, "forms must not need appearances"),
    .xfa: Row(nil, "6.4.2", "6.4.2", "7.15", "8.10.1", "there must be no XFA form"),
    .optionalContent: Row("6.1.13", "6.9", "6.10", "7.10", nil, "optional content must be configured as permitted"),
    .presentation: Row(
      nil, "6.10", "6.11", nil, nil, "there must be no alternate presentations or page presentation steps"),
    .embeddedFiles: Row("6.1.11", "6.8", "6.9", nil, nil, "embedded files must be of permitted formats"),
    .fileSpecification: Row(nil, "6.8", "6.9", "7.11", nil, "specifications of embedded files must have F and UF"),
    .relationship: Row(nil, "6.8", "6.9", nil, nil, "embedded files must state their relationship and media type"),
    .associated: Row(
      nil, "6.8", "6.9", nil, nil, "embedded files must be associated with the document or a part of it"),
    .marked: Row("6.8.2.2", "6.7.2.2", nil, "6.2", "8.2.2", "MarkInfo must state that the document is tagged"),
    .structureTree: Row("6.8.3.3", "6.7.3.3", nil, "7.1", "8.2.1", "the document must have a structure tree"),
    .unmarkedContent: Row(nil, nil, nil, "7.1", "8.2.2", "all content must be tagged or an artifact"),
    .artifactInContent: Row(nil, nil, nil, "7.1", "8.3", "artifacts must not be in tagged content"),
    .contentInArtifact: Row(nil, nil, nil, "7.1", "8.3", "tagged content must not be in artifacts"),
    .standardType: Row(
      "6.8.3.4", "6.7.3.4", nil, "7.1", "8.2.4", "structure types must be standard ones or mapped to them"),
    .circularRole: Row(
      "6.8.3.4", "6.7.3.4", nil, "7.1", "8.2.4",
      "structure types must not be mapped in circles, nor standard ones be remapped"),
    .language: Row("6.8.4", "6.7.4", nil, "7.2", "8.4.4", "languages must be stated for text, as language tags"),
    .title: Row(nil, nil, nil, "7.1", "8.11.1", "the XMP metadata must have a title"),
    .displayTitle: Row(nil, nil, nil, "7.1", "8.11.2", "readers must be told to display the title"),
    .suspects: Row(nil, nil, nil, "7.1", nil, "there must be no suspect tags"),
    .alternative: Row(nil, nil, nil, "7.3", "8.2.5.28", "figures must have alternative or replacement text"),
    .headingLevel: Row(nil, nil, nil, "7.4.2", nil, "the levels of headings must begin with 1 and have no gaps"),
    .headingKinds: Row(nil, nil, nil, "7.4.4", nil, "headings with and without level must not be mixed"),
    .tableGrid: Row(
      nil, nil, nil, "7.2", "8.2.5.26",
      "the rows of tables must have the same number of columns, and cells must not overlap"),
    .tableParts: Row(nil, nil, nil, "7.2", "8.2.5.26", "tables must consist of rows, and rows of cells"),
    .listParts: Row(nil, nil, nil, "7.2", "8.2.5.25", "lists must consist of items, and items of labels and bodies"),
    .noteIdentifier: Row(nil, nil, nil, "7.9", nil, "notes must have unique identifiers"),
    .formula: Row(nil, nil, nil, "7.7", "8.2.5.29", "formulas must have alternative or replacement text"),
    .annotationInStructure: Row(nil, nil, nil, "7.18.1", "8.9.2.1", "annotations must be in the structure tree"),
    .annotationText: Row(nil, nil, nil, "7.18.1", nil, "annotations must have a description"),
    .linkInStructure: Row(nil, nil, nil, "7.18.5", "8.9.2.2", "links must be in Link elements"),
    .linkText: Row(nil, nil, nil, "7.18.5", nil, "links must have a description"),
    .fieldInForm: Row(nil, nil, nil, "7.18.4", "8.10.1", "form fields must be in Form elements"),
    .fieldText: Row(nil, nil, nil, "7.18.1", nil, "form fields must have a description (TU), or their elements Alt"),
    .tabOrder: Row(
      nil, nil, nil, "7.18.3", "8.9.3.3", "pages with annotations must have the tab order of the structure"),
    .printerMark: Row(nil, nil, nil, "7.18.8", nil, "printer's marks must not be in the structure tree"),
    .documentElement: Row(
      nil, nil, nil, nil, "8.2.5.2", "the structure tree must have one Document element of PDF 2.0 as its root"),
    .noteType: Row(nil, nil, nil, nil, "8.2.5.14", "notes must be FENote elements that state their NoteType"),
    .noteReference: Row(
      nil, nil, nil, nil, "8.2.5.14", "notes and the elements that cite them must refer to each other"),
    .headingWithoutLevel: Row(nil, nil, nil, nil, "8.2.5.12", "headings must have a level"),
    .listNumbering: Row(nil, nil, nil, nil, "8.2.5.25", "lists with labels must state their ListNumbering"),
    .captionPlace: Row(nil, nil, nil, nil, "8.2.5.27", "captions must be the first or last kid of their element"),
    .containment: Row(nil, nil, nil, nil, "8.2.4", "elements must be where ISO/TS 32005 permits them"),
    .structureDestination: Row(
      nil, nil, nil, nil, "8.8", "destinations in the document must lead to structure elements"),
  ]
}
