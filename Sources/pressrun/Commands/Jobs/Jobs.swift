import ArgumentParser
import JobQueue

struct Jobs: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "jobs",
    abstract: "Show, retry, cancel and erase jobs.",
    subcommands: [JobsList.self, JobsShow.self, JobsRetry.self, JobsCancel.self, JobsErase.self])
}

extension JobID: ExpressibleByArgument {
  public init?(argument: String) {
    guard let number = Int64(argument), number > 0 else { return nil }
    self.init(rawValue: number)
  }
}

extension JobState: ExpressibleByArgument {}
