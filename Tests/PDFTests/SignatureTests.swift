import ArchiveTesting
import TestTraits
import Testing

@testable import PDF

@Suite(.hangLimit) struct SignatureTests {
  func file(catalog: String, _ more: [String] = []) throws -> PDFFile {
    let objects = ["<</Type/Catalog/Pages 2 0 R\(catalog)>>"] + Fixture.onePage.dropFirst() + more
    return try PDFFile(bytes: Fixture.table(objects))
  }

  static func signature(permission: String) -> String {
    "<</Type/Sig/Reference[<</TransformMethod/DocMDP/TransformParams<<\(permission)>>>>]>>"
  }

  @Test(arguments: [("/P 1", 1), ("/P 2", 2), ("/P 3", 3), ("", 2)])
  func aCertificationLimitsChanges(parameter: String, permission: Int) throws {
    let file = try file(catalog: "/Perms<</DocMDP 4 0 R>>", [Self.signature(permission: parameter)])
    #expect(try file.signatures().certification == permission)
    if permission == 3 {
      _ = try AppendWriter(base: file)
    } else {
      expect(.signed) { _ = try AppendWriter(base: file) }
    }
  }

  @Test func signedFieldsAreNamed() throws {
    let file = try file(
      catalog: "/AcroForm<</Fields[4 0 R 7 0 R]>>",
      ["<</T(a)/FT/Sig/Kids[5 0 R]>>", "<</T(b)/V 6 0 R>>", "<</Type/Sig>>", "<</T(c)/FT/Sig>>"])
    #expect(try file.signatures().signedFields == ["a.b"])
    #expect(try file.signatures().allowsAnnotations)
  }

  @Test func aLockForbidsAnnotations() throws {
    let file = try file(catalog: "/AcroForm<</Fields[4 0 R]>>", ["<</T(a)/FT/Sig/V<<>>/Lock<</P 2>>>>"])
    expect(.signed) { try file.requireAppendable() }
  }

  static func fieldLock(_ parameters: String) -> String {
    "/Reference[<</TransformMethod/FieldMDP/TransformParams<<\(parameters)>>>>]"
  }

  /// ISO 32000-1, 12.8.2.4.
  @Test(arguments: [
    ("<</T(a)/FT/Sig/V<<\(fieldLock("/Action/All"))>>>>", ["a", "b.c", "d"]),
    ("<</T(a)/FT/Sig/V<<\(fieldLock("/Action/Include/Fields[(b)(d)]"))>>>>", ["b.c", "d"]),
    ("<</T(a)/FT/Sig/V<<\(fieldLock("/Action/Exclude/Fields[(b)]"))>>>>", ["a", "d"]),
    ("<</T(a)/FT/Sig/V<<\(fieldLock("/Action/Later"))>>>>", ["a", "b.c", "d"]),
    ("<</T(a)/FT/Sig/V<<\(fieldLock(""))>>>>", ["a", "b.c", "d"]),
    ("<</T(a)/FT/Sig/V<<>>/Lock<</Action/Include/Fields[(a)]>>>>", ["a"]),
    // The lock of a field that is not signed yet has no effect.
    ("<</T(a)/FT/Sig/Lock<</Action/All>>>>", []),
  ])
  func signaturesLockFields(field: String, locked: [String]) throws {
    let signatures = try file(catalog: "/AcroForm<</Fields[4 0 R]>>", [field]).signatures()
    #expect(["a", "b.c", "d"].filter { signatures.locks($0) } == locked)
    // Annotations are no fields.
    #expect(signatures.allowsAnnotations)
  }

  @Test func loopsOfFieldsEnd() throws {
    let file = try file(catalog: "/AcroForm<</Fields[4 0 R]>>", ["<</T(a)/Kids[4 0 R 4 0 R]>>"])
    #expect(try !file.signatures().isSigned)
  }

  @Test func linearizedFilesAreRecognised() throws {
    #expect(try !file(catalog: "").isLinearized)
    #expect(try file(catalog: "/Linearized 1").isLinearized)
  }
}
