/// The samples of one contact with a tablet, from landing to lifting.
package struct TouchStroke: Hashable, Sendable {
  /// What touched the tablet.
  package enum Input: String, Hashable, Sendable { case stylus, finger }

  package var input: Input
  package var touches: [Touch]
  /// Whether the operating system cancelled the contact, for example because it recognised a gesture.
  package var isCancelled = false

  package init(_ input: Input, _ touches: [Touch], isCancelled: Bool = false) {
    self.input = input
    self.touches = touches
    self.isCancelled = isCancelled
  }

  /// The times of landing and lifting, in milliseconds; nil without touches.
  package var duration: ClosedRange<Double>? {
    guard let start = touches.lazy.map(\.time).min(), let end = touches.lazy.map(\.time).max() else { return nil }
    return start...end
  }
}

/// One sample of a contact.
package struct Touch: Hashable, Sendable {
  /// Time in milliseconds; only differences matter.
  package var time: Double
  /// Position in the view of the device, y pointing down.
  package var x, y: Double
  /// The pressure, from 0 to 1; nil if the device does not report it.
  package var force: Double?

  package init(time: Double, x: Double, y: Double, force: Double? = nil) {
    self.time = time
    self.x = x
    self.y = y
    self.force = force
  }
}
