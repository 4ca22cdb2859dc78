import Composition
import Diagnostics
import Foundation
import Signing

/// Something that is wrong with a kind, its template or its examples.
package struct KindDiagnostic: Hashable, Sendable, Encodable {
  /// How serious a problem is.
  package enum Severity: String, Hashable, Sendable, Encodable {
    /// The kind cannot be used.
    case error
    /// Documents are made, but not as the author meant.
    case warning
    /// A note that something could not be checked.
    case note
  }

  package var kind: String
  package var severity: Severity
  /// One sentence for the author of the kind.
  package var message: String
  /// A file with line (`note/template.html:12`), or a file and a path in its payload.
  package var place: String
}

/// Checks the kinds of an installation: their files, templates and fixed texts, and the documents of the examples.
package struct KindCheck {
  private let installation: Installation
  private let renderer: DirectRenderer

  package init(_ installation: Installation) {
    self.installation = installation
    renderer = DirectRenderer(installation)
  }

  /// - Parameters:
  ///   - names: the kinds to check; empty for all.
  ///   - problems: problems of the signers of kinds.
  /// - Throws: `CompositionError` if the folders cannot be read; `unknownKind`.
  package func diagnostics(
    _ names: [String] = [], signers problems: [(kind: String, error: SigningError)] = []
  ) throws -> [KindDiagnostic] {
    let kinds = try installation.kinds()
    for name in names where kinds.problems[name] == nil { _ = try kinds.kind(named: name) }
    func isChecked(_ name: String) -> Bool { names.isEmpty || names.contains(name) }
    var diagnostics: [KindDiagnostic] = []
    for (name, problem) in kinds.problems.sorted(by: { $0.key < $1.key }) where isChecked(name) {
      diagnostics.append(KindDiagnostic(kind: name, severity: .error, message: problem.message, place: problem.place))
    }
    for problem in problems where isChecked(problem.kind) {
      // The key of a signer may be on another machine than the one that checks the kinds.
      diagnostics.append(
        KindDiagnostic(
          kind: problem.kind, severity: problem.error.code == .signer ? .error : .warning,
          message: problem.error.message, place: problem.error.place))
    }
    let examples = try examples()
    for name in kinds.names where isChecked(name) {
      guard let kind = kinds[name] else { continue }
      if let files = kind.template {
        diagnostics += try Template(files: files).problemsOfStrings.map { KindDiagnostic(name, $0) }
      }
      let own = examples.filter { $0.kind == name }
      for example in own { diagnostics += check(example) }
      if own.isEmpty {
        diagnostics.append(
          KindDiagnostic(
            kind: name, severity: .note, message: "no example of this kind, so that no document was made",
            place: "Jobs/examples"))
      }
    }
    for example in examples where isChecked(example.kind) && kinds[example.kind] == nil {
      guard kinds.problems[example.kind] == nil else { continue }
      diagnostics.append(
        KindDiagnostic(
          kind: example.kind, severity: .warning, message: example.problem ?? "the kind of the example does not exist",
          place: example.name))
    }
    // A mistake of a template appears with each example that uses it.
    var known: Set<KindDiagnostic> = []
    return diagnostics.filter { known.insert($0).inserted }
  }

  private struct Example {
    var kind: String
    var name: String
    var bytes: [UInt8]
    /// The reason for which the file is not a valid job; nil if it is one.
    var problem: String?
  }

  private func examples() throws -> [Example] {
    guard let home = installation.home else { return [] }
    var examples: [Example] = []
    for folder in ["Jobs/examples", "Jobs/locales"] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: home + "/" + folder)) ?? []
      for name in names.sorted() where name.hasSuffix(".json") && !name.hasPrefix(".") {
        let path = folder + "/" + name
        guard let data = FileManager.default.contents(atPath: home + "/" + path) else {
          examples.append(Example(kind: "", name: path, bytes: [], problem: "the file cannot be read"))
          continue
        }
        do throws(CompositionError) {
          examples.append(Example(kind: try JobFile([UInt8](data)).kind, name: path, bytes: [UInt8](data)))
        } catch {
          examples.append(Example(kind: "", name: path, bytes: [], problem: error.description))
        }
      }
    }
    return examples
  }

  private func check(_ example: Example) -> [KindDiagnostic] {
    do {
      let composed = try renderer.compose(DocumentSource(.job, bytes: example.bytes, name: example.name))
      let warnings = try renderer.render(composed).warnings.filter { $0.severity == .warning }
      return Self.withoutRepeatedCharacters(warnings).map { KindDiagnostic(example.kind, $0, of: example.name) }
    } catch let error as CompositionError where error.code == .artifactMissing {
      let message = "no document was made of the example, which needs an artifact: \(error.message)"
      return [KindDiagnostic(kind: example.kind, severity: .note, message: message, place: example.name)]
    } catch let error as CompositionError {
      let place = error.place.isEmpty ? example.name : "\(example.name) \(error.place)"
      return [KindDiagnostic(kind: example.kind, severity: .warning, message: error.message, place: place)]
    } catch {
      return [KindDiagnostic(kind: example.kind, severity: .warning, message: "\(error)", place: example.name)]
    }
  }
}

extension KindCheck {
  /// The warnings with one for all characters that no font has.
  private static func withoutRepeatedCharacters(_ warnings: [Diagnostic]) -> [Diagnostic] {
    let characters = warnings.filter { $0.code == "missing_character" }
    guard characters.count > 1, var all = characters.first else { return warnings }
    all.message += " The same holds for \(characters.count - 1) further characters."
    return warnings.filter { $0.code != "missing_character" } + [all]
  }
}

extension KindDiagnostic {
  /// - Parameter example: the file of the payload, which places in the payload begin with.
  fileprivate init(_ kind: String, _ diagnostic: Diagnostic, of example: String = "") {
    self.kind = kind
    severity = .warning
    message = diagnostic.message
    let (source, place) = (diagnostic.location.source, diagnostic.location.description)
    let isOfPayload = source.isEmpty || source.hasPrefix("$")
    self.place = example.isEmpty || !isOfPayload ? place : place.isEmpty ? example : "\(example) \(place)"
  }
}
