import ArgumentParser

struct Completions: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "completions", abstract: "Print a shell's completion script.",
    discussion: """
      bash: pressrun completions bash > /etc/bash_completion.d/pressrun
      zsh: pressrun completions zsh > /usr/local/share/zsh/site-functions/_pressrun
      fish: pressrun completions fish > ~/.config/fish/completions/pressrun.fish
      """)

  enum Shell: String, CaseIterable, ExpressibleByArgument {
    case bash, zsh, fish
  }

  @Argument(help: "The shell.")
  var shell: Shell

  func run() {
    let script =
      switch shell {
      case .bash: Pressrun.completionScript(for: .bash)
      case .zsh: Pressrun.completionScript(for: .zsh)
      case .fish: Pressrun.completionScript(for: .fish)
      }
    print(script, terminator: "")
  }
}
