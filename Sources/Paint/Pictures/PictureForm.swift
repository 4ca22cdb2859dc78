import PDF

/// Content that a PDF has once although it is drawn in several places with the same size.
final class PictureForm {
  /// Whether it was drawn directly.
  var isDrawn = false
  /// The number of the form XObject; nil until it is drawn for the second time.
  var number: Int?
  var hasTransparency = false
  /// The digits of its coordinates.
  var decimals = 0
  /// The form of the picture in masks, where its colours are replaced.
  lazy var ofLuminance = PictureForm()

  init() {}
}
