import Diagnostics

extension PictureCache {
  /// What was left out or simplified because the output has too much of it.
  var limitDiagnostics: [Diagnostic] {
    [
      exceeded("shadow_limit", "The document has too many shadows of text; some are not blurred or left out") {
        $0.masks.isExhausted
      },
      exceeded(
        "background_clip_limit",
        "The document has too much text to which backgrounds are clipped; some of these backgrounds are left out"
      ) { $0.textClipBudget.isExhausted },
      exceeded("text_stroke_limit", "The document has too much text with a stroke; some strokes are left out") {
        $0.strokeBudget.isExhausted
      },
      exceeded(
        "clip_path_limit",
        "The clip-paths of the document have too many points; some contents are clipped to the boxes around them"
      ) { $0.clipOutlines.isExhausted },
      exceeded("gradient_limit", "The document has too many sectors of conic gradients; some gradients are one colour")
      {
        $0.pixelBudget.isExhausted || $0.conicBudget.isExhausted
      },
      exceeded(
        "layer_limit", "The document has too many layers of backgrounds and shadows of boxes; some are left out"
      ) { $0.layerBudget.isExhausted },
    ].compactMap { $0 }
  }

  /// A diagnostic if a limit is exceeded here or in the parts of pages that are drawn as pixels.
  private func exceeded(_ code: String, _ message: String, _ isExhausted: (PictureCache) -> Bool) -> Diagnostic? {
    isExhausted(self) || isExhausted(inPixels) ? Diagnostic(code, message) : nil
  }
}
