import Dates
import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct JobKindsTests {
  private func load(_ yaml: String, template: String = "x") throws -> JobKind {
    let folder = try TemporaryFolder(["Jobs/x.yaml": yaml, "Templates/\(template)/template.html": "<p>"])
    return try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates").kind(named: "x")
  }

  private static let minimal = "name: x\ncomposer: html\ntemplate: x\n"

  @Test func bundledKindsAreValid() throws {
    #expect(try Project.kinds().names == ["archive", "binder", "invoice", "note", "statement"])
  }

  @Test func kindRequiresOnlyComposerAndTemplate() throws {
    let kind = try load(Self.minimal)
    #expect(kind.queue == "default")
    #expect(kind.pageSize == .a4)
    #expect(kind.timeout == .seconds(60))
    #expect(kind.destinations.allows("anything:at.all"))
  }

  @Test func outputsAreReadInTheirOrder() throws {
    #expect(try load(Self.minimal).outputs == [KindOutput(.pdf)])
    #expect(try load(Self.minimal + "outputs: [text, pdf]").outputs == [KindOutput(.text), KindOutput(.pdf)])
    let kind = try load(
      Self.minimal + "outputs: {pdf: {}, png: {resolution: 150, pages: 1}}\nfile_name: Report {number}")
    #expect(kind.outputs == [KindOutput(.pdf), KindOutput(.png, resolution: 150, pages: 1)])
    #expect(kind.fileName == FileNameTemplate("Report {number}"))
  }

  @Test func aJobMayAskForFewerOutputs() throws {
    let folder = try TemporaryFolder([
      "Jobs/x.yaml": Self.minimal + "outputs: [pdf, text, markdown]",
      "Jobs/y.yaml": "name: y\ncomposer: html\ntemplate: x\n",
      "Templates/x/template.html": "<p>{{outputs}}",
    ])
    let kinds = try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
    let composer = DocumentComposer(kinds: kinds)
    func outputs(_ kind: String, _ payload: String) throws -> [OutputFormat] {
      try composer.outputs(kind: kind, payload: Array(payload.utf8), job: JobContext(created: Timestamp(seconds: 0)))
        .outputs.map(\.format)
    }
    #expect(try outputs("x", "{}") == [.pdf, .text, .markdown])
    #expect(try outputs("x", #"{"outputs": ["markdown", "pdf"]}"#) == [.pdf, .markdown])
    #expect(try outputs("y", #"{"outputs": ["x"]}"#) == [.pdf], "a field of the payload like any other")
    let error = #expect(throws: CompositionError.self) { try outputs("x", #"{"outputs": ["png"]}"#) }
    #expect(error?.description == "$.outputs: the kind x has no output \"png\"; it has pdf, text, markdown")
  }

  @Test func kindsNameTheirSigner() throws {
    #expect(try load(Self.minimal + "sign: seal").signature == KindSignature(signer: "seal"))
    var signature = KindSignature(signer: "seal")
    (signature.reason, signature.location, signature.onTimestampFailure) = ("Issued", "Berlin", .signWithout)
    let lines = "sign: {signer: seal, reason: Issued, location: Berlin, on_timestamp_failure: sign_without}"
    #expect(try load(Self.minimal + lines).signature == signature)
  }

  @Test func kindsPrintMarks() throws {
    #expect(
      try load(Self.minimal + "watermark: For {a.b}").marks == [
        PageMark(form: .watermark, text: #require(FieldTemplate("For {a.b}")), color: "000000")
      ])
    let stamp = "stamp: {text: Copy, position: bottom-left, color: \"#00Aa00\", pages: first}"
    var mark = PageMark(form: .stamp(.bottomLeft), text: try #require(FieldTemplate("Copy")), color: "00Aa00")
    mark.pages = .first
    #expect(try load(Self.minimal + stamp).marks == [mark])
    for (lines, message) in [
      ("watermark: 'For {'", "fields of the payload in braces"), ("watermark: {text: a, position: top}", "unknown key"),
      ("stamp: {text: a, position: middle}", "expected one of top-left"),
      ("stamp: {text: a, color: red}", "a color such as"),
    ] {
      let error = #expect(throws: CompositionError.self) { try load(Self.minimal + lines) }
      #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    }
  }

  @Test func kindsNameTheirPasswords() throws {
    let lines = "encrypt: {password: {field: a.b}, owner_password: {env: OWNER}, permissions: [print-low, copy]}"
    let encryption = try #require(try load(Self.minimal + lines).encryption)
    #expect(encryption.password == .field(["a", "b"]))
    #expect(encryption.ownerPassword == .environment("OWNER"))
    #expect(encryption.permissions == [.printLow, .copy])
    #expect(try encryption.password.password(in: Array(#"{"a": {"b": "\u212B\u00A0x\u00AD"}}"#.utf8)) == "Å x")
  }

  @Test(arguments: [
    ("encrypt: {password: words}", "a password is a reference"), ("encrypt: {permissions: [all]}", "missing"),
    ("encrypt: {password: {field: a..b}}", "expected a path"),
    ("encrypt: {password: {field: a}, permissions: [sing]}", "expected a list of print"),
    ("encrypt: {password: {field: a}}\nsign: seal", "cannot be combined with sign"),
    ("encrypt: {password: {field: a}}\nconformance: pdf/a-2b", "PDF/A-2b forbids encryption"),
    ("encrypt: {password: {field: a}}\noutputs: [pdf, text]", "the only output must be pdf"),
  ])
  func kindsThatCannotBeEncryptedAreRefused(lines: String, message: String) throws {
    let error = #expect(throws: CompositionError.self) { try load(Self.minimal + lines) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
    #expect(error?.description.contains("words") == false)
  }

  @Test(arguments: [
    ("sign: {signer: seal, on_timestamp_failure: maybe}", "expected fail or sign_without"),
    ("sign: {reason: none}", "missing"), ("sign: {signer: seal, key: a}", "unknown key"),
    ("sign: seal\noutputs: [text]", "only the output pdf can be signed"),
  ])
  func kindsThatCannotBeSignedAreRefused(lines: String, message: String) throws {
    let error = #expect(throws: CompositionError.self) { try load(Self.minimal + lines) }
    #expect(error?.message.contains(message) == true, "\(error?.message ?? "")")
  }

  @Test func everySettingIsRead() throws {
    let kind = try load(
      """
      name: x
      composer: html
      template: x
      page: {size: letter landscape, fit_width: true, media_width: 1200}
      queue: reports
      retry: {attempts: 3, backoff: 500ms, maximum_backoff: 2h}
      timeout: 90s
      memory: 512MiB
      destinations: {allowed: [email, print], default: print}
      fields: {"items[].price": money, note: html optional}
      defaults: {currency: EUR, rate: 7.50, number: "0042", list: [a, true, null]}
      """)
    #expect(kind.pageSize == PaperSize("279.4mm 215.9mm"))
    #expect(kind.queue == "reports")
    #expect(kind.retry.attempts == 3)
    #expect(kind.retry.backoff == .milliseconds(500))
    #expect(kind.retry.maximumBackoff == .seconds(7200))
    #expect(kind.timeout == .seconds(90))
    #expect(kind.memory == 512 << 20)
    #expect(kind.destinations.allows("email:pm@fund.example"))
    #expect(!kind.destinations.allows("folder"))
    #expect(kind.destinations.standard == "print")
    #expect(kind.fields.members["items"]?.elements.first?.members["price"]?.field == .init(kind: .money))
    #expect(kind.fields.members["note"]?.field == .init(kind: .html, isOptional: true))
    #expect(kind.defaults["rate"] == .number("7.50"))
    #expect(kind.defaults["number"] == .string("0042"))
    #expect(kind.defaults["list"] == .array([.string("a"), .bool(true), .null]))
  }

  @Test(arguments: [
    ("colour: red\n", "x.yaml:4: colour: unknown key"),
    ("outputs: [pdf, doc]\n", "x.yaml:4: outputs: unknown output \"doc\""),
    ("outputs: [pdf, pdf]\n", "x.yaml:4: outputs: expected at least one output, and each once"),
    ("outputs: []\n", "x.yaml:4: outputs: expected at least one"),
    ("outputs: [bag]\n", "x.yaml:4: outputs: only archives can be bags"),
    ("outputs: [pdf]\noutput: pdf\n", "output: cannot be combined with outputs"),
    ("outputs: {text: {pages: 1}}\n", "outputs.text.pages: unknown key"),
    ("outputs: {png: {resolution: 10}}\n", "outputs.png.resolution: expected a whole number from 36 to 600"),
    ("file_name: \"{\"\n", "x.yaml:4: file_name: expected at most 200 bytes"),
    ("page: {size: A4, margin: 1}\n", "x.yaml:4: page.margin: unknown key"),
    ("page: {media_width: 0}\n", "x.yaml:4: page.media_width: expected a whole number from 1 to 19200"),
    ("page: {fit_width: 2}\n", "x.yaml:4: page.fit_width: expected true or false"),
    ("page: {size: huge}\n", "x.yaml:4: page.size: expected a size"),
    ("page: A4\n", "x.yaml:4: page: expected a mapping"),
    ("retry:\n  attempts: many\n", "x.yaml:5: retry.attempts: expected a whole number"),
    ("retry: {attempts: '3'}\n", "x.yaml:4: retry.attempts: expected a whole number"),
    ("retry: {attempts: 0}\n", "x.yaml:4: retry.attempts: expected a whole number"),
    ("retry: {backoff: 1h, maximum_backoff: 1s}\n", "x.yaml:4: retry.maximum_backoff: must not be less"),
    ("timeout: 60\n", "x.yaml:4: timeout: expected a time"),
    ("memory: lots\n", "x.yaml:4: memory: expected a size"),
    ("queue: A B\n", "x.yaml:4: queue: expected"),
    ("destinations: {allowed: print}\n", "x.yaml:4: destinations.allowed: expected a list"),
    ("destinations: {allowed: [print], default: email}\n", "x.yaml:4: destinations.default: is not one"),
    ("fields: {total: amount}\n", "x.yaml:4: fields.total: expected one of"),
    ("fields: {total: money maybe}\n", "x.yaml:4: fields.total: expected one of"),
    ("fields: {'a..b': text}\n", "x.yaml:4: fields.a..b: expected a path"),
    ("name: y\n", "x.yaml: not YAML"),
    ("queue:\n", "x.yaml:4: queue: expected a text"),
  ])
  func errorsHaveLocation(line: String, message: String) {
    let refusal = error { _ = try load(Self.minimal + line) }
    #expect(refusal?.code == .kindFile)
    #expect(refusal?.description.contains(message) == true, "\(refusal?.description ?? "accepted")")
    #expect(refusal?.isPermanent == false)
  }

  @Test func missingTemplateIsRefused() {
    let refusal = error { _ = try load(Self.minimal, template: "other") }
    #expect(refusal?.code == .templateMissing)
    #expect(refusal?.place.hasSuffix("x.yaml:3: template") == true)
  }

  @Test(arguments: ["../x", "/etc", "a/b", ""])
  func templateIsFolder(name: String) {
    let refusal = error { _ = try load("name: x\ncomposer: html\ntemplate: '\(name)'\n") }
    #expect(refusal?.code == .kindFile)
  }

  @Test func nameMustMatchFile() {
    #expect(error { _ = try load("name: z\ncomposer: html\ntemplate: x\n") }?.code == .kindFile)
  }

  @Test func fieldTypesRequireHTMLComposer() {
    #expect(error { _ = try load("name: x\ncomposer: note\ntemplate: x\nfields: {title: text}\n") }?.code == .kindFile)
  }

  @Test func unknownKindErrorListsKinds() throws {
    let refusal = error { _ = try Project.kinds().kind(named: "memo") }
    #expect(refusal?.code == .unknownKind)
    #expect(refusal?.message == "unknown kind \"memo\"; there are archive, binder, invoice, note, statement")
    #expect(refusal?.isPermanent == true)
  }

  @Test func pageSizesAreNamesOrMeasures() {
    #expect(PaperSize("A4") == .a4)
    #expect(PaperSize("a4 landscape").map { $0.width > $0.height } == true)
    #expect(PaperSize("215.9mm 279.4mm") == PaperSize("letter"))
    for text in ["", "A11", "210mm", "0mm 0mm", "1e9mm 1mm", "nanmm 10mm", "landscape"] {
      #expect(PaperSize(text) == nil)
    }
  }
}

@Suite(.hangLimit) struct JobFileTests {
  @Test func jobFileHasKindDestinationTenantAndPayload() throws {
    let file = try JobFile(Array(#"{"kind": "note", "destination": "print", "payload": {"n": 1.50}}"#.utf8))
    #expect(file.kind == "note")
    #expect(file.destination == "print")
    #expect(file.tenant == nil)
    #expect(file.payload.text == #"{"n":1.50}"#)
  }

  @Test func unknownMemberIsRefused() {
    let refusal = error { _ = try JobFile(Array(#"{"kind": "note", "payload": {}, "tennant": "a"}"#.utf8)) }
    #expect(refusal?.place == "$.tennant")
  }
}
