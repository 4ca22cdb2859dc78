/// The limits of the content height of a flex or grid container, px.
struct ContainerHeights {
  var definite: Double?
  var least = 0.0
  var most = Double.infinity

  /// The height of a container with content of a given height.
  func height(for content: Double) -> Double { definite ?? max(least, min(content, most)) }
}
