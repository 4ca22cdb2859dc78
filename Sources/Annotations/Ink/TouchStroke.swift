/// What a tablet recorded of one contact, from landing to lifting.
package struct TouchStroke: Hashable, Sendable {
  package enum Input: String, Hashable, Sendable { case stylus, finger }

  package var input: Input
  package var touches: [Touch]
  /// Whether the system took the contact away, as it does with what it holds for a gesture.
  package var isCancelled = false

  package init(_ input: Input, _ touches: [Touch], isCancelled: Bool = false) {
    self.input = input
    self.touches = touches
    self.isCancelled = isCancelled
  }

  /// From landing to lifting, in milliseconds; nil without touches.
  package var duration: ClosedRange<Double>? {
    guard let start = touches.lazy.map(\.time).min(), let end = touches.lazy.map(\.time).max() else { return nil }
    return start...end
  }
}

/// One sample of a contact.
package struct Touch: Hashable, Sendable {
  /// Milliseconds; only differences count.
  package var time: Double
  /// In the device's view: y downwards.
  package var x, y: Double
  /// From 0 to 1; nil where the device does not say.
  package var force: Double?
  /// Of the contact, in the units of the view; nil where the device does not say.
  package var radius: Double?

  package init(time: Double, x: Double, y: Double, force: Double? = nil, radius: Double? = nil) {
    self.time = time
    self.x = x
    self.y = y
    self.force = force
    self.radius = radius
  }
}
