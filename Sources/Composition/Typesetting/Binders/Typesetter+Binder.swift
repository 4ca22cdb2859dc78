extension Typesetter {
  /// Typesets the parts of a binder and merges them.
  /// - Parameter progress: called with the number of pages after each page.
  /// - Throws: `partRefused` for a part that cannot be bound, and errors of its composition, with its place in the
  ///   payload.
  func bind(
    _ binder: ComposedBinder, progress: ((_ pages: Int) -> Void)? = nil
  ) throws(CompositionError) -> RenderedDocument {
    var stopwatch = Stopwatch()
    var binding = Binding(binder)
    for part in binder.parts { try binding.add(part, by: self, progress) }
    try binding.addFront(by: self)
    var timings = RenderedDocument.Timings()
    timings.layout = stopwatch.lap()
    var document = try binding.merged(by: self)
    timings.paint = stopwatch.lap()
    document.timings = timings
    return document
  }
}
