import Dates
import TestTraits
import Testing

@testable import ObjectStorage

@Suite(.hangLimit) struct ValueTests {
  @Test(arguments: [
    ("https://storage.example", "storage.example", true),
    ("https://storage.example:9000/", "storage.example:9000", true),
    ("https://storage.example:443", "storage.example", true), ("http://127.0.0.1:8333", "127.0.0.1:8333", true),
    ("http://[::1]:8333", "[::1]:8333", true), ("https://Storage.Example", "storage.example", true),
  ])
  func anEndpointIsPathStyle(endpoint: String, host: String, isPathStyle: Bool) throws {
    let location = try BucketLocation(bucket: "reports", region: "eu", endpoint: endpoint)
    #expect(location.host == host && location.usesPathStyle == isPathStyle)
    #expect(location.path(of: "a b/ü+") == "/reports/a%20b/%C3%BC%2B")
  }

  @Test func amazonTakesTheBucketInTheHost() throws {
    let location = try BucketLocation(bucket: "reports", region: "eu-central-1")
    #expect(location.host == "reports.s3.eu-central-1.amazonaws.com" && location.path(of: "k") == "/k")
    #expect(try BucketLocation(bucket: "a.b", region: "eu-central-1").path(of: "k") == "/a.b/k")
  }

  @Test(arguments: [
    "", "storage.example", "ftp://storage.example", "https://user@storage.example", "https://storage.example/path",
    "https://storage.example?x", "https://:9000", "https://storage.example:0", "https://storage.example:99999",
    "https://stor age.example", "https://[::1", "https://storage.example\r\nX: y",
  ])
  func invalidEndpointsAreRefused(endpoint: String) {
    let error = #expect(throws: ObjectStorageError.self) {
      try BucketLocation(bucket: "reports", region: "eu", endpoint: endpoint)
    }
    #expect(error?.code == .invalidURL)
  }

  @Test(arguments: ["", "ab", "Reports", "a/b", "a..b", "-ab", ".ab", "a b c", "a%2fb", "äbc"])
  func invalidBucketsAreRefused(name: String) {
    #expect(throws: ObjectStorageError.self) { try BucketLocation(bucket: name, region: "eu") }
  }

  @Test(arguments: [
    "", "/a", "a/", "a//b", ".", "..", "a/../b", "a/./b", "a\nb", "a\u{85}b", String(repeating: "a", count: 1025),
  ])
  func invalidKeysAreRefused(key: String) {
    #expect(throws: ObjectStorageError.self) { try BucketLocation.check(key: key) }
  }

  @Test func timesOfSignaturesAreUTC() {
    let time = Timestamp(seconds: 1_795_338_716)
    #expect(time.signatureTime == "20261122T091156Z" && time.signatureDay == "20261122")
  }
}
