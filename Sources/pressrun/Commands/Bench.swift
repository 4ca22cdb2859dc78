import ArgumentParser

struct Bench: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Measure how fast this machine renders, and how fast the queue is.",
    subcommands: [BenchRender.self, BenchQueue.self, BenchPipeline.self])
}
