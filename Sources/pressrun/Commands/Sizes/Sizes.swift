import ArgumentParser

struct Sizes: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sizes",
    abstract: "Open page sizes that a kind does not support to a tenant.",
    discussion: """
      A kind's file says which size classes its template is made for (supports). A further class can be opened to a tenant that \
      tries it, and withdrawn again, without changing the file. Changes take effect within ten seconds, and are recorded in \
      pressrun.audit_log.
      """,
    subcommands: [SizesOpen.self, SizesWithdraw.self, SizesList.self])
}

/// A kind and a size class.
struct SizeClassArguments: ParsableArguments {
  @Argument(help: "The kind of job.")
  var kind: String

  @Argument(help: "The size class: compact (narrower than 160 mm) or regular.")
  var sizeClass: String

  @OptionGroup var owner: TenantArguments
}
