import TestTraits
import Testing

/// `details` elements (HTML 4.11.1, 15.5.4).
@Suite(.hangLimit) struct DetailsTests {
  private func text(_ html: String) throws -> String {
    try lines("<!DOCTYPE html>" + html)[0].compactMap { $0.split(separator: " ", maxSplits: 2).last }.joined(
      separator: "|")
  }

  /// Without a summary, they have a label, as in browsers.
  @Test func detailsWithoutASummaryHaveALabel() throws {
    #expect(try text("<details open><p>inside</p></details>").contains("Details"))
    #expect(try text("<details open><p>inside</p></details>").hasSuffix("inside"))
    #expect(try text("<details><p>inside</p></details>").hasSuffix("Details"))
  }

  @Test func aSummaryIsTheLabel() throws {
    let found = try text("<details open><summary>Sum</summary><p>inside</p></details>")
    #expect(found.contains("Sum") && !found.contains("Details"))
    // A summary deeper in the content is not that of the element.
    #expect(try text("<details open><p>a<details open><summary>Sum</summary></details></details>").contains("Details"))
  }
}
