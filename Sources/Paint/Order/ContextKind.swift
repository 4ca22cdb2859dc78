import Layout

/// How a context is painted in another one.
enum ContextKind {
  case stacking, positioned, float, inline

  /// The kind of context that a box establishes; nil if it establishes none.
  init?(_ fragment: Fragment, _ flags: StyleTraits.Flags, isFlexItem: Bool) {
    switch fragment.content {
    case .canvas: self = .stacking
    case _ where flags.contains(.stacking): self = .stacking
    // z-index applies to flex and grid items as well (css-flexbox-1 §4.3).
    case _ where flags.contains(.hasZIndex) && (flags.contains(.positioned) || isFlexItem): self = .stacking
    case _ where flags.contains(.positioned): self = .positioned
    case _ where flags.contains(.floating): self = .float
    // A replaced box is painted atomically without a context.
    case .image, .generated, .control: return nil
    default:
      guard flags.contains(.atomicInline) || isFlexItem else { return nil }
      self = .inline
    }
  }
}

extension Fragment {
  /// Whether it is a box, and whether it is painted with the block-level boxes.
  func form(_ flags: StyleTraits.Flags) -> (isBox: Bool, isBlock: Bool) {
    switch content {
    case .box, .group, .fieldset, .collapsedBox:
      (true, !flags.contains(.inlineLevel) || flags.contains(.atomicInline))
    case .inlineBox, .image, .generated, .control, .canvas: (true, false)
    case .background, .layer, .rule: (false, true)
    case .text, .formulaLine, .bullet: (false, false)
    }
  }

  /// Whether it is the wrapper of a table and its captions, which has the table's style but does not clip.
  func isTableWrapper(_ flags: StyleTraits.Flags) -> Bool {
    guard flags.contains(.table), case .group = content else { return false }
    return true
  }
}

extension Fragment.Content {
  /// Whether it is an image.
  var isImage: Bool { if case .image = self { true } else { false } }
}
