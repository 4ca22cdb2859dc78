import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// One table of cases that the rules in Swift and in SQL must both satisfy.
@Suite(.hangLimit) struct DestinationTests {
  /// Spellings and their canonical forms.
  static let wellFormed: [(text: String, canonical: String)] =
    [
      "none", "link", "print", "print:front-desk", "folder", "folder:out", "folder:out/2026/ü", "folder:a..b/..c",
      "s3:reports", "s3:reports/a=b/c", "webdav:share/x", "sftp:records/in", "webhook:billing", "webhook:a.b_c-D",
      "email:pm@fund.example", "email:a+b.c@x", "email:PM.x@fund.example", "email:a@xn--bcher-kva.example",
      "webhook:https://x.example/hook?a=b", "webhook:http://x/", "webhook:https://x.example/a/",
      "webhook:https://x:8443/",
      "webhook:http://127.0.0.1/", "webhook:http://[::1]/", "webhook:http://[2001:db8::1]:8080/a",
      "webhook:http://1.2.x/",
      "webhook:https://x/.a/..b/c;d", "webhook:https://x/?a=/../b", "webhook:https://x/a%20b?c%2Fd",
    ].map { ($0, $0) } + [
      ("email:x@evil.example.", "email:x@evil.example"), ("email:X@EVIL.Example", "email:X@evil.example"),
      ("webhook:https://EVIL.example/", "webhook:https://evil.example/"), ("webhook:HTTPS://x", "webhook:https://x/"),
      ("webhook:https://evil.example:443/", "webhook:https://evil.example/"),
      ("webhook:http://x:80", "webhook:http://x/"),
      ("webhook:http://x:443/", "webhook:http://x:443/"), ("webhook:https://x:/a", "webhook:https://x/a"),
      ("webhook:https://x:08443/", "webhook:https://x:8443/"),
      ("webhook:https://x.example./", "webhook:https://x.example/"),
      ("webhook:https://%65vil.example/", "webhook:https://evil.example/"),
      ("webhook:https://x?", "webhook:https://x/"),
      ("webhook:https://x?a=b", "webhook:https://x/?a=b"),
      ("webhook:https://x/%7e%41%2d%c3%bc", "webhook:https://x/~A-%C3%BC"),
      ("webhook:https://x/ü?ü", "webhook:https://x/%C3%BC?%C3%BC"),
      ("webhook:http://127.0.0.1./", "webhook:http://127.0.0.1/"),
      ("webhook:http://[0:0::0001]:80/", "webhook:http://[::1]/"),
      ("webhook:http://[2001:DB8:0:0:0:0:0:1]/", "webhook:http://[2001:db8::1]/"),
      ("folder:out/u\u{308}", "folder:out/\u{fc}"),
    ]

  static let malformed = [
    "", ":", "fax:1", "Email:a@b", "email", "email:", "email:pm", "email:@b", "email:a@", "email:a@b@c", "email:a b@c",
    "email:a@b,c@d", "email:a@b;x", "email:<a@b>", "email:a@b\nBcc: c@d", "email:a\u{7f}@b", "email:\"a\"@b",
    "email:PM <a@b>", "email:.a@b", "email:a.@b", "email:a..b@c", "email:ü@b", "email:a%c@b", "email:c!a@b",
    "email:a@b..c",
    "email:a@-b", "email:a@127.0.0.1", "email:a@[::1]", "email:a@127.1", "email:a@b:25", "email:a@\u{ad}b.example",
    "email:" + String(repeating: "a", count: 65) + "@b", "email:a@" + String(repeating: "b", count: 64),
    "none:x", "none:", "link:x", "link:", "clipboard", "clipboard:x", "messages:+49171",
    "print:", "print:second floor", "print:a/b", "print:-a", "print:*", "folder:", "folder:/etc", "folder:a/../b",
    "folder:..",
    "folder:.", "folder:a//b", "folder:a/", "folder:pub/%2e%2e/x", "folder:a\\b", "folder:a/b\\c", "folder:a/b*",
    "folder:a/\u{200b}b", "folder:a/\u{e000}", "folder:a\u{2215}b", "folder:ü", "s3", "s3:", "s3:a b",
    "s3:ok/../../other",
    "s3:ok/%2E%2E/x", "s3:https://x", "sftp:", "sftp:user@host:/srv", "webdav", "webdav:https://x.example/a",
    "webhook", "webhook:", "webhook:a/b", "webhook:x:y", "webhook:ftp://x", "webhook:https://", "webhook:https:///a",
    "webhook:https:x", "webhook:https://u@x/", "webhook:https://u:p@x/", "webhook:https://x/#f",
    "webhook:https://x\\y/",
    "webhook:https://x/a\\b", "webhook:https://x/%5c", "webhook:https://x/a%2fb", "webhook:https://x/a/../b",
    "webhook:https://x/a/%2e%2E/b", "webhook:https://x/a/.", "webhook:https://x/..;a/b", "webhook:https://x//a",
    "webhook:https://x/a//b", "webhook:https://x/%", "webhook:https://x/%zz", "webhook:https://x/%0a",
    "webhook:https://x/?%00", "webhook:https://x/\"", "webhook:https://x/<a>", "webhook:https://x/a|b",
    "webhook:https://x y/",
    "webhook:https://x:0/", "webhook:https://x:65536/", "webhook:https://x:1a/", "webhook:https://x:99999999999999/",
    "webhook:https://x..y/", "webhook:https://.x/", "webhook:https://x.y../", "webhook:https://x%2f/",
    "webhook:https://x%/",
    "webhook:https://%c3%bc.example/", "webhook:http://127.1/", "webhook:http://2130706433/", "webhook:http://0x7f.1/",
    "webhook:http://0177.0.0.1/", "webhook:http://127.0.0.256/", "webhook:http://1.2.3.4.5/", "webhook:http://a.0x1/",
    "webhook:http://[::1/", "webhook:http://[::g]/", "webhook:http://[::1]x/", "webhook:http://[::1%25eth0]/",
    "webhook:http://[::ffff:10.0.0.1]/", "webhook:http://[::a00:1]/", "webhook:http://[64:ff9b::a00:1]/",
    "webhook:http://[1.2.3.4]/", " print", "print ", "print:" + String(repeating: "x", count: 1024),
  ]

  /// Hosts outside ASCII: SQL refuses them, Swift converts them (UTS 46).
  static let internationalized = [
    ("email:pm@bücher.example", "email:pm@xn--bcher-kva.example"),
    ("email:pm@BÜCHER.example.", "email:pm@xn--bcher-kva.example"),
    ("webhook:https://ｅｖｉｌ.example/", "webhook:https://evil.example/"),
    ("webhook:https://evil。example/", "webhook:https://evil.example/"),
    ("webhook:https://faß.example/", "webhook:https://xn--fa-hia.example/"),
    ("webhook:http://１２７.0.0.1/", "webhook:http://127.0.0.1/"),
  ]

  @Test(arguments: wellFormed) func wellFormedDestinationBecomesCanonical(text: String, canonical: String) throws {
    let destination = try Destination(text)
    #expect(destination.description.utf8.elementsEqual(canonical.utf8))
    #expect(try Destination(destination.description) == destination)
  }

  @Test(arguments: malformed) func malformedDestinationIsRefused(text: String) {
    let error = #expect(throws: DeliveryError.self) { try Destination(text) }
    #expect(error?.code == .invalidDestination)
  }

  @Test func sqlSaysTheSameOfEachInTheSameWords() async throws {
    try await TestDatabase.withDatabase { test async throws in
      for text in Self.wellFormed.map(\.text) + Self.malformed {
        let row = try await test.database.query(
          "select canonical, problem from pressrun.canonical_destination($1)", [.text(text)]
        ).single()
        var canonical: String?
        var problem: String?
        do throws(DeliveryError) { canonical = try Destination(text).description } catch { problem = error.message }
        #expect(try row.decode(0) == canonical, "\(text)")
        #expect(try row.decode(1) == problem, "\(text)")
      }
    }
  }

  @Test func hostsOutsideASCIIAreConvertedInSwiftAndRefusedInSQL() async throws {
    try await TestDatabase.withDatabase { test async throws in
      for (text, canonical) in Self.internationalized {
        #expect(try Destination(text).description == canonical)
        let problem = try await test.database.query(
          "select problem from pressrun.canonical_destination($1)", [.text(text)]
        ).single()
          .decode(0, as: String?.self)
        #expect(problem?.contains("xn--") == true, "\(text)")
      }
    }
    for text in ["email:a@☃\u{200d}.example", "webhook:https://١.example/", "webhook:https://ü.-x.example/"] {
      #expect(throws: DeliveryError.self, "\(text)") { try Destination(text) }
    }
  }

  @Test func kindsAreTheSameInSwiftAndInSQL() async throws {
    try await TestDatabase.withDatabase { test async throws in
      let kinds = try await test.database.query("select pressrun.destination_kinds()").single().decode(
        0, as: [String].self)
      #expect(kinds == Destination.Kind.allCases.map(\.rawValue))
    }
  }

  @Test func unsafeCharactersIncludeTheGeneralCategoriesThatPeopleCannotSee() async throws {
    let categories: Set<Unicode.GeneralCategory> = [
      .control, .format, .privateUse, .spaceSeparator, .lineSeparator, .paragraphSeparator,
    ]
    let scalars = (0...0x10FFFF as ClosedRange<UInt32>).compactMap(Unicode.Scalar.init)
    let missing = scalars.filter {
      (categories.contains($0.properties.generalCategory) || $0.properties.isDefaultIgnorableCodePoint)
        && !UnsafeCharacters.contains($0)
    }
    #expect(missing.map { String($0.value, radix: 16) } == [])
    try await TestDatabase.withDatabase { test async throws in
      let found = try await test.database.query(
        """
        select c from generate_series(1, 1114111) c
        where c not between 55296 and 57343 and chr(c) ~ pressrun.unsafe_characters()
        """
      ).map { try $0.decode(0, as: Int.self) }
      #expect(found == scalars.filter(UnsafeCharacters.contains).map { Int($0.value) }.filter { $0 > 0 })
    }
  }

  @Test(arguments: [
    ("none", "none", nil, nil), ("email:a@b", "email", nil, nil), ("print", "print", nil, nil),
    ("print:desk", "print:desk", "desk", nil), ("s3:reports", "s3:reports", "reports", nil),
    ("s3:reports/a/b", "s3:reports", "reports", "a/b"), ("webhook:billing", "webhook:billing", "billing", nil),
    ("webhook:https://x/a", "webhook", nil, nil),
  ])
  func aDestinationHasItsNameInTheConfiguration(text: String, endpoint: String, name: String?, path: String?)
    async throws
  {
    let destination = try Destination(text)
    #expect(destination.endpoint == endpoint)
    #expect(destination.name == name && destination.path == path)
    try await TestDatabase.withDatabase { test async throws in
      let found = try await test.database.query("select pressrun.destination_endpoint($1)", [.text(text)]).single()
      #expect(try found.decode(0) == endpoint)
    }
  }
}
