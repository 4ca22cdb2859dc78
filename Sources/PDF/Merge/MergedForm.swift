/// The interactive form of a merged file (ISO 32000-1, 12.7). Fields of the same name would become one field with one
/// value, so fields of later files are renamed.
struct MergedForm {
  private var fields: [PDFObject] = []
  private var entries = PDFDictionary()
  private var names = UniqueNames()

  mutating func add(_ catalog: PDFDictionary, _ copier: ObjectCopier) throws(PDFError) {
    guard let form = try copier.file.resolve(catalog["AcroForm"]).dictionary else { return }
    for key in ["DR", "DA", "Q", "NeedAppearances"] as [PDFName] where entries[key].isNull {
      entries[key] = try copier.copy(form[key])
    }
    for field in try copier.file.resolve(form["Fields"]).array ?? [] {
      guard let reference = field.reference, let value = try copier.file.object(reference).dictionary,
        let name = try copier.file.resolve(value["T"]).string
      else { continue }
      let unique = names.add(name, separator: "_")
      if unique != name { copier.rename(reference, to: unique) }
      fields.append(try copier.copy(field))
    }
  }

  /// The catalog's `/AcroForm`; null if there are no fields.
  var dictionary: PDFObject {
    guard !fields.isEmpty else { return .null }
    var form = entries
    form["Fields"] = .array(fields)
    return .dictionary(form)
  }
}

/// The optional content of a merged file (ISO 32000-1, 8.11): the layers of all files, shown or hidden as in theirs.
struct MergedLayers {
  private var layers: [PDFObject] = []
  private var hidden: [PDFObject] = []
  private var order: [PDFObject] = []

  mutating func add(_ catalog: PDFDictionary, _ copier: ObjectCopier) throws(PDFError) {
    let file = copier.file
    guard let properties = try file.resolve(catalog["OCProperties"]).dictionary else { return }
    let all = try file.resolve(properties["OCGs"]).array ?? []
    let standard = try file.resolve(properties["D"]).dictionary ?? PDFDictionary()
    var off = try file.resolve(standard["OFF"]).array ?? []
    if try file.resolve(standard["BaseState"]).name == "OFF" {
      let on = Set((try file.resolve(standard["ON"]).array ?? []).map(\.reference))
      off = all.filter { !on.contains($0.reference) }
    }
    for layer in all { layers.append(try copier.copy(layer)) }
    for layer in off { hidden.append(try copier.copy(layer)) }
    for item in try file.resolve(standard["Order"]).array ?? [] { order.append(try copier.copy(item)) }
  }

  /// The catalog's `/OCProperties`; null if there are no layers.
  var dictionary: PDFObject {
    guard !layers.isEmpty else { return .null }
    return .dictionary([
      "OCGs": .array(layers), "D": .dictionary(["OFF": .array(hidden), "Order": .array(order)]),
    ])
  }
}

/// The page labels of a merged file (ISO 32000-1, 12.4.2).
struct MergedPageLabels {
  private var ranges: [(page: Int, label: PDFDictionary)] = []
  private var isUsed = false

  /// - Parameters:
  ///   - isWhole: whether all pages are taken in their order. Otherwise the file's labels are left out.
  ///   - first: the index of the file's first page in the merged file.
  mutating func add(
    _ catalog: PDFDictionary, _ file: PDFFile, isWhole: Bool, from first: Int, pages: Int
  ) throws(PDFError) {
    var own: [(page: Int, label: PDFDictionary)] = []
    for (number, value) in try (isWhole ? PDFTree.numbers(catalog["PageLabels"], file) : []) where number < pages {
      var label = PDFDictionary()
      for (key, entry) in try file.resolve(value).dictionary?.entries ?? [] { label[key] = try file.resolve(entry) }
      own.append((first + number, label))
    }
    isUsed = isUsed || !own.isEmpty
    // Without labels, pages are numbered as they follow each other.
    if own.first?.page != first { own.insert((first, ["S": .name("D"), "St": .integer(first + 1)]), at: 0) }
    ranges += own
  }

  /// The `/PageLabels` of pages with this numbering.
  static func dictionary(_ numbering: [FileMerge.Numbering]) -> PDFObject {
    let ranges = numbering.sorted { $0.page < $1.page }.flatMap { range -> [PDFObject] in
      var label: PDFDictionary = ["S": .name("D")]
      if !range.prefix.isEmpty { label["P"] = .text(range.prefix) }
      return [.integer(range.page), .dictionary(label)]
    }
    return .dictionary(["Nums": .array(ranges)])
  }

  /// The catalog's `/PageLabels`; null if no file has any.
  var dictionary: PDFObject {
    guard isUsed else { return .null }
    return .dictionary(["Nums": .array(ranges.flatMap { [.integer($0.page), .dictionary($0.label)] })])
  }
}
