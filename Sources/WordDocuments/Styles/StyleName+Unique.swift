extension StyleName {
  /// The name, with a number if it is taken. Word compares names without case.
  func unique(_ ids: inout Set<String>, _ names: inout Set<String>) -> StyleName {
    var result = self
    var number = 2
    while ids.contains(result.id) || names.contains(result.name.lowercased()) {
      result = StyleName(id: "\(id)\(number)", name: "\(name) \(number)", isBuiltIn: false)
      number += 1
    }
    ids.insert(result.id)
    names.insert(result.name.lowercased())
    return result
  }
}
