import ArgumentParser

/// Benchmarks that compare Pressrun with other programs. They are not part of the installed program: `pressrun bench
/// render` is the only benchmark there.
@main
struct PressrunBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pressrun-bench",
    abstract:
      "Compares Pressrun's queue, archives and deliveries with other programs, and measures the whole pipeline.",
    subcommands: [QueueCommand.self, PipelineCommand.self, ArchiveCommand.self, DeliveryCommand.self])
}
