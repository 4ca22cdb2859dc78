import Diagnostics

extension PictureCache {
  /// What was left out or simplified because the output has too much of it.
  var limitDiagnostics: [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    if masks.isExhausted || inPixels.masks.isExhausted {
      diagnostics.append(
        Diagnostic("shadow_limit", "The document has too many shadows of text; some are not blurred or left out"))
    }
    if textClipBudget.isExhausted || inPixels.textClipBudget.isExhausted {
      diagnostics.append(
        Diagnostic(
          "background_clip_limit",
          "The document has too much text to which backgrounds are clipped; some of these backgrounds are left out"))
    }
    if strokeBudget.isExhausted || inPixels.strokeBudget.isExhausted {
      diagnostics.append(
        Diagnostic("text_stroke_limit", "The document has too much text with a stroke; some strokes are left out"))
    }
    if clipOutlines.isExhausted || inPixels.clipOutlines.isExhausted {
      diagnostics.append(
        Diagnostic(
          "clip_path_limit",
          "The clip-paths of the document have too many points; some contents are clipped to the boxes around them"))
    }
    return diagnostics
  }
}
