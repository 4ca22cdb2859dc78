/// The limits of the content height of a flex or grid container, px.
struct ContainerHeights {
  var definite: Double?
  var least = 0.0
  var most = Double.infinity

  /// The limits of the rest of the container, after `consumed` px on earlier pages.
  func left(after consumed: Double) -> ContainerHeights {
    ContainerHeights(
      definite: definite.map { max(0, $0 - consumed) }, least: max(0, least - consumed), most: max(0, most - consumed))
  }

  /// The height of a container with content of a given height.
  func height(for content: Double) -> Double { definite ?? max(least, min(content, most)) }
}
