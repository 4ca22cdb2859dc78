import Networking
import ObjectStorage

/// Puts of 40 kB into a bucket, signed, with their SHA-256, compared with boto3.
struct S3Benchmark {
  private let benchmark: DeliveryBenchmark

  init(_ benchmark: DeliveryBenchmark) { self.benchmark = benchmark }

  func comparison() throws -> Comparison {
    let server = try MinimalServer.http(headers: "ETag: \"0123456789abcdef0123456789abcdef\"\r\n")
    let client = HTTPClient(addresses: .withLoopback)
    let bucket = Bucket(
      try BucketLocation(bucket: "bench", region: "us-east-1", endpoint: "http://127.0.0.1:\(server.port)"),
      credentials: S3Credentials(accessKey: "bench", secretKey: "bench-secret"), client: client)
    let file = try SampleFile()
    let own = benchmark.competitor(server) { number in
      let content = ObjectContent.file(path: file.path, bytes: SampleFile.bytes, sha256: file.sha256)
      try await bucket.put(content, to: "documents/\(number).pdf", ObjectOptions(contentType: "application/pdf"))
    }
    let other = benchmark.competitor("boto3", "s3_boto3.py", port: server.port)
    return Comparison("s3", unit: "deliveries/s", [own, other], goals: [Comparison.Goal(against: "boto3", ratio: 2)])
  }
}
