import Markup

/// The rules of all style sheets of a document, in order. Media queries and `@supports` are already evaluated.
struct RuleSet: Sendable {
  var names = NameTable()
  var selectors = SelectorTable()
  var blocks = BlockTable()
  var rules = ContiguousArray<StyleRule>()
  var pageRules: [PageRule] = []
  var fontFaces: [FontFace] = []
  /// `@color-profile` rules, at most one for each name.
  var colorProfiles: [ColorProfileRule] = []
  var counterStyles: [String: CounterStyle] = [:]
  /// `@property` rules, by the custom property's name.
  var registered: [String: RegisteredProperty] = [:]
  var layers = LayerTree()
  var containerQueries: [ContainerQuery] = []
  var scopes: [StyleScope] = []
  /// The parents of the elements that own style sheets, by node index.
  var scopeOwners: [Int] = []
  /// Index of the first author rule.
  var authorStart = 0
  var authorPageStart = 0
}

/// One selector and its declarations.
struct StyleRule: Sendable {
  var selector: UInt32
  var block: BlockID
  var layer: UInt32
  /// Number of the innermost `@container` rule around it in `RuleSet.containerQueries`, plus 1; 0 if there is none.
  var query: UInt32 = 0
  /// The number of the innermost `@scope` rule around it in `RuleSet.scopes`, plus 1; 0 if there is none.
  var scope: UInt32 = 0
}

/// The index of a declaration block in a `BlockTable`.
struct BlockID: Hashable, Sendable {
  var index: UInt32
  static let none = BlockID(index: .max)
  var isNone: Bool { self == .none }
}

/// A parsed declaration of a longhand.
struct Declaration: Hashable, Sendable {
  var property: Property
  var isImportant: Bool
  var value: Value
}

extension Declaration {
  /// Whether the value depends, or with `var()` may depend, on attributes or the position of the element.
  var readsElement: Bool {
    if case .customProperty(_, .text(_, let functions)) = value { return functions.contains(.element) }
    if case .pending(let pending) = value {
      return pending.readsElement || property == .content || property == .stringSet || property == .bookmarkLabel
    }
    return value.readsElement
  }
}

/// The declarations of all blocks in one array.
struct BlockTable: Sendable {
  private(set) var declarations = ContiguousArray<Declaration>()
  private var ranges = ContiguousArray<Range<UInt32>>()
  private var important = ContiguousArray<Bool>()
  /// Blocks with `attr()` and the like: elements that match the same rules may have different values.
  private var elementDependent = ContiguousArray<Bool>()
  /// Blocks with `content`.
  private var generating = ContiguousArray<Bool>()

  mutating func add(_ block: [Declaration]) -> BlockID {
    let start = UInt32(declarations.count)
    declarations.append(contentsOf: block)
    ranges.append(start..<UInt32(declarations.count))
    important.append(block.contains { $0.isImportant })
    elementDependent.append(block.contains { $0.readsElement })
    generating.append(block.contains { $0.property == .content })
    return BlockID(index: UInt32(ranges.count - 1))
  }

  func range(_ id: BlockID) -> Range<Int> {
    guard !id.isNone else { return 0..<0 }
    let range = ranges[Int(id.index)]
    return Int(range.lowerBound)..<Int(range.upperBound)
  }

  func dependsOnElement(_ id: BlockID) -> Bool { !id.isNone && elementDependent[Int(id.index)] }
  /// Whether a block has a declaration of `content`.
  func setsContent(_ id: BlockID) -> Bool { !id.isNone && generating[Int(id.index)] }
  func hasImportant(_ id: BlockID) -> Bool { !id.isNone && important[Int(id.index)] }
}

/// Cascade layers (css-cascade-5 §6.4). Layer 0 is the implicit outer layer of unlayered rules.
struct LayerTree: Sendable {
  private struct Layer: Sendable {
    var name: String
    var children: [UInt32] = []
  }
  private var layers = [Layer(name: "")]

  static let limit = 1000

  /// Finds or creates a layer by its dotted name inside another. Anonymous layers (an empty path) are always new.
  mutating func layer(_ path: [String], below parent: UInt32) -> UInt32 {
    var current = parent
    for name in path.isEmpty ? [""] : path {
      if !name.isEmpty, let known = layers[Int(current)].children.first(where: { layers[Int($0)].name == name }) {
        current = known
        continue
      }
      guard layers.count < Self.limit else { return current }
      layers.append(Layer(name: name))
      layers[Int(current)].children.append(UInt32(layers.count - 1))
      current = UInt32(layers.count - 1)
    }
    return current
  }

  /// The position of each layer in ascending order of precedence. A layer takes precedence over its sublayers.
  func order() -> [UInt32] {
    var order = [UInt32](repeating: 0, count: layers.count)
    var next: UInt32 = 0
    var stack: [(layer: UInt32, child: Int)] = [(0, 0)]
    while let top = stack.last {
      if top.child < layers[Int(top.layer)].children.count {
        stack[stack.count - 1].child += 1
        stack.append((layers[Int(top.layer)].children[top.child], 0))
      } else {
        order[Int(top.layer)] = next
        next += 1
        stack.removeLast()
      }
    }
    return order
  }
}
