import ArchiveTesting
import OperatingSystem
import TestTraits
import Testing

@testable import PDF

/// Encryption of revision 6 (ISO 32000-2, 7.6), as qpdf reads it.
@Suite(.hangLimit) struct EncryptionTests {
  static func encrypted(
    _ bytes: [UInt8], _ password: String = "open", owner: String? = nil, _ permissions: DocumentPermissions = .all
  ) throws -> [UInt8] {
    try FileEncryption(password: password, owner: owner, permissions: permissions).encrypted(PDFFile(bytes: bytes))
  }

  private static let withStream = Fixture.table(
    Fixture.onePage + ["<</Length 14/Note(a string)>>\nstream\nsome data here\nendstream"])

  @Test(arguments: [withStream, Fixture.stream()], [false, true])
  func filesOpenWithTheirPasswordsOnly(first: [UInt8], isUpdated: Bool) throws {
    let base = try isUpdated ? first + Fixture.noteSegment(first) : first
    let file = try Self.encrypted(base, "Öffnen 1", owner: "owner")
    #expect(try PDFFile(bytes: file).encryption() == EncryptionSummary(handler: "Standard", version: 5, revision: 6))
    for password in ["Öffnen 1", "owner"] {
      let check = try QPDF.report(["--check", "--password=\(password)"], on: file)
      #expect(check.status == 0, "\(check.text)")
    }
    for options in [[], ["--password=open"], ["--password=öffnen 1"]] {
      #expect(try QPDF.report(["--check"] + options, on: file).text.contains("invalid password"))
    }
    // What is read with the password is what was written.
    let clear = try QPDF.report(["--decrypt", "--json", "--json-stream-data=inline", "--password=owner"], on: file)
    #expect(clear.status == 0)
    guard first == Self.withStream else { return }
    let objects = try Set(Self.values(clear.text))
    let originals = try Self.values(
      QPDF.report(["--json", "--json-stream-data=inline"], on: base).text)
    #expect(!originals.isEmpty)
    for value in originals { #expect(objects.contains(value)) }
  }

  /// The streams' data and the strings of qpdf's JSON.
  private static func values(_ json: String) throws -> [String] {
    json.split(separator: "\n").map { $0.drop { $0 == " " } }
      .filter { ($0.contains("\"data\"") || $0.contains("\"u:")) && !$0.contains("/ID") }.map { String($0) }
  }

  @Test func strangersLearnNothingOfTheText() throws {
    let base = Fixture.table(["<</Type/Catalog/Pages 2 0 R/Secret(confidential words)>>"] + Fixture.onePage.dropFirst())
    let file = try Self.encrypted(base)
    #expect(file.firstRange(of: Array("confidential words".utf8)) == nil)
    let identifier = try #require(PDFFile(bytes: file).trailer["ID"].array?.first?.string)
    #expect(identifier != FileIdentifier.bytes(for: base))
  }

  @Test func theSameInputGivesTheSameBytes() throws {
    let base = Fixture.stream()
    let first = try Self.encrypted(base, "a", owner: "b")
    #expect(try Self.encrypted(base, "a", owner: "b") == first)
    let others = try [
      Self.encrypted(base, "c", owner: "b"), Self.encrypted(base, "a", owner: "c"), Self.encrypted(base, "a"),
      Self.encrypted(base, "a", owner: "b", .print),
    ]
    // Keys differ, not only what wraps them.
    let keys = try ([first] + others).map { try PDFFile(bytes: $0).trailer["ID"].array?.first?.string }
    #expect(Set(keys).count == 5)
  }

  private static let permissionLines: [(DocumentPermissions, [String])] = [
    (.all, ["print high resolution: allowed", "extract for any purpose: allowed"]),
    ([], ["print low resolution: not allowed", "modify anything: not allowed", "accessibility: allowed"]),
    (.printLow, ["print low resolution: allowed", "print high resolution: not allowed"]),
    (
      [.copy, .annotate, .forms],
      ["any purpose: allowed", "modify annotations: allowed", "modify forms: allowed", "assembly: not allowed"]
    ),
    ([.assemble, .modify], ["modify document assembly: allowed", "modify other: allowed"]),
  ]

  @Test(arguments: permissionLines)
  func permissionsAreThoseThatWereChosen(permissions: DocumentPermissions, lines: [String]) throws {
    let report = try QPDF.report(
      ["--show-encryption", "--password=open"], on: Self.encrypted(Fixture.table(), "open", permissions))
    for line in lines { #expect(report.text.contains(line), "\(report.text)") }
    #expect(report.text.contains("AESv3"))
  }

  @Test(arguments: ["", String(repeating: "x", count: 128), "a\nb"])
  func otherPasswordsAreRefused(password: String) {
    let error = #expect(throws: PDFError.self) { try FileEncryption(password: password) }
    #expect(error?.code == .encrypted)
    #expect(throws: PDFError.self) { try FileEncryption(password: "a", owner: password) }
    #expect(throws: PDFError.self) { try FileEncryption(password: "a", owner: "a") }
  }

  /// Further objects are added after the highest number.
  @Test func filesWithoutFreeNumbersAreRefused() throws {
    let bytes = Fixture.table().replacing("xref\n0 4\n", "xref\n8388607 1\n0000000009 00000 n \n0 4\n")
    let file = bytes.replacing("/Size 4", "/Size 8388608")
    #expect(#expect(throws: PDFError.self) { try Self.encrypted(file) }?.code == .limit)
  }

  @Test func encryptedFilesAndClaimsOfPDFAAreRefused() throws {
    let twice = try Self.encrypted(Fixture.table())
    #expect(#expect(throws: PDFError.self) { try Self.encrypted(twice) }?.code == .encrypted)
    let metadata = "<x pdfaid:part='2' pdfaid:conformance='B'/>"
    let claim = Fixture.table([
      "<</Type/Catalog/Pages 2 0 R/Metadata 4 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
      "<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>",
      "<</Type/Metadata/Subtype/XML/Length \(metadata.utf8.count)>>\nstream\n\(metadata)\nendstream",
    ])
    let error = #expect(throws: PDFError.self) { try Self.encrypted(claim) }
    #expect(error?.code == .conformance)
    #expect(error?.message.contains("PDF/A-2b, which forbids encryption") == true)
  }

  @Test func wholePermissionsAreNamed() {
    #expect(DocumentPermissions(names: ["print", "copy"]) == [.print, .copy])
    #expect(DocumentPermissions(names: ["none"]) == [])
    #expect(DocumentPermissions(names: ["sing"]) == nil)
    // Reserved bits, and bit 10.
    #expect(DocumentPermissions.all.value == 0xFFFF_FFFC)
    #expect(DocumentPermissions().value == 0xFFFF_F2C0)
  }
}
