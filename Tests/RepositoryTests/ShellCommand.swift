import Foundation
import Testing

/// A simple command of a shell script: its words, without assignments before it and without redirections.
struct ShellCommand: Equatable, CustomTestStringConvertible {
  var words: [String]

  var testDescription: String { words.joined(separator: " ") }

  /// All simple commands of a script, those in `$(…)` too. A substitution and a variable become the word `1`, which is
  /// valid as a text and as a number.
  static func all(in script: String) -> [ShellCommand] {
    var reader = ShellReader(rest: Substring(script))
    reader.readList()
    return reader.commands
  }
}

/// Reads the syntax that the documents use: quotes, escapes, comments, pipelines, lists and substitutions.
private struct ShellReader {
  var rest: Substring
  var commands: [ShellCommand] = []
  private var words: [String] = []
  private var word: String?
  private var isRedirected = false

  init(rest: Substring) { self.rest = rest }

  /// Reads commands up to the end or the bracket that closes a substitution.
  mutating func readList() {
    while let character = rest.popFirst() {
      switch character {
      case ")":
        endCommand()
        return
      case "(":
        endCommand()
        readList()
      case "\n", ";", "|", "&": endCommand()
      case "{" where word == nil, "}" where word == nil: endCommand()
      case " ", "\t": endWord()
      case "#" where word == nil: rest = rest.drop { $0 != "\n" }
      case "<", ">":
        // A digit before it is the number of the descriptor.
        if word?.allSatisfy(\.isNumber) == true { word = nil } else { endWord() }
        isRedirected = true
        rest = rest.drop { $0 == ">" || $0 == "<" || $0 == "&" }
      case "\\":
        if let next = rest.popFirst(), next != "\n" { add(String(next)) }
      case "'":
        add(String(rest.prefix { $0 != "'" }))
        rest = rest.drop { $0 != "'" }.dropFirst()
      case "\"": readQuoted()
      case "$": readExpansion()
      default: add(String(character))
      }
    }
    endCommand()
  }

  private mutating func readQuoted() {
    add("")
    while let character = rest.popFirst(), character != "\"" {
      switch character {
      case "\\": add(rest.popFirst().map(String.init) ?? "")
      case "$": readExpansion()
      default: add(String(character))
      }
    }
  }

  private mutating func readExpansion() {
    add("1")
    if rest.first == "(" {
      var inner = ShellReader(rest: rest.dropFirst())
      inner.readList()
      commands += inner.commands
      rest = inner.rest
    } else if rest.first == "{" {
      rest = rest.drop { $0 != "}" }.dropFirst()
    } else {
      rest = rest.drop { $0.isLetter || $0.isNumber || $0 == "_" }
    }
  }

  private mutating func add(_ text: String) { word = (word ?? "") + text }

  private mutating func endWord() {
    guard let word else { return }
    self.word = nil
    if isRedirected {
      isRedirected = false
    } else if !words.isEmpty || word.wholeMatch(of: /[A-Za-z_]+=.*/) == nil {
      words.append(word)
    }
  }

  private mutating func endCommand() {
    endWord()
    isRedirected = false
    if !words.isEmpty { commands.append(ShellCommand(words: words)) }
    words = []
  }
}
