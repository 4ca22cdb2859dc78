import TestTraits
import Testing

@testable import Resources

@Suite(.hangLimit)
struct DataURLTests {
  private func load(_ address: String) throws -> Resource { try ResourceLoader().load(address) }
  private func text(_ address: String) throws -> String { String(decoding: try load(address).bytes, as: UTF8.self) }

  @Test func base64IsDecoded() throws {
    #expect(try text("data:text/css;base64,cHt9") == "p{}")
    #expect(try load("data:text/css;base64,cHt9").mediaType == "text/css")
  }

  @Test func percentEncodingIsDecoded() throws {
    #expect(try text("data:,a%20b%2C%e2%82%ac") == "a b,€")
  }

  @Test func percentSignWithoutDigitsIsKept() throws {
    #expect(try text("data:,100%,%4") == "100%,%4")
  }

  @Test func mediaTypeIsLowerCaseWithoutParameters() throws {
    #expect(try load("data:Image/SVG+xml;charset=utf-8,x").mediaType == "image/svg+xml")
    #expect(try load("data:,x").mediaType == "text/plain")
  }

  @Test func whiteSpaceInBase64IsIgnored() throws {
    #expect(try text("DATA:;base64,aG\n  k\t=") == "hi")
    #expect(try text("data: ; base64 ,aGk=") == "hi")
  }

  @Test func percentEncodedBase64IsDecoded() throws {
    #expect(try text("data:;base64,aGk%3D") == "hi")
  }

  @Test func paddingMayBeMissing() throws {
    #expect(try text("data:;base64,aGk") == "hi")
  }

  @Test(arguments: ["aGk=aGk=", "a", "aGk*", "aGk===", "=", "YQ="])
  func invalidBase64IsMalformed(_ data: String) {
    #expect(throws: ResourceError.self) { try load("data:;base64," + data) }
  }

  @Test func urlWithoutACommaIsMalformed() {
    let error = #expect(throws: ResourceError.self) { try load("data:text/plain") }
    #expect(error?.code == .malformed)
  }

  @Test func fragmentIsNotPartOfTheData() throws {
    #expect(try text("data:,abc#def") == "abc")
  }

  @Test func dataAboveTheSizeLimitAreRefused() {
    let loader = ResourceLoader(maximumBytes: 3)
    #expect((try? loader.load("data:,abc"))?.bytes.count == 3)
    let error = #expect(throws: ResourceError.self) { try loader.load("data:;base64,YWJjZA==") }
    #expect(error?.code == .tooLarge)
  }

  @Test func longAddressesAreTruncatedInErrors() {
    let error = #expect(throws: ResourceError.self) {
      try load("data:;base64,*" + String(repeating: "A", count: 10_000))
    }
    #expect((error?.address.count ?? 0) == 81)
  }
}
