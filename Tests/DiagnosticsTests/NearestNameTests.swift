import Diagnostics
import TestTraits
import Testing

/// Suggestions for misspelt names.
@Suite(.hangLimit) struct NearestNameTests {
  @Test(arguments: [
    ("quantiy", "quantity"), ("untis", "units"), ("Price", "price"), ("pirce", "price"), ("prcie_brutto", nil),
    ("x", nil), ("is", "id"), ("completely_different", nil), (String(repeating: "a", count: 61), nil),
  ])
  func theNearestNameIsFound(name: String, expected: String?) {
    #expect(NearestName.of(name, in: ["id", "price", "quantity", "units"]) == expected)
  }

  @Test func nothingIsFoundAmongNoNames() {
    #expect(NearestName.of("price", in: []) == nil)
  }
}
