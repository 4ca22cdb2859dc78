import ArgumentParser

struct Numbers: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "numbers",
    abstract: "Issue gapless numbers, such as invoice numbers.",
    discussion: """
      A series issues each number once, in order, for a unique key of the producer. Producers that enqueue in SQL draw the number \
      in the transaction that enqueues the document (pressrun.draw_number): if it is rolled back, no number was issued.
      """,
    subcommands: [NumbersDefine.self, NumbersDraw.self, NumbersVoid.self, NumbersList.self])
}

/// A series of numbers of a tenant.
struct NumberSeriesArguments: ParsableArguments {
  @Argument(help: "The name of the series, such as 2026.")
  var series: String

  @OptionGroup var owner: TenantArguments
}
