/// Checks a file against one profile of PDF/A or PDF/UA.
///
/// It knows the rules that can be decided without judging what the document says; the list is `ConformanceRule`. Rules
/// that need the outlines of glyphs, and those for JPEG 2000, are not among them.
package struct ConformanceCheck {
  let file: PDFFile
  let profile: ConformanceProfile
  let log: ConformanceLog
  /// The number of colour components of the profile of the output intent; nil if there is none.
  var intent: Int?
  /// The numbers of the inspected objects.
  var seen: Set<Int> = []
  /// The object numbers of the ICC profiles that were checked.
  var checkedProfiles: Set<Int> = []
  /// The named destinations; nil until one is needed.
  var destinations: [[UInt8]: PDFObject]?
  /// The size of the forms, patterns, glyphs and appearances that were checked, each time that they are drawn, and
  /// `bytesPerForm` for each. Forms that draw each other several times would take exponential time.
  var drawnBytes = 0
  let maximumDrawnBytes: Int
  static let bytesPerForm = 1_000
  /// The names of resources that were compared with those in content.
  private var searchedNames = 0
  private static let maximumSearchedNames = 1_000_000_000
  private let dictionaries = DictionaryCache()
  /// Fonts that text was shown with, by object number, and their checks.
  var fonts: [Int: FontCheck] = [:]
  /// Embedded files, and those that something is associated with.
  var embedded: Set<Int> = []
  var associated: Set<Int> = []
  /// The structure, if the profile needs it.
  var structure: StructureFacts?

  /// - Parameters:
  ///   - length: the length of the file in `bytes`; nil for all of them.
  ///   - maximumDrawnBytes: content that is drawn beyond this sum is reported instead of checked.
  /// - Returns: the rules that the file violates.
  /// - Throws: `PDFError` if the file cannot be read.
  package static func violations(
    in bytes: PDFBytes, length: Int? = nil, _ profile: ConformanceProfile, maximumDrawnBytes: Int = 64 << 20
  ) throws(PDFError) -> [ConformanceViolation] {
    var limits = PDFLimits()
    // Objects are visited many times: by reachability, by pages, by structure.
    limits.parsedBytes = 1 << 30
    let file = try PDFFile(bytes, length: length, limits: limits)
    var check = ConformanceCheck(
      file: file, profile: profile, log: ConformanceLog(profile), maximumDrawnBytes: maximumDrawnBytes)
    try check.run()
    return check.log.violations
  }

  private mutating func run() throws(PDFError) {
    checkSyntax()
    guard !file.isEncrypted else { return log.add(.encryption) }
    let catalog = try file.catalog()
    checkOutputIntents(catalog)
    checkMetadata(catalog)
    checkCatalog(catalog)
    if profile.needsTags { checkStructure(catalog) }
    checkDestinations(catalog)
    for (key, value) in file.trailer.entries where key == "Root" || key == "Info" { inspect(value, key) }
    for number in embedded.subtracting(associated).sorted() { log.add(.associated, "object \(number)") }
    try checkPages()
    checkFonts()
    // Objects that cannot be read are taken for null above.
    if file.exceedsBudget || hasSearchedEnough {
      log.add(.unreadable, "the file takes too much work to be checked as a whole")
    }
  }

  // MARK: Values

  /// The object that a value refers to; null if it cannot be read.
  func resolve(_ object: PDFObject) -> PDFObject { (try? file.resolve(object)) ?? .null }

  func dictionary(_ object: PDFObject) -> PDFDictionary? {
    guard let reference = object.reference else { return object.dictionary }
    if let known = dictionaries[reference] { return known }
    let found = resolve(object).dictionary
    if let found { dictionaries.add(found, reference) }
    return found
  }

  /// The resources of one kind; nil if there are none, or if too many were searched before.
  mutating func resources(_ kind: PDFName, of all: PDFDictionary) -> PDFDictionary? {
    guard !hasSearchedEnough, let found = dictionary(all[kind]) else { return nil }
    searchedNames += all.entries.count + found.entries.count
    return found
  }

  /// Whether resources are no longer searched. Content may name the last of many resources millions of times.
  var hasSearchedEnough: Bool { searchedNames > Self.maximumSearchedNames }

  func decoded(_ object: PDFObject) -> [UInt8]? {
    guard let stream = resolve(object).stream else { return nil }
    return try? file.decode(stream)
  }

  // MARK: Syntax

  private mutating func checkSyntax() {
    let bytes = file.bytes
    let isVersion2 = profile.part == 4 && !profile.isAccessibility || profile == .pdfUA2
    if file.origin != 0 || !bytes.hasBytes(isVersion2 ? "%PDF-2." : "%PDF-1.", at: 0) { log.add(.header, "byte 0") }
    var line = 0
    while line < min(bytes.count, 32), bytes[line] != 0x0A, bytes[line] != 0x0D { line += 1 }
    while line < min(bytes.count, 34), ByteClass.isSpace(bytes[line]) { line += 1 }
    let comment = bytes.array(line..<line + 5)
    if comment.count < 5 || comment[0] != 0x25 || comment.dropFirst().contains(where: { $0 < 0x80 }) {
      log.add(.binaryComment, "byte \(line)")
    }
    let identifiers = resolve(file.trailer["ID"]).array ?? []
    if identifiers.count != 2 || identifiers.contains(where: { resolve($0).string?.isEmpty ?? true }) {
      log.add(.identifier)
    }
    let tail = bytes.array(max(0, file.length - 16)..<file.length)
    let end = Array("%%EOF".utf8)
    let rest = tail.drop { $0 != 0x25 }
    if !(rest.starts(with: end) && rest.dropFirst(end.count).allSatisfy { $0 == 0x0A || $0 == 0x0D }) {
      log.add(.trailingData)
    }
    if file.sections[0].kind != .table { log.add(.crossReferenceStream) }
    if !file.trailer["Info"].isNull, dictionary(file.trailer["Info"]) != nil {
      let hasPieces = (try? file.catalog()).map { !$0["PieceInfo"].isNull } ?? false
      if !hasPieces { log.add(.information) }
    }
  }

  // MARK: Output intents

  private mutating func checkOutputIntents(_ catalog: PDFDictionary) {
    var profiles: Set<Int> = []
    for object in resolve(catalog["OutputIntents"]).array ?? [] {
      guard let entry = dictionary(object), entry["S"] == .name("GTS_PDFA1") else { continue }
      if let number = entry["DestOutputProfile"].reference?.number { profiles.insert(number) }
      guard let stream = resolve(entry["DestOutputProfile"]).stream else { continue }
      intent = checkICCProfile(stream, isIntent: true, "output intent")
    }
    if profiles.count > 1 { log.add(.outputIntent) }
  }

  /// - Returns: the number of components.
  mutating func checkICCProfile(_ stream: PDFStream, isIntent: Bool, _ place: String) -> Int? {
    guard let data = try? file.decode(stream), data.count >= 128, data[36..<40].elementsEqual("acsp".utf8) else {
      log.add(.profileStream, place)
      return nil
    }
    let space = String(decoding: data[16..<20], as: UTF8.self)
    let kind = String(decoding: data[12..<16], as: UTF8.self)
    let components = ["GRAY": 1, "RGB ": 3, "CMYK": 4, "Lab ": 3][space]
    let kinds = isIntent ? ["prtr", "mntr"] : ["prtr", "mntr", "scnr", "spac"]
    let newest = profile == .pdfA1b ? 2 : 4
    if components == nil || !kinds.contains(kind) || Int(data[8]) > newest
      || resolve(stream.dictionary["N"]).integer != components
    {
      log.add(.profileStream, place)
    }
    return components
  }

  // MARK: The catalog

  private mutating func checkCatalog(_ catalog: PDFDictionary) {
    if !catalog["AA"].isNull { log.add(.additionalActions, "catalog") }
    if let form = dictionary(catalog["AcroForm"]) {
      if resolve(form["NeedAppearances"]) == .boolean(true) { log.add(.needAppearances) }
      if !form["XFA"].isNull { log.add(.xfa) }
    }
    if resolve(catalog["NeedsRendering"]) == .boolean(true) { log.add(.xfa, "NeedsRendering") }
    let names = dictionary(catalog["Names"])
    if let names, !names["AlternatePresentations"].isNull { log.add(.presentation) }
    if let names, !names["JavaScript"].isNull { log.add(.action, "Names") }
    if let names, !names["EmbeddedFiles"].isNull, profile == .pdfA1b { log.add(.embeddedFiles, "Names") }
    if let properties = dictionary(catalog["OCProperties"]) {
      if profile == .pdfA1b { log.add(.optionalContent) }
      let configurations = [properties["D"]] + (resolve(properties["Configs"]).array ?? [])
      for configuration in configurations.compactMap({ dictionary($0) }) {
        if resolve(configuration["Name"]).string?.isEmpty ?? true {
          log.add(.optionalContent, "configuration without Name")
        }
        if !configuration["AS"].isNull { log.add(.optionalContent, "AS") }
      }
    }
  }
}

/// The dictionaries that were read last, because content names the same resources many times.
private final class DictionaryCache {
  private var dictionaries: [PDFReference: PDFDictionary] = [:]
  private var entries = 0
  private static let maximumEntries = 10_000

  subscript(reference: PDFReference) -> PDFDictionary? { dictionaries[reference] }

  func add(_ dictionary: PDFDictionary, _ reference: PDFReference) {
    if entries > Self.maximumEntries {
      dictionaries.removeAll()
      entries = 0
    }
    dictionaries[reference] = dictionary
    entries += dictionary.entries.count + 1
  }
}
