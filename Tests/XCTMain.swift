import Testing

/// Runs the tests of all targets. Without this file the package manager generates a program that looks for XCTest cases in the
/// index of the sources. There are none, and builds without an index take less time (script/test).
@main
struct TestProgram {
  static func main() async {
    // `swift test` starts the program once for each testing library.
    guard CommandLine.arguments.contains("swift-testing") else { return }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
