import ObjectStorage
import TestTraits
import Testing

@testable import Delivery

@Suite(.hangLimit) struct S3ConfigurationTests {
  private static func configuration(_ lines: String) throws -> S3DestinationConfiguration {
    let required = "    bucket: reports\n    access_key: { env: A }\n    secret_key: { env: B }\n"
    let configurations = try DestinationConfigurations(
      text: "s3:\n  reports:\n" + required + lines, file: "destinations.yaml",
      forms: ["s3": DestinationForm(.named, S3DestinationConfiguration.self)])
    return try #require(configurations["s3:reports"]?.sender as? S3DestinationConfiguration)
  }

  @Test func documentsAreNamedByContent() throws {
    let configuration = try Self.configuration("")
    #expect(configuration.name.text == "{tenant}/{sha256}.{extension}" && configuration.onConflict == .rename)
    #expect(configuration.encryption == nil && configuration.objectLock == nil && configuration.prefix == "")
  }

  @Test func everySettingIsRead() throws {
    let configuration = try Self.configuration(
      """
          region: eu-central-1
          endpoint: https://storage.example:9000
          path_style: false
          prefix: a/b
          name: "{job}.{extension}"
          on_conflict: replace
          encryption: kms
          kms_key: k1
          tags: { source: pressrun }
          object_lock: { mode: compliance, days: 30, kinds: [archive] }

      """)
    #expect(
      try configuration.location
        == BucketLocation(
          bucket: "reports", region: "eu-central-1", endpoint: "https://storage.example:9000", usesPathStyle: false))
    #expect(configuration.encryption == .key(id: "k1") && configuration.tags == ["source": "pressrun"])
    #expect(configuration.objectLock == ObjectLockSettings(mode: .compliance, days: 30, kinds: ["archive"]))
    #expect(configuration.prefix == "a/b" && configuration.onConflict == .replace)
  }

  @Test(arguments: [
    "    endpoint: storage.example\n", "    endpoint: https://user@storage.example\n", "    prefix: ../x\n",
    "    prefix: /x\n", "    name: ../{job}\n", "    encryption: none\n", "    kms_key: k1\n",
    "    object_lock: { mode: forever, days: 1 }\n", "    object_lock: { mode: compliance, days: 0 }\n",
    "    session_token: topsecret\n", "    secret_key: topsecret\n", "    region: \"topsecret\n", "    unknown: 1\n",
  ])
  func invalidSettingsAreRefused(lines: String) {
    let error = #expect(throws: DeliveryError.self) { try Self.configuration(lines) }
    #expect(error?.message.contains("topsecret") == false)
  }
}
