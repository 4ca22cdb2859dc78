import Glibc
import Networking
import ObjectStorage
import OperatingSystem

extension ArtifactStore {
  /// The store at a location: a folder's path, or `s3://BUCKET/PREFIX`.
  ///
  /// For a bucket, the environment has `AWS_REGION` (by default `us-east-1`), `AWS_ACCESS_KEY_ID`,
  /// `AWS_SECRET_ACCESS_KEY` and, for temporary credentials, `AWS_SESSION_TOKEN`; each of the last three may instead
  /// name a file, as in `AWS_SECRET_ACCESS_KEY_FILE`. `PRESSRUN_S3_ENDPOINT` is the URL of a storage other than Amazon
  /// S3, `PRESSRUN_S3_CA_FILE` a PEM file with the certificates that it is trusted by, and `TMPDIR` the folder of
  /// temporary files.
  /// - Throws: `invalidSettings`.
  package init(location: String, environment: [String: String]) throws(ArtifactError) {
    guard location.hasPrefix("s3:") else {
      self.init(root: location)
      return
    }
    let settings = Settings(environment: environment, location: location)
    let (name, prefix) = try Self.parse(location)
    do throws(ObjectStorageError) {
      let place = try BucketLocation(
        bucket: name, region: settings["AWS_REGION"] ?? settings["AWS_DEFAULT_REGION"] ?? "us-east-1",
        endpoint: settings["PRESSRUN_S3_ENDPOINT"])
      try BucketLocation.check(prefix: prefix)
      let credentials = S3Credentials(
        accessKey: try settings.secret("AWS_ACCESS_KEY_ID"), secretKey: try settings.secret("AWS_SECRET_ACCESS_KEY"),
        sessionToken: try settings.optionalSecret("AWS_SESSION_TOKEN"))
      let client = HTTPClient(
        addresses: .all, tls: TLSSettings(caFile: settings["PRESSRUN_S3_CA_FILE"]))
      self.init(
        .bucket(
          ArtifactBucket(
            Bucket(place, credentials: credentials, client: client), prefix: prefix,
            temporaryFolder: settings["TMPDIR"] ?? "/tmp")))
    } catch {
      throw ArtifactError(
        code: .invalidSettings, message: error.message, path: error.place,
        advice: "Correct the environment variables of the artifact store.")
    }
  }

  private static func parse(_ location: String) throws(ArtifactError) -> (bucket: String, prefix: String) {
    guard location.hasPrefix("s3://") else {
      throw ArtifactError(
        code: .invalidSettings, message: "A bucket is named by s3://BUCKET/PREFIX.", path: location,
        advice: "Correct PRESSRUN_ARTIFACTS.")
    }
    let parts = location.dropFirst("s3://".count).split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    var prefix = parts.count > 1 ? String(parts[1]) : ""
    if prefix.hasSuffix("/") { prefix.removeLast() }
    return (String(parts.first ?? ""), prefix)
  }
}

/// The environment variables of a store.
private struct Settings {
  let environment: [String: String]
  let location: String

  subscript(_ name: String) -> String? { environment[name].flatMap { $0.isEmpty ? nil : $0 } }

  func secret(_ name: String) throws(ObjectStorageError) -> String {
    if let value = try optionalSecret(name) { return value }
    throw ObjectStorageError(code: .accessDenied, message: "Neither \(name) nor \(name)_FILE is set.", place: location)
  }

  /// The variable, or the text of the file that `NAME_FILE` names, without the line break at its end.
  func optionalSecret(_ name: String) throws(ObjectStorageError) -> String? {
    if let value = self[name] { return value }
    guard let path = self[name + "_FILE"] else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { _ = close(descriptor) } }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = descriptor < 0 ? -1 : Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0, let text = String(validating: bytes.prefix(count), as: UTF8.self) else {
      throw ObjectStorageError(code: .file, message: "The file cannot be read, or is empty.", place: path)
    }
    return text.withoutFinalLineBreak
  }
}
