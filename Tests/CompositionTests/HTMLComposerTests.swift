import TestTraits
import Testing

@testable import Composition

@Suite(.hangLimit) struct HTMLComposerTests {
  /// Composes with a kind that consists of two new files.
  private func compose(
    _ payload: String, template: String, fields: String = "{}", job: JobContext = Project.job
  ) throws -> HTMLDocument {
    let folder = try TemporaryFolder([
      "Jobs/memo.yaml": "name: memo\ncomposer: html\ntemplate: memo\nfields: \(fields)\ndefaults: {currency: EUR}\n",
      "Templates/memo/template.html": template,
    ])
    let kinds = try JobKinds.load(folder: folder.path + "/Jobs", templates: folder.path + "/Templates")
    guard
      case .html(let document) = try DocumentComposer(kinds: kinds).compose(
        kind: "memo", payload: Array(payload.utf8), job: job)
    else { throw Unexpected() }
    return document
  }

  @Test func newKindIsFileAndFolder() throws {
    let document = try compose(
      #"{"title": "T", "rows": [{"a": 1.50, "b": true}, {"a": "<x>", "b": null}], "author": "A"}"#,
      template: "{{title}}:{{#rows}}[{{a}}{{#b}}!{{/b}}]{{/rows}}")
    #expect(document.text == "T:[1.50!][&lt;x&gt;]")
    #expect(document.metadata.title == "T")
    #expect(document.metadata.author == "A")
  }

  /// The payload precedes the defaults of its tenant, which precede those of the kind. Null is no value.
  @Test func defaultsFillInWhatThePayloadLacks() throws {
    var job = Project.job
    job.defaults = [
      "memo": try JobContext.defaults(Array(#"{"a": "tenant", "b": "tenant", "c": {"d": "tenant"}}"#.utf8)),
      "other": try JobContext.defaults(Array(#"{"e": "other"}"#.utf8)),
    ]
    let template = "{{a}} {{b}} {{c.d}}{{c.f}} {{currency}} {{e}}"
    let payload = #"{"a": "own", "b": null, "c": {"f": "own"}, "e": "own"}"#
    #expect(try compose(payload, template: template, job: job).text == "own tenant own EUR own")
    #expect(try compose(#"{"e": 1}"#, template: template, job: job).text == "tenant tenant tenant EUR 1")
    job.defaults["memo"] = try JobContext.defaults(Array(#"{"currency": "CHF"}"#.utf8))
    #expect(try compose("{}", template: "{{currency}}", job: job).text == "CHF")
    for wrong in ["[]", "1", "{"] {
      #expect(throws: CompositionError.self) { try JobContext.defaults(Array(wrong.utf8)) }
    }
  }

  @Test func declaredFieldsUseLocale() throws {
    let document = try compose(
      #"{"locale": "de-DE", "rows": [{"v": 1234.5, "r": "7.5", "d": "2026-11-20", "n": 12345.678}]}"#,
      template: "{{#rows}}{{v}}|{{r}}|{{d}}|{{n}}{{/rows}}",
      fields: "{'rows[].v': money, 'rows[].r': percent, 'rows[].d': date, 'rows[].n': decimal}")
    #expect(document.text == "1.234,50\u{A0}€|7,5\u{A0}%|20. November 2026|12.345,678")
  }

  @Test func onlyDeclaredFieldsAreMarkup() throws {
    let document = try compose(
      #"{"a": "<b>1</b>", "c": {"a": "<b>2</b>"}}"#, template: "{{a}}{{{c.a}}}", fields: "{a: html}")
    #expect(document.text == "<b>1</b>&lt;b&gt;2&lt;/b&gt;")
  }

  @Test(arguments: [
    (#"{"rows": []}"#, "$.client.name", CompositionError.Code.missingField),
    (#"{"client": {"name": 7}}"#, "$.client.name", .wrongType),
    (#"{"client": "x"}"#, "$.client", .wrongType),
    (#"{"client": {"name": "x"}, "rows": [{"v": 1}, {"v": "abc"}]}"#, "$.rows[1].v", .wrongType),
    (#"{"client": {"name": "x"}, "rows": [{}]}"#, "$.rows[0].v", .missingField),
    (#"{"client": {"name": "x"}, "rows": {}}"#, "$.rows", .wrongType),
    (#"{"client": {"name": "x"}, "on": "20.11.2026"}"#, "$.on", .wrongType),
    (#"{"client": {"name": "x"}, "rows": [{"v": 1}], "currency": "EURO"}"#, "$.currency", .invalidValue),
    (#"[]"#, "$", .wrongType),
  ])
  func payloadMustMatchDeclaration(payload: String, place: String, code: CompositionError.Code) {
    let refusal = error {
      _ = try compose(
        payload, template: "", fields: "{client.name: text, 'rows[].v': money, on: date optional, client: object}")
    }
    #expect(refusal?.place == place)
    #expect(refusal?.code == code)
  }

  @Test func optionalListIsEmpty() throws {
    #expect(try compose("{}", template: "{{#rows}}x{{/rows}}", fields: "{'rows[].v': money}").warnings.isEmpty)
  }
}
