import ArgumentParser

struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how fast this machine renders documents.",
    subcommands: [BenchRender.self])
}
