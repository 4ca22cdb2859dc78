import Testing

@testable import Paint

struct PDFSyntaxTests {
  @Test(arguments: [
    ("plain", "(plain)"), ("a(b)\\", "(a\\(b\\)\\\\)"), ("é", "<FEFF00E9>"), ("😀", "<FEFFD83DDE00>"),
    ("a\nb", "<FEFF0061000A0062>"),
  ])
  func textIsLiteralOrUTF16(_ value: String, _ written: String) {
    #expect(PDFSyntax.text(value) == written)
  }

  @Test(arguments: [
    (0, "0"), (1.5, "1.5"), (-0.25, "-0.25"), (1e-9, "0"), (12.3456, "12.346"), (1e300, "1000000"), (.nan, "0"),
    (0.05, "0.05"),
  ])
  func numbersHaveNoExponent(_ value: Double, _ written: String) {
    #expect(PDFSyntax.number(value) == written)
  }

  @Test(arguments: [
    ("2026-01-31", "(D:20260131)"), ("2026-01-31T12:34:56Z", "(D:20260131123456Z)"),
    ("2026-01-31T12:34:56.789+05:30", "(D:20260131123456+05'30')"), ("2026-01-31 12:34", "(D:20260131123400)"),
    ("2026-01-31T12:34:56-0800", "(D:20260131123456-08'00')"),
  ])
  func datesComeFromISO8601(_ value: String, _ written: String) {
    #expect(PDFSyntax.date(value) == written)
  }

  @Test(arguments: [
    "", "yesterday", "2026-13-01", "2026-01-31T", "2026-01-31T12:00:00Zx", "2026-01-31T12:00) /X (", "20260131",
  ])
  func whatIsNoDateIsLeftOut(_ value: String) {
    #expect(PDFSyntax.date(value) == nil)
  }

  @Test func aFileThatCairoDidNotWriteIsNotTakenApart() {
    for text in [
      "", "startxref", "startxref 0", "xref\n0 9999999999\nstartxref\n0\n",
      "xref\n0 1\n0 0 f\ntrailer /Root 7\nstartxref\n0\n",
    ] {
      #expect(CairoPDF(Array(text.utf8)) == nil)
    }
  }
}
