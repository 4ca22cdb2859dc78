extension Annotation {
  /// A description of an annotation without text, for people who do not see it (ISO 14289-1, 7.18.1).
  func alternative(_ phrases: AnnotationPhrases) -> String {
    switch kind {
    case .note: phrases.note
    case .link(let link): link.alternative(phrases)
    case .freeText: phrases.textBox
    case .line: phrases.line
    case .square: phrases.rectangle
    case .circle: phrases.ellipse
    case .polygon: phrases.polygon
    case .polyline: phrases.polyline
    case .markup(.highlight, _): phrases.highlightedText
    case .markup(.underline, _): phrases.underlinedText
    case .markup(.squiggly, _): phrases.squigglyText
    case .markup(.strikeOut, _): phrases.struckOutText
    case .stamp(let stamp): phrases.stamp(stamp.icon)
    case .caret: phrases.insertionMark
    case .ink: phrases.drawing
    case .other(let subtype, _): subtype.text
    }
  }
}

extension Link {
  fileprivate func alternative(_ phrases: AnnotationPhrases) -> String {
    switch action {
    case .uri(let uri): uri
    case .page(let page, _, _, _): phrases.page(page + 1)
    case .named(let name): name
    case nil: phrases.link
    }
  }
}
