import Testing

/// Runs the tests of all targets. Without this file the package manager generates an entry point that looks for XCTest cases in
/// the index of the sources; there are none, and builds without the index take less time (script/test).
@main
struct TestProgram {
  static func main() async {
    await Testing.__swiftPMEntryPoint() as Never
  }
}
