/// The content height that a flex or grid container must have and may have, px.
struct ContainerHeights {
  var definite: Double?
  var least = 0.0
  var most = Double.infinity

  /// The height of a container whose content asks for so much.
  func height(for content: Double) -> Double { definite ?? max(least, min(content, most)) }
}
