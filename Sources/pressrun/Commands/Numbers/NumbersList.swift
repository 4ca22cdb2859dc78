import Application
import ArgumentParser
import JobQueue

struct NumbersList: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the series of a tenant, or the numbers of a series.")

  @Argument(help: "The name of a series; by default all series are listed.")
  var series: String?

  @Option(help: "Numbers after this one.")
  var after: Int64 = 0

  @Option(help: "At most this many numbers, up to 10,000.")
  var limit = 1000

  @Flag(help: "Print one JSON object per series or number.")
  var json = false

  @OptionGroup var owner: TenantArguments

  func run() async throws {
    try await Installation().withQueue { queue in
      guard let series else { return try printSeries(try await queue.numberSeries(of: owner.tenant)) }
      try printNumbers(
        try await queue.issuedNumbers(of: series, tenant: owner.tenant, after: after, limit: limit))
    }
  }

  private func printSeries(_ found: [NumberSeries]) throws {
    if json {
      for entry in found { try printJSON(entry) }
      return
    }
    if found.isEmpty { return printMessage("This tenant has no number series.") }
    var table = Table(
      ("SERIES", .left), ("PATTERN", .left), ("NEXT", .right), ("ISSUED", .right), ("VOID", .right))
    for series in found {
      table.add(series.name, series.pattern, "\(series.nextNumber)", "\(series.issued)", "\(series.voided)")
    }
    print(table.text, terminator: "")
  }

  private func printNumbers(_ found: [IssuedNumber]) throws {
    if json {
      for entry in found { try printJSON(entry) }
      return
    }
    if found.isEmpty { return printMessage("There are no such numbers.") }
    var table = Table(("NUMBER", .left), ("UNIQUE KEY", .left), ("ISSUED", .left), ("VOID", .left))
    for number in found {
      table.add(number.text, number.uniqueKey, number.issuedAt.formatted(.iso8601), number.voidReason ?? "")
    }
    print(table.text, terminator: "")
  }
}
