import ArgumentParser

struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Measure how fast this machine renders and archives, and how fast the queue is.",
    subcommands: [BenchRender.self, BenchArchive.self, BenchQueue.self, BenchPipeline.self])
}
