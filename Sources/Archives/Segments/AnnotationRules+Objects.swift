import Annotations
import PDF

/// Annotations and the objects that they refer to.
extension AnnotationRules {
  /// Permitted annotation types. Form fields, watermarks and annotations with files, sounds, movies or redactions are
  /// not permitted.
  private static let kinds: Set<PDFName> = [
    "Text", "Link", "FreeText", "Line", "Square", "Circle", "Polygon", "PolyLine", "Highlight", "Underline", "Squiggly",
    "StrikeOut", "Stamp", "Caret", "Ink", "Popup",
  ]
  private static let forbiddenKeys: Set<PDFName> = [
    "AA", "PA", "JS", "OpenAction", "EF", "RF", "AF", "AcroForm", "Names", "OPI", "Ref", "Metadata", "OC",
    "StructParent", "StructParents", "Subtype2", "PS",
  ]
  /// Forbidden entries that an annotation keeps if it had them before.
  private static let inheritedKeys: [PDFName] = ["OC", "StructParent"]
  private static let forbiddenTypes: Set<PDFName> = [
    "Action", "Filespec", "F", "EmbeddedFile", "Catalog", "Pages", "Page", "Sig", "DocTimeStamp", "ObjStm", "XRef",
    "OCG", "OCMD", "StructElem", "StructTreeRoot", "MCR", "OBJR",
  ]
  private static let actions: Set<PDFName> = [
    "GoTo", "GoToR", "GoToE", "GoToDp", "Launch", "Thread", "URI", "Sound", "Movie", "Hide", "Named", "SubmitForm",
    "ResetForm", "ImportData", "SetOCGState", "Rendition", "Trans", "GoTo3DView", "JavaScript", "RichMediaExecute",
  ]
  /// Entries that determine the type of an object. They must be direct, so that each reader reads the same.
  private static let decidingKeys: Set<PDFName> = ["Type", "Subtype", "S", "A", "FT", "Filter", "F"]
  /// Types that messages name.
  static let knownTypes: [PDFName: String] = Dictionary(
    uniqueKeysWithValues: (forbiddenTypes.union(["Annot", "XObject", "Font", "ExtGState", "StructElem"])).map {
      ($0, $0.text)
    })

  /// Whether an object of the file before is an annotation of a permitted subtype.
  func isPermittedKind(_ object: PDFObject) throws(PDFError) -> Bool {
    guard let kind = object.dictionary?["Subtype"].name else { return false }
    return Self.kinds.contains(kind)
  }

  /// Checks an annotation, whether it is reached from a page's list or from another annotation, and all new objects
  /// that it refers to.
  mutating func checkAnnotation(_ reference: PDFReference) throws(PDFError) {
    var waiting = [reference]
    while let reference = waiting.popLast() {
      guard annotations.insert(reference.number).inserted else { continue }
      guard case .dictionary(let annotation) = try after.object(reference) else {
        throw failure("annotation \(reference) is not a dictionary.", reference)
      }
      guard let kind = annotation["Subtype"].name, Self.kinds.contains(kind) else {
        throw failure("annotation \(reference) has no permitted /Subtype.", reference)
      }
      guard annotation["Type"].isNull || annotation["Type"].name == "Annot" else {
        throw failure("annotation \(reference) has another /Type than /Annot.", reference)
      }
      let old = try previous(reference, kind, annotation)
      permitted.insert(reference.number)
      try checkAction(annotation["A"], of: kind, reference)
      waiting += try related(annotation, kind, reference)
      var rest = annotation
      rest["A"] = .null
      if let tag = structure?.tagged[reference], old?["StructParent"].isNull ?? true,
        rest["StructParent"] == .integer(tag.key)
      {
        rest["StructParent"] = .null
      }
      for key in Self.inheritedKeys where !rest[key].isNull && rest[key] == old?[key] { rest[key] = .null }
      try walk(rest, from: reference)
    }
  }

  /// The annotation before the segment; nil if it is new.
  private func previous(
    _ reference: PDFReference, _ kind: PDFName, _ new: PDFDictionary
  ) throws(PDFError) -> PDFDictionary? {
    guard wasThere(reference) else {
      // Only a pop-up belongs to an annotation without being in a list.
      guard listed.contains(reference) || kind == "Popup" else {
        throw failure("annotation \(reference) is in no page's list.", reference)
      }
      return nil
    }
    let object = try ambiguityRefused(reference) { () throws(PDFError) in try before.unambiguousObject(reference) }
    guard index.isAnnotation(reference) || object.dictionary?["Subtype"].name == "Popup",
      case .dictionary(let old) = object, old["Subtype"].name == kind
    else { throw failure("\(try describe(reference)) becomes an annotation of another kind.", reference) }
    // The entry ties the annotation to its element.
    if document.isTagged(reference.number), !old["StructParent"].isNull, new["StructParent"] != old["StructParent"],
      !(structure?.untagged.contains(reference) ?? false)
    {
      throw failure("annotation \(reference) loses its place in the structure.", reference)
    }
    return old
  }

  /// Checks the entries that refer to other annotations.
  /// - Returns: those among them that the segment changes.
  private func related(
    _ annotation: PDFDictionary, _ kind: PDFName, _ owner: PDFReference
  ) throws(PDFError) -> [PDFReference] {
    var found: [PDFReference] = []
    for key in ["Popup", "IRT", "Parent"] as [PDFName] where key != "Parent" || kind == "Popup" {
      guard !annotation[key].isNull else { continue }
      guard let target = annotation[key].reference else {
        throw failure("annotation \(owner) has a \(key) that is not a reference.", owner)
      }
      let dictionary = try after.object(target).dictionary
      if key == "Popup", let dictionary, dictionary["Subtype"].name != "Popup" {
        throw failure("annotation \(owner) has a /Popup that is not a pop-up annotation.", owner)
      }
      if dictionary != nil, changed.contains(target) { found.append(target) }
    }
    return found
  }

  /// A link may have a destination in the file or a web address that the reader shows. All other actions are refused.
  private func checkAction(_ action: PDFObject, of kind: PDFName, _ reference: PDFReference) throws(PDFError) {
    guard !action.isNull else { return }
    guard kind == "Link", case .dictionary(let dictionary) = action, let type = dictionary["S"].name,
      type == "URI" || type == "GoTo", dictionary["Type"].isNull || dictionary["Type"].name == "Action",
      dictionary.entries.allSatisfy({ ["S", "Type", "URI", "D", "IsMap"].contains($0.key) })
    else { throw failure("annotation \(reference) has an action.", reference) }
    guard type == "URI" else { return }
    guard let address = dictionary["URI"].string, LinkRules.isAllowed(address) else {
      throw failure("the address of link \(reference) is not one of http, https, ftp, mailto or tel.", reference)
    }
  }

  // MARK: Referenced objects

  /// The meaning of the keys of a dictionary. In `names` and `resources` they are names of fonts, glyphs and the like.
  enum Role { case entries, resources, names }

  struct Visit: Hashable {
    var reference: PDFReference
    var role: Role
  }

  /// Checks all new objects that are reachable from an annotation. Objects of earlier revisions are not checked again.
  private mutating func walk(_ annotation: PDFDictionary, from owner: PDFReference) throws(PDFError) {
    var stack: [(object: PDFObject, role: Role)] = []
    func add(_ dictionary: PDFDictionary, _ role: Role) throws(PDFError) {
      if role == .entries { try checkEntries(dictionary, owner) }
      for (key, value) in dictionary.entries { stack.append((value, Self.role(of: key, in: role))) }
    }
    try add(annotation, .entries)
    while let (object, role) = stack.popLast() {
      switch object {
      case .array(let items): stack += items.map { ($0, .entries) }
      case .dictionary(let dictionary): try add(dictionary, role)
      case .stream(let stream):
        // ISO 32000-1, 7.3.8.2: `/F` refers to an external file; `/Subtype/PS` is a PostScript XObject.
        guard stream.dictionary["F"].isNull, stream.dictionary["Subtype"].name != "PS" else {
          throw failure("a stream of annotation \(owner) is in an external file or is a PostScript program.", owner)
        }
        try add(stream.dictionary, .entries)
      case .reference(let reference):
        guard changed.contains(reference), !annotations.contains(reference.number), !wasThere(reference),
          visited.insert(Visit(reference: reference, role: role)).inserted
        else { continue }
        let target = try after.object(reference)
        if target.dictionary?["Type"].name == "Annot" {
          try checkAnnotation(reference)
        } else {
          permitted.insert(reference.number)
          stack.append((target, role))
        }
      default: break
      }
    }
  }

  /// The role of a dictionary that is the value of `key`.
  private static func role(of key: PDFName, in role: Role) -> Role {
    switch (role, key) {
    case (.entries, "Resources"): .resources
    case (.resources, "Font"), (.resources, "XObject"), (.resources, "ExtGState"), (.resources, "ColorSpace"),
      (.resources, "Pattern"), (.resources, "Shading"), (.resources, "Properties"), (.entries, "CharProcs"),
      (.entries, "Colorants"):
      .names
    default: .entries
    }
  }

  private func checkEntries(_ dictionary: PDFDictionary, _ owner: PDFReference) throws(PDFError) {
    for (key, value) in dictionary.entries {
      if Self.forbiddenKeys.contains(key) { throw failure("annotation \(owner) leads to a \(key) entry.", owner) }
      if Self.decidingKeys.contains(key), value.reference != nil {
        throw failure("annotation \(owner) leads to a \(key) entry that is a reference.", owner)
      }
      guard let name = value.name else { continue }
      if key == "Type", Self.forbiddenTypes.contains(name) {
        throw failure("annotation \(owner) leads to an object of type \(name).", owner)
      }
      if key == "S", Self.actions.contains(name) {
        throw failure("annotation \(owner) leads to a \(name) action.", owner)
      }
    }
  }
}
