import JSON

extension JobKind {
  /// `stamps`: a list of documents of other kinds that are drawn on the pages, as in binders.
  ///
  ///     stamps:
  ///       - {kind: letterhead, place: below, pages: first}
  ///
  /// - Throws: `kindFile`.
  static func stamps(
    _ yaml: YAMLFields, _ composer: Composer, _ outputs: [KindOutput]
  ) throws(CompositionError) -> [JSONValue]? {
    guard yaml.has("stamps") else { return nil }
    guard composer != .archive, composer != .binder else {
      throw yaml.error("payloads of binders have stamps, and the pages of an archive stay as they are", at: "stamps")
    }
    if let picture = outputs.first(where: { $0.format.isPerPage }) {
      throw yaml.error("stamps are drawn on PDFs only, not on the output \(picture.format.rawValue)", at: "stamps")
    }
    guard case .array(let stamps)? = try yaml.json()["stamps"], stamps.count <= maximumStamps,
      stamps.allSatisfy({ if case .object = $0 { true } else { false } })
    else {
      throw yaml.error("expected a list of at most \(maximumStamps) stamps, such as {kind: letterhead}", at: "stamps")
    }
    return stamps
  }

  private static let maximumStamps = 20
}
