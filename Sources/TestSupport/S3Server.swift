import Foundation

/// An S3-compatible storage for tests, with the buckets `artifacts`, `reports` and, with Object Lock, `locked`. Each
/// kind is started once in a test process.
package actor S3Server {
  package enum Kind: String, CaseIterable, Sendable {
    /// Verifies signatures and checksums, and has conditional requests and Object Lock.
    case seaweedFS
    /// Has server-side encryption, and reports missing buckets. Accepts every signature.
    case moto
  }

  package static let accessKey = "testkey"
  package static let secretKey = "testsecret"
  package static let region = "us-east-1"

  /// Whether `script/bootstrap` has installed the servers.
  package static var isInstalled: Bool {
    [TestPython.program("weed"), TestPython.program("moto_server")].allSatisfy {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }

  /// The endpoint of the running storage, such as `http://127.0.0.1:8333`.
  package static func endpoint(_ kind: Kind) async throws -> String { try await shared.start(kind).endpoint }

  private static let shared = S3Server()
  private var running: [Kind: Task<(process: ServerProcess, endpoint: String), any Error>] = [:]

  private func start(_ kind: Kind) async throws -> (process: ServerProcess, endpoint: String) {
    if let task = running[kind] { return try await task.value }
    let task = Task {
      let port = try ServerProcess.freePort()
      let endpoint = "http://127.0.0.1:\(port)"
      let process = try await ServerProcess(
        ["sh", "FOLDER/run.sh"],
        environment: [
          "AWS_ACCESS_KEY_ID": Self.accessKey, "AWS_SECRET_ACCESS_KEY": Self.secretKey,
          // One volume for each bucket instead of seven, which take seconds to create.
          "WEED_MASTER_VOLUME_GROWTH_COPY_1": "1",
        ],
        files: [
          "run.sh": try Self.command(kind, port)
            + " &\n'\(TestPython.program("python"))' FOLDER/buckets.py \(endpoint)\nwait\n",
          "s3.json": Self.identities, "buckets.py": Self.makeBuckets,
        ], ready: .output("buckets are ready"))
      return (process: process, endpoint: endpoint)
    }
    running[kind] = task
    return try await task.value
  }

  private static func command(_ kind: Kind, _ port: Int) throws -> String {
    switch kind {
    case .moto: return "'\(TestPython.program("moto_server"))' -H 127.0.0.1 -p \(port)"
    case .seaweedFS:
      // By default the ports of gRPC are the ports of HTTP plus 10,000.
      let ports = try [
        "s3.port.grpc", "master.port", "master.port.grpc", "volume.port", "volume.port.grpc", "filer.port",
        "filer.port.grpc",
      ]
      .map { "-\($0)=\(try ServerProcess.freePort())" }.joined(separator: " ")
      return "'\(TestPython.program("weed"))' server -dir=FOLDER -ip=127.0.0.1 -ip.bind=127.0.0.1 -volume.max=30 "
        + "-master.volumeSizeLimitMB=64 -filer -s3 -s3.port.iceberg=0 -s3.port.lance=0 -s3.port=\(port) -s3.config=FOLDER/s3.json \(ports)"
    }
  }

  private static let identities = """
    {"identities": [{"name": "test", "credentials": [{"accessKey": "\(accessKey)", "secretKey": "\(secretKey)"}],
     "actions": ["Admin", "Read", "Write", "List", "Tagging"]}]}
    """

  private static let makeBuckets = """
    import boto3, sys, time
    from botocore.config import Config
    client = boto3.client("s3", endpoint_url=sys.argv[1], region_name="us-east-1",
                          config=Config(s3={"addressing_style": "path"}, retries={"max_attempts": 1}))
    for name, lock in [("artifacts", False), ("reports", False), ("locked", True)]:
        while True:
            try:
                client.create_bucket(Bucket=name, ObjectLockEnabledForBucket=lock)
                client.put_object(Bucket=name, Key="ready", Body=b"ready")
                client.delete_object(Bucket=name, Key="ready")
                break
            except Exception as error:
                if "BucketAlreadyOwnedByYou" not in str(error): print(error, flush=True)
                time.sleep(0.1)
    print("buckets are ready", flush=True)
    """
}
