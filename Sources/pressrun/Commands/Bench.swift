import ArgumentParser

struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how fast this machine renders and archives.",
    subcommands: [BenchRender.self, BenchArchive.self])
}
