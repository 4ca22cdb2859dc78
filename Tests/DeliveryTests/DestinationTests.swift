import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// One table of cases that the rules in Swift and in SQL must both satisfy.
@Suite(.hangLimit) struct DestinationTests {
  static let wellFormed = [
    "none", "print", "print:second floor", "folder", "folder:reports", "folder:reports/2026 Q1/ü",
    "email:pm@fund.example",
    "email:a+b.c@x", "s3:bucket/key", "webdav:https://x.example/a", "sftp:user@host:/srv",
    "webhook:https://x.example/hook?a=b",
    "webhook:http://x", "folder:..a", "folder:a..b",
  ]
  static let malformed = [
    "", ":", "fax:1", "Email:a@b", "email", "email:", "email:pm", "email:@b", "email:a@", "email:a@b@c", "email:a b@c",
    "email:a@b,c@d", "email:a@b;x", "email:<a@b>", "email:a@b\nBcc: c@d", "email:a\u{7f}@b", "none:x", "none:",
    "print:",
    "folder:", "folder:/etc", "folder:a/../b", "folder:..", "folder:.", "folder:a//b", "folder:a/", "s3", "s3:",
    "s3:a b",
    "sftp:", "webdav", "webhook:ftp://x", "webhook:https://", "webhook:x", " print", "print ",
    "print:" + String(repeating: "x", count: 1024),
  ]

  @Test(arguments: wellFormed) func wellFormedDestinationIsReadAndWrittenAsItWas(text: String) throws {
    #expect(try Destination(text).description == text)
  }

  @Test(arguments: malformed) func malformedDestinationIsRefused(text: String) {
    let error = #expect(throws: DeliveryError.self) { try Destination(text) }
    #expect(error?.code == .invalidDestination)
  }

  @Test func sqlSaysTheSameOfEachInTheSameWords() async throws {
    try await TestDatabase.withDatabase { test async throws in
      for text in Self.wellFormed + Self.malformed {
        let problem = try await test.database.query("select pressrun.destination_problem($1)", [.text(text)]).single()
          .decode(0, as: String?.self)
        var expected: String?
        do throws(DeliveryError) { _ = try Destination(text) } catch { expected = error.message }
        #expect(problem == expected, "\(text)")
      }
    }
  }

  @Test func kindsAreTheSameInSwiftAndInSQL() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let kinds = try await test.database.query("select pressrun.destination_kinds()").single().decode(
        0, as: [String].self)
      #expect(kinds == Destination.Kind.allCases.map(\.rawValue))
    }
  }
}
