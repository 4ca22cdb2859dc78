import Yams

extension Error {
  /// The error in a YAML text, with its line. The library's own description is not used: it quotes the text, which may
  /// contain a secret that should be a reference.
  var yamlProblem: String {
    switch self as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      "\(problem), line \(mark.line)"
    case .duplicatedKeysInMapping(_, let context): "a mapping has the same key twice, line \(context.mark.line)"
    default: "the text cannot be parsed"
    }
  }
}
