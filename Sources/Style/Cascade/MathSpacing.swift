import Markup

/// The space at both sides of an operator of MathML and that of `mspace`, in ems (MathML Core §3.2.4, §3.2.5 and
/// appendix B).
///
/// The dictionary has the operators that are not relations; all others, also names of functions, have the space of
/// relations.
struct MathSpacing {
  var left: Float
  var right: Float
  /// Negative for accents, whose glyphs are at the top of their line.
  var bottom: Float = 0

  /// Nil if an element is neither an operator nor a space.
  init?(of node: NodeID, in document: Document) {
    guard document[node].namespace == .mathML else { return nil }
    if document[node].name == .mspace {
      (left, right) = (Self.length(document.attribute(node, .width)) ?? 0, 0)
      return
    }
    guard document[node].name == .mo else { return nil }
    let text = document.textContent(node).trimmed
    let form = Form(of: node, in: document)
    (left, right) = form == .part ? (0, 0) : Self.space(around: text, form)
    if form == .part, document[document[node].parent].name == .mover, Self.accents.contains(text) { bottom = -0.3 }
    if let space = Self.length(document.attribute(node, .lspace)) { left = space }
    if let space = Self.length(document.attribute(node, .rspace)) { right = space }
  }

  /// The place of an operator in its row.
  private enum Form {
    case prefix, infix, postfix
    /// A part of an element that is no row.
    case part

    init(of node: NodeID, in document: Document) {
      let isFirst = !Self.hasElement(before: node, in: document)
      let isLast = !Self.hasElement(after: node, in: document)
      let isPart = Self.notRows.contains(document[document[node].parent].name)
      self = isPart ? .part : isFirst == isLast ? .infix : isFirst ? .prefix : .postfix
    }

    private static func hasElement(before node: NodeID, in document: Document) -> Bool {
      var sibling = document[node].previousSibling
      while !sibling.isNone, document[sibling].kind != .element { sibling = document[sibling].previousSibling }
      return !sibling.isNone
    }

    private static func hasElement(after node: NodeID, in document: Document) -> Bool {
      var sibling = document[node].nextSibling
      while !sibling.isNone, document[sibling].kind != .element { sibling = document[sibling].nextSibling }
      return !sibling.isNone
    }

    private static let notRows: Set<Atom> = [
      .msub, .msup, .msubsup, .munder, .mover, .munderover, .mmultiscripts, .mfrac, .mroot,
    ]
  }

  private static func space(around text: String, _ form: Form) -> (Float, Float) {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1 else {
      return text.isEmpty || form == .prefix ? (0, 0) : (relation, relation)
    }
    switch scalar {
    case "(", ")", "[", "]", "{", "}", "|", "‖", "⌈"..."⌋", "⟦"..."⟯", "′"..."‴", "!", "&", "'", "\"", "\\", "_",
      "\u{2061}"..."\u{2064}", "¬", "∀", "∁", "∂", "∃", "∄", "∇", "√"..."∜", "…", "‾", "¯", "^", "ˆ", "˜":
      return (0, 0)
    case "~", "→": return form == .infix ? (relation, relation) : (0, 0)
    case ",", ";": return form == .postfix ? (0, 0) : (0, 3 / 18)
    case "+", "-", "−", "±", "∓": return form == .infix ? (4 / 18, 4 / 18) : (0, 0)
    case "/", "÷", "∧", "∨", "∩", "∪", "∖", "⊎", "⊓", "⊔", "⊕"..."⊟": return (4 / 18, 4 / 18)
    case "*", "%", ".", "?", "@", "×", "·", "∘", "∙", "⋅", "⊗", "⋆", "⁄": return (3 / 18, 3 / 18)
    case "∫"..."∳", "∑", "∏", "∐", "⋀"..."⋃", "⨀"..."⨆": return (form == .infix ? 3 / 18 : 0, 3 / 18)
    default: return (relation, relation)
    }
  }

  private static let accents: Set<String> = ["^", "ˆ", "~", "˜", "¯", "‾", "ˉ", "˙", "¨", "´", "`", "ˇ", "˘"]

  private static let relation: Float = 5 / 18

  /// A length in ems. Other units are left to the dictionary.
  private static func length(_ text: String?) -> Float? {
    guard let text = text?.trimmed else { return nil }
    if text == "0" { return 0 }
    return text.hasSuffix("em") ? Float(text.dropLast(2)).map { max(-10, min(10, $0)) } : nil
  }
}

extension HintBuilder {
  mutating func set(_ spacing: MathSpacing) {
    set(.marginLeft, .dimension(Double(spacing.left), .em))
    set(.marginRight, .dimension(Double(spacing.right), .em))
    if spacing.bottom != 0 { set(.marginBottom, .dimension(Double(spacing.bottom), .em)) }
  }
}
