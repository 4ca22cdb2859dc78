import Dates
import Encodings
import TestTraits
import Testing

@testable import ObjectStorage

/// The examples of the Amazon S3 API Reference, "Signature Calculations for the Authorization Header" and
/// "Authenticating Requests: Using Query Parameters".
@Suite(.hangLimit) struct SignatureTests {
  private static let signature = S3Signature(
    credentials: S3Credentials(
      accessKey: "AKIAIOSFODNN7EXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"),
    region: "us-east-1", time: Timestamp(seconds: 1_369_353_600))
  private static let host = "examplebucket.s3.amazonaws.com"

  private static func signed(_ request: S3Signature.Request, payload: String = BucketRequest.emptySHA256) -> String {
    signature.headers(of: request, payloadHash: payload).last?.value ?? ""
  }

  @Test func anObjectIsRead() {
    let value = Self.signed(
      .init(method: "GET", host: Self.host, path: "/test.txt", headers: [(name: "Range", value: "bytes=0-9")]))
    #expect(
      value == "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request, "
        + "SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, "
        + "Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41")
  }

  @Test func anObjectIsStored() {
    let value = Self.signed(
      .init(
        method: "PUT", host: Self.host, path: "/" + PercentEncoding.encode("test$file.text", keepsSlash: true),
        headers: [
          (name: "Date", value: "Fri, 24 May 2013 00:00:00 GMT"),
          (name: "x-amz-storage-class", value: "REDUCED_REDUNDANCY"),
        ]), payload: "44ce7dd67c959e0d3524ffac1771dfbba87d2b6b4b4e99e42034a8b803f8b072")
    #expect(value.hasSuffix("Signature=98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"))
  }

  @Test func aQueryWithoutValueIsSigned() {
    let value = Self.signed(.init(method: "GET", host: Self.host, path: "/", query: [(name: "lifecycle", value: "")]))
    #expect(value.hasSuffix("Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"))
  }

  @Test func theQueryIsSorted() {
    let value = Self.signed(
      .init(
        method: "GET", host: Self.host, path: "/",
        query: [(name: "prefix", value: "J"), (name: "max-keys", value: "2")]))
    #expect(value.hasSuffix("Signature=34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"))
  }

  @Test func aSessionTokenIsSigned() {
    let signature = S3Signature(
      credentials: S3Credentials(accessKey: "key", secretKey: "secret", sessionToken: "token"), region: "us-east-1",
      time: Timestamp(seconds: 0))
    let headers = signature.headers(of: .init(method: "GET", host: Self.host, path: "/"), payloadHash: "")
    #expect(headers.contains { $0.name == "x-amz-security-token" && $0.value == "token" })
    #expect(headers.last?.value.contains("x-amz-date;x-amz-security-token,") == true)
  }

  @Test func credentialsAppearInNoDescription() {
    let credentials = S3Credentials(accessKey: "AKIA", secretKey: "topsecret", sessionToken: "token")
    var dumped = ""
    dump(credentials, to: &dumped)
    for text in ["\(credentials)", String(reflecting: credentials), dumped] {
      #expect(!text.contains("topsecret") && !text.contains("AKIA") && !text.contains("token"))
    }
  }
}
