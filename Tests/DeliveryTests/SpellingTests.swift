import Fuzzing
import Postgres
import TestSupport
import TestTraits
import Testing

@testable import Delivery

/// Random spellings of an address that reach the same target have the same canonical form, so that no policy treats
/// them differently. Fixed seeds: a failure can be repeated.
@Suite(.hangLimit) struct SpellingTests {
  /// Addresses that the policies below allow or deny.
  static let targets = [
    "email:boss@evil.example", "email:pm@fund.example", "webhook:https://evil.example/",
    "webhook:https://evil.example/a/b",
    "webhook:https://a.fund.example/hooks/note?x=1", "webhook:http://10.0.0.1/a", "webhook:http://[2001:db8::1]:8080/a",
    "webhook:https://evil.example:8443/a",
  ]

  static let policies: [(allowed: [String], denied: [String])] = [
    (["*"], ["email:*@evil.example", "webhook:*://evil.example:*/*", "webhook:http://10.0.0.1/*"]),
    (["email:*@fund.example", "webhook:https://*.fund.example/hooks/*"], []),
    (["*"], ["email:boss@*", "webhook:https://evil.example/a/*", "webhook:http://[2001:db8::1]:8080/*"]),
  ]

  /// Another spelling of the same target.
  static func spelling(of target: String, _ random: inout SplitMix) -> String {
    let (kind, rest) = target.splitAtColon
    let address = rest ?? ""
    if kind == "email" {
      let parts = address.split(separator: "@")
      return "email:\(randomCase(String(parts[0]), &random))@\(host(String(parts[1]), &random, encodes: false))"
    }
    guard let parts = URLParts(address), let (name, port) = parts.hostAndPort else { return target }
    let isDefault = port.isEmpty
    let number = isDefault ? (parts.scheme == "https" ? "443" : "80") : port
    let written =
      isDefault && random.once(in: 2) ? "" : ":" + (isDefault && random.once(in: 3) ? "" : zeros(number, &random))
    let isLiteral = name.hasPrefix("[")
    let spelled =
      isLiteral
      ? randomCase(random.once(in: 2) ? name : "[2001:0DB8:0:0:0::1]", &random)
      : host(name, &random, encodes: true)
    var path = encoded(parts.path, &random)
    if path == "/", parts.query.isEmpty, random.once(in: 2) { path = "" }
    let query = parts.query.isEmpty ? (random.once(in: 4) ? "?" : "") : encoded(parts.query, &random)
    return "webhook:\(randomCase(parts.scheme, &random))://\(spelled)\(written)\(path)\(query)"
  }

  private static func randomCase(_ text: String, _ random: inout SplitMix) -> String {
    text.reduce(into: "") { $0 += random.once(in: 2) ? $1.uppercased() : String($1) }
  }

  private static func zeros(_ digits: String, _ random: inout SplitMix) -> String {
    String(repeating: "0", count: random.below(3)) + digits
  }

  private static func host(_ name: String, _ random: inout SplitMix, encodes: Bool) -> String {
    let isName = name.contains { $0.isLetter }
    let text = isName ? randomCase(name, &random) : name
    return (encodes ? encoded(text, &random) : text) + (random.once(in: 3) ? "." : "")
  }

  /// Encodes some unreserved characters, with digits in either case.
  private static func encoded(_ text: String, _ random: inout SplitMix) -> String {
    var result = ""
    for byte in text.utf8 {
      guard byte.isLetterOrDigit, random.once(in: 4) else {
        result.unicodeScalars.append(Unicode.Scalar(byte))
        continue
      }
      let digits = String(byte, radix: 16)
      result += "%" + (random.once(in: 2) ? digits.uppercased() : digits)
    }
    return result
  }

  @Test func aSpellingOfTheSameTargetNeverChangesTheDecision() async throws {
    var random = SplitMix(seed: 20_261_122)
    let policies = try Self.policies.map { try Policy(allowed: $0.allowed, denied: $0.denied) }
    var spellings: [(text: String, target: String)] = []
    for target in Self.targets {
      let expected = try Destination(target)
      for _ in 0..<250 {
        let text = Self.spelling(of: target, &random)
        let destination = try Destination(text)
        for policy in policies {
          #expect(
            (policy.refusal(of: destination, owner: "t") == nil) == (policy.refusal(of: expected, owner: "t") == nil),
            "\(text)")
        }
        // The part before "@" is kept, and compared without regard to case.
        #expect(
          destination.description.lowercasedASCII == target || !target.hasPrefix("email:") && destination == expected,
          "\(text)")
        spellings.append((text, destination.description))
      }
    }
    let pairs = spellings
    try await TestDatabase.withDatabase { test async throws in
      let wrong = try await test.database.query(
        """
        select t.text from unnest($1::text[], $2::text[]) as t (text, canonical)
        where (pressrun.canonical_destination(t.text)).canonical is distinct from t.canonical
        """, [.texts(pairs.map(\.text)), .texts(pairs.map(\.target))]
      ).map { try $0.decode(0, as: String.self) }
      #expect(wrong == [])
    }
  }

  /// Whatever is written, Swift and SQL agree, and a canonical form is its own canonical form.
  @Test func swiftAndSQLAgreeOnDamagedAddresses() async throws {
    var random = SplitMix(seed: 4711)
    let pieces = [
      "%2e", "%2E", "..", ".", "/", "//", "\\", "@", ":", "%", "%00", "%2f", "#", "?", "*", " ", "\u{ad}", "\u{200b}",
      "\u{3000}", "0", "x", "-", "[", "]", "é", "443", ":80", "xn--", ";", "+", "!", "'", "\"", "_", "A",
    ]
    var texts: [String] = []
    for target in Self.targets + ["folder:out/2026/a", "s3:reports/x", "print:desk", "webhook:billing", "link"] {
      for _ in 0..<150 {
        var scalars = Array(target.unicodeScalars)
        for _ in 0...random.below(3) {
          let piece = Array(pieces[random.below(pieces.count)].unicodeScalars)
          let place = random.below(scalars.count + 1)
          let end = min(scalars.count, place + random.below(2))
          scalars.replaceSubrange(place..<end, with: piece)
        }
        texts.append(String(String.UnicodeScalarView(scalars)))
      }
    }
    let all = texts
    try await TestDatabase.withDatabase { test async throws in
      let rows = try await test.database.query(
        """
        select c.canonical from unnest($1::text[]) with ordinality as t (text, ordinal)
          cross join lateral pressrun.canonical_destination(t.text) c
        order by t.ordinal
        """, [.texts(all)])
      for (text, row) in zip(all, rows) {
        let found = try row.decode(0, as: String?.self)
        let destination = try? Destination(text)
        // Hosts outside ASCII are only accepted in Swift.
        if found == nil, !text.isASCII, text.hasPrefix("email:") || text.hasPrefix("webhook:") { continue }
        #expect(destination?.description == found, "\(text)")
        if let destination { #expect(try Destination(destination.description) == destination, "\(text)") }
      }
    }
  }
}
