import Diagnostics
import Layout
import Markup
import Resources
import Style

extension Typesetter {
  /// The document styled for the sizes of its query containers, if it has `@container` rules or lengths
  /// that depend on them.
  ///
  /// The sizes are known when the document is laid out. It is styled and laid out until the sizes are those that it was
  /// styled for: once for each level of containers inside of containers, because the width of a container does not
  /// depend on its content.
  func styledForContainers(
    _ styling: consuming Styling, of source: HTMLDocument, _ loader: ResourceLoader, _ images: ImageStore
  ) throws(CompositionError) -> Styling {
    guard styling.styled.queriesContainers else { return styling }
    let stopwatch = ContinuousClock.now
    var sizes: [NodeID: ContainerSize] = [:]
    for _ in 0..<Self.mostContainerLayouts {
      let found = try layOut(styling.styled, of: source, images, nil).containerSizes
      shaper.discardDiagnostics()
      if found == sizes {
        styling.timings.style += .now - stopwatch
        return styling
      }
      sizes = found
      styling = restyled(styling, of: source, loader, containers: sizes)
    }
    styling.timings.style += .now - stopwatch
    styling.warnings.append(
      Diagnostic(
        "unsettled_containers",
        "The sizes of containers still changed in layout \(Self.mostContainerLayouts) of the document; @container rules may not fit. "
          + "Give containers a height that does not depend on other containers, and nest them less deeply."
      ).located(in: source))
    return styling
  }

  /// The most layouts for container queries: as many as for page references.
  private static let mostContainerLayouts = 6

  private func restyled(
    _ styling: Styling, of source: HTMLDocument, _ loader: ResourceLoader, containers: [NodeID: ContainerSize]
  ) -> Styling {
    var options = styleOptions(source)
    options.containers = containers
    var styling = styling
    styling.styled = StyleEngine.style(styling.styled.document, loader: loader, options: options)
    shaper.discardDiagnostics()
    return styling
  }
}
