import ArgumentParser

/// The tenant that a command is about.
struct TenantArguments: ParsableArguments {
  @Option(help: "The tenant.")
  var tenant = "default"
}
