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
  case annotationInStructure, annotationText, linkInStructure, linkText, fieldInForm, fieldText, tabOrder, printerMark
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

  /// The table has a row for each rule.
  private var row: Row { Self.table[self]! }

  /// Whether level A only has the rule.
  private var needsLevelA: Bool {
    switch self {
    case .marked, .structureTree, .standardType, .circularRole, .language: true
    default: false
    }
  }
}
