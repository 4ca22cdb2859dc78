import Dates
import TestTraits
import Testing

@Suite(.hangLimit) struct PDFDateTests {
  @Test(arguments: [
    ("2026-11-20", "D:20261120"), ("2026-11-20T09:14:05Z", "D:20261120091405Z"),
    ("2026-11-20 09:14", "D:20261120091400"), ("2026-11-20T09:14:05.75+01:00", "D:20261120091405+01'00'"),
    ("2026-11-20T09:14:05-0330", "D:20261120091405-03'30'"), ("2026-11-20T09:14:05+02", "D:20261120091405+02'00'"),
    ("2026-06-30T23:59:60Z", "D:20260630235959Z"),
  ])
  func isoDatesAreConverted(iso: String, pdf: String) { #expect(PDFDate.pdf(iso8601: iso) == pdf) }

  @Test(arguments: [
    "", "2026", "2026-13-01", "2026-11-32", "2026-11-20T", "2026-11-20T24:00Z", "2026-11-20T09:14:61Z",
    "2026-11-20T09:14:05Z ", "2026-11-20T09:14:05+1", "20261120", "2026-11-20T09:14) /X (",
  ])
  func otherTextIsNotAnISODate(text: String) { #expect(PDFDate.pdf(iso8601: text) == nil) }

  @Test(arguments: [
    ("D:2026", "2026-01-01"), ("20261120", "2026-11-20"), ("D:20261120091405Z", "2026-11-20T09:14:05Z"),
    ("D:2026112009", "2026-11-20T09:00:00"), ("D:20261120091405-03'30'", "2026-11-20T09:14:05-03:30"),
  ])
  func pdfDatesAreConverted(pdf: String, iso: String) { #expect(PDFDate.iso8601(pdf: pdf) == iso) }

  /// The metadata stream of a file and its information dictionary state the same dates.
  @Test(arguments: ["2026-01-31", "2026-01-31T12:34:56Z", "2026-01-31T12:34:56+05:30", "2026-01-31T12:34:56"])
  func datesAreTheSameInBothForms(iso: String) {
    #expect(PDFDate.pdf(iso8601: iso).flatMap(PDFDate.iso8601(pdf:)) == iso)
  }

  @Test(arguments: ["", "D:", "yesterday", "D:20261320", "D:20261120091405X"])
  func otherTextIsNotAPDFDate(text: String) { #expect(PDFDate.iso8601(pdf: text) == nil) }

  @Test(arguments: [(0.0, "D:19700101000000Z"), (1_582_934_400_000, "D:20200229000000Z"), (999, "D:19700101000000Z")])
  func millisecondsAreConverted(milliseconds: Double, pdf: String) {
    #expect(PDFDate.pdf(milliseconds: milliseconds) == pdf)
  }

  @Test(arguments: [-1.0, 253_402_300_800_000, .nan, .infinity])
  func timesOutsideOfTheYearsAreNil(milliseconds: Double) {
    #expect(PDFDate.pdf(milliseconds: milliseconds) == nil)
  }
}
