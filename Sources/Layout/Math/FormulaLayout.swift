import Markup
import Style
import TextShaping

/// The parts of a formula that was laid out, as a tree. It does not depend on the place of the formula.
struct FormulaLayout {
  /// Something shown, or the parts of an element. Its origin is the start of its baseline.
  struct Piece {
    enum Content {
      case group
      /// Text with the ascent and descent of its font, px.
      case text(TextSlice, ascent: Double, descent: Double)
      case line(Fragment.FormulaLine)
      /// The background, border and other effects of an element.
      case frame
      case box(BoxID)
    }
    var content: Content
    var style: StyleID
    var element: NodeID
    /// px, around the origin.
    var width = 0.0
    var ascent = 0.0
    var descent = 0.0
    /// Positions of the origins of the parts, px; y downwards.
    var parts: [Part] = []
  }

  struct Part {
    var piece: Int
    var x: Double
    var y: Double
  }

  let formula: Formula
  var pieces: ContiguousArray<Piece> = []
  /// The whole formula.
  var box = MathBox()
  /// The constants of the fonts, by style.
  var constants: [StyleID: MathConstants] = [:]
  /// The operators as they are laid out, by their indices in the formula.
  var operators: [Int: UsedOperator] = [:]
  /// The cells of tables so far.
  var cells = 0

  init(_ formula: Formula) { self.formula = formula }

  mutating func add(_ piece: Piece) -> Int {
    pieces.append(piece)
    return pieces.count - 1
  }
}

/// The size of a part of a formula (MathML Core §3.1.2), px.
struct MathBox {
  /// Index in `FormulaLayout.pieces`; -1 for nothing.
  var piece = -1
  var width = 0.0
  /// The extents above and below the baseline.
  var ascent = 0.0
  var descent = 0.0
  var italicCorrection = 0.0

  var height: Double { ascent + descent }
}

/// The size to which operators in a part of a formula are stretched (MathML Core §3.2.4.3), px.
enum MathTarget {
  case none
  case block(ascent: Double, descent: Double)
  case inline(width: Double)
}

/// Collects the parts of a box.
struct MathBoxBuilder {
  private var piece: FormulaLayout.Piece
  private(set) var ascent = -Double.infinity
  private(set) var descent = -Double.infinity
  var width = 0.0

  init(style: StyleID, element: NodeID) {
    piece = FormulaLayout.Piece(content: .group, style: style, element: element)
  }

  /// - Parameters:
  ///   - x: of its start, px.
  ///   - y: of its baseline, downwards.
  mutating func add(_ box: MathBox, x: Double, y: Double = 0) {
    ascent = max(ascent, box.ascent - y)
    descent = max(descent, box.descent + y)
    if box.piece >= 0 { piece.parts.append(FormulaLayout.Part(piece: box.piece, x: x, y: y)) }
  }

  /// Adds something that does not change the size.
  mutating func addInside(_ box: MathBox, x: Double, y: Double = 0) {
    if box.piece >= 0 { piece.parts.append(FormulaLayout.Part(piece: box.piece, x: x, y: y)) }
  }

  mutating func setHeights(ascent: Double, descent: Double) { (self.ascent, self.descent) = (ascent, descent) }

  /// Puts the parts from right to left.
  mutating func mirror(_ layout: FormulaLayout, widths: [Double]) {
    for index in piece.parts.indices where index < widths.count {
      piece.parts[index].x = width - piece.parts[index].x - widths[index]
    }
  }

  consuming func finish(_ layout: inout FormulaLayout) -> MathBox {
    if ascent == -.infinity { (ascent, descent) = (0, 0) }
    (piece.width, piece.ascent, piece.descent) = (width, ascent, descent)
    return MathBox(piece: layout.add(piece), width: width, ascent: ascent, descent: descent)
  }
}
