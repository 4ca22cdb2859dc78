import Testing

/// `script/function-order.txt`, which the linker reads.
struct FunctionOrderTests {
  @Test func theNamesAreSortedAndDifferent() throws {
    let text = try Repository.text("script/function-order.txt")
    let names = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { Array($0.utf8) }
    #expect(names.count > 1000)
    for (name, next) in zip(names, names.dropFirst()) {
      #expect(name.lexicographicallyPrecedes(next), "\(String(decoding: next, as: UTF8.self))")
    }
  }

  /// Each module that renders documents has functions in it, so that the file is of this program.
  @Test(arguments: ["Markup", "Style", "TextShaping", "Layout", "Paint", "PDF", "Composition", "Resources"])
  func theModulesOfRenderingAreInIt(module: String) throws {
    let text = try Repository.text("script/function-order.txt")
    #expect(text.contains("\n$s\(module.utf8.count)\(module)"))
  }
}
