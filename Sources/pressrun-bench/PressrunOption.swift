import Application
import ArgumentParser
import Foundation

/// The `pressrun` program that benchmarks start as a separate process.
struct PressrunOption: ParsableArguments {
  @Option(help: "The pressrun program. The default is the one in the folder of pressrun-bench.")
  var pressrun: String?

  func path() throws -> String {
    let beside = URL(fileURLWithPath: Installation.program).deletingLastPathComponent().path + "/pressrun"
    let path = URL(fileURLWithPath: pressrun ?? beside).path
    guard FileManager.default.isExecutableFile(atPath: path) else {
      throw BenchmarkError("\(path) is not a program; build it with swift build -c release --product pressrun")
    }
    return path
  }
}
