import JSON

extension InstantAnnotationReader {
  private static let common: Set<String> = [
    "v", "type", "id", "name", "pageIndex", "bbox", "pdfObjectId", "creatorName", "subject", "createdAt", "updatedAt",
    "opacity", "flags", "note", "text", "customData", "isCommentThreadRoot",
  ]
  private static let stroke: Set<String> = [
    "strokeColor", "color", "fillColor", "strokeWidth", "lineWidth", "borderWidth", "strokeDashArray", "borderStyle",
    "cloudyBorderIntensity",
  ]

  /// Members read for each type, in addition to the common ones.
  private static let members: [String: Set<String>] = [
    "pspdfkit/ink": ["lines", "isDrawnNaturally"],
    "pspdfkit/markup/highlight": ["rects"],
    "pspdfkit/markup/underline": ["rects"],
    "pspdfkit/markup/squiggly": ["rects"],
    "pspdfkit/markup/strikeout": ["rects"],
    "pspdfkit/note": ["icon"],
    "pspdfkit/comment-marker": ["icon"],
    "pspdfkit/text": [
      "fontSize", "font", "fontColor", "fontStyle", "backgroundColor", "borderColor", "horizontalAlign",
      "verticalAlign", "rotation", "callout",
    ],
    "pspdfkit/shape/line": ["startPoint", "endPoint", "lineCaps"],
    "pspdfkit/shape/rectangle": ["cloudyBorderInset"],
    "pspdfkit/shape/ellipse": ["cloudyBorderInset"],
    "pspdfkit/shape/polygon": ["points"],
    "pspdfkit/shape/polyline": ["points", "lineCaps"],
    "pspdfkit/stamp": ["stampType", "title", "rotation"],
    "pspdfkit/image": ["imageAttachmentId", "contentType", "rotation"],
    "pspdfkit/link": ["action", "borderColor"],
  ]

  /// Adds a warning that names ignored members, except those that only restate the default.
  mutating func warnOfUnknownMembers(_ type: String) {
    var known = Self.common.union(Self.stroke).union(Self.members[type] ?? [])
    let blending = type == "pspdfkit/markup/highlight" ? "multiply" : "normal"
    if element["blendMode"] == .string(blending) { known.insert("blendMode") }
    warnings += element.warnings(unless: known)
  }
}
