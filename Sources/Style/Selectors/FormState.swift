import Markup

/// Pseudo-classes that depend on attributes of the element (HTML 4.16.3).
enum FormState {
  static func matches(_ kind: SimpleSelector.Kind, _ node: NodeID, _ document: Document) -> Bool {
    let name = document[node].name
    guard document[node].namespace == .html || kind == .link else { return false }
    switch kind {
    case .link: return (name == .a || name == .area) && document.hasAttribute(node, .href)
    case .checked: return name == .input && document.hasAttribute(node, .checked) && isCheckable(node, document)
    case .disabled: return canBeDisabled(name) && isDisabled(node, document)
    case .enabled: return canBeDisabled(name) && !isDisabled(node, document)
    case .required: return takesInput(name) && document.hasAttribute(node, .required)
    case .optional: return takesInput(name) && !document.hasAttribute(node, .required)
    case .readWrite: return isEditable(node, document)
    case .readOnly: return !isEditable(node, document)
    case .placeholderShown:
      guard document.hasAttribute(node, .placeholder) else { return false }
      if name == .textarea { return document.textContent(node).isEmpty }
      return name == .input && (document.attributeRange(node, .value)?.isEmpty ?? true)
    case .defaulted:
      return name == .input && document.hasAttribute(node, .checked)
        || name == .option && document.hasAttribute(node, .selected)
    default: return false
    }
  }

  private static func isCheckable(_ node: NodeID, _ document: Document) -> Bool {
    switch document.attribute(node, .type)?.asciiLowercased {
    case "checkbox", "radio": true
    default: false
    }
  }

  private static func takesInput(_ name: Atom) -> Bool { name == .input || name == .select || name == .textarea }

  private static func canBeDisabled(_ name: Atom) -> Bool {
    takesInput(name) || name == .button || name == .optgroup || name == .option || name == .fieldset
  }

  static func isDisabled(_ node: NodeID, _ document: Document) -> Bool {
    if document.hasAttribute(node, .disabled) { return true }
    var ancestor = document[node].parent
    while !ancestor.isNone {
      let name = document[ancestor].name
      if document[ancestor].kind == .element, name == .fieldset || name == .optgroup,
        document.hasAttribute(ancestor, .disabled)
      {
        return true
      }
      ancestor = document[ancestor].parent
    }
    return false
  }

  private static func isEditable(_ node: NodeID, _ document: Document) -> Bool {
    if document.hasAttribute(node, .readonly) || document.hasAttribute(node, .disabled) { return false }
    switch document[node].name {
    case .textarea: return true
    case .input:
      switch document.attribute(node, .type)?.asciiLowercased {
      case "hidden", "checkbox", "radio", "file", "submit", "image", "reset", "button", "range", "color": return false
      default: return true
      }
    default: return document.hasAttribute(node, .contenteditable)
    }
  }
}

extension Document {
  /// Whether a form control is disabled, also by a `fieldset` or `optgroup` around it.
  package func isDisabledControl(_ node: NodeID) -> Bool { FormState.isDisabled(node, self) }
}

/// Directionality of elements (HTML 3.2.6.4).
enum Directionality {
  /// What determines the direction of an element: an attribute, or the text of the element or of an ancestor.
  enum Origin {
    case attribute(isRightToLeft: Bool)
    case text(of: NodeID)
  }

  static func origin(_ node: NodeID, _ document: Document) -> Origin {
    var current = node
    while !current.isNone {
      if let direction = document.attribute(current, .dir)?.asciiLowercased {
        switch direction {
        case "rtl": return .attribute(isRightToLeft: true)
        case "ltr": return .attribute(isRightToLeft: false)
        case "auto": return .text(of: current)
        default: break
        }
      } else if document.isElement(current, .bdi) {
        return .text(of: current)
      }
      current = document[current].parent
    }
    return .attribute(isRightToLeft: false)
  }

  /// Whether the text of an element whose direction is that of its text, by `dir=auto` or as a `bdi`, is right-to-left.
  /// Nil for other elements.
  static func ofText(_ node: NodeID, _ document: Document) -> Bool? {
    let direction = document.attribute(node, .dir)?.asciiLowercased
    guard direction == "auto" || document.isElement(node, .bdi) && direction != "ltr" && direction != "rtl" else {
      return nil
    }
    return automatic(node, document) ?? false
  }

  /// Direction of the first strong character; nil if there is none.
  static func automatic(_ node: NodeID, _ document: Document) -> Bool? {
    var index = Int(node.index) + 1
    let end = Int(document[node].subtreeEnd.index)
    while index < end {
      let id = NodeID(UInt32(index))
      if document[id].kind == .element {
        let name = document[id].name
        if name == .bdi || name == .script || name == .style || name == .textarea || document.hasAttribute(id, .dir) {
          index = Int(document[id].subtreeEnd.index)
          continue
        }
      } else {
        for scalar in String(decoding: document.text(id), as: UTF8.self).unicodeScalars {
          if isRightToLeft(scalar) { return true }
          if scalar.properties.isAlphabetic { return false }
        }
      }
      index += 1
    }
    return nil
  }

  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF:
      scalar.properties.isAlphabetic
    default: false
    }
  }
}
