/// The object numbers to which one object refers, found from its tokens.
///
/// All values of a repeated key count, since readers differ in which one they use.
struct ReferenceScan {
  /// All referenced numbers outside the entries `/Annots` and `/Kids` of the object itself, and those in `structured`.
  private(set) var numbers: [Int] = []
  private(set) var annotations: [Int] = []
  private(set) var kids: [Int] = []
  /// The objects to which elements of the structure refer (ISO 32000-1, 14.7.4.3): the values of `/Obj` of direct
  /// dictionaries of the type OBJR in `/K`. They are not in `numbers`.
  ///
  /// The other entries of such a dictionary are `/Pg` and nothing else, and it is at this one place, so that it cannot
  /// be, for example, a dictionary of resources with a resource that is named Obj.
  private(set) var structured: [Int] = []
  private(set) var annotationKeys = 0
  private(set) var kidKeys = 0
  /// Whether the object is an array.
  private(set) var isArray = false
  let start: Int
  /// The offset after the last token.
  private(set) var end: Int

  /// An object that is not closed yet.
  private struct Open {
    var isDictionary: Bool
    /// Integers at the end that may begin a reference.
    var integers: [Int] = []
    var expectsKey = true
    var key: PDFName?
    /// Whether it is the value of `/K`, or an element of that array.
    var isKid = false
    /// Values of `/Obj`, of a kid.
    var objects: [Int] = []
    /// The keys of a kid, with repeated ones, and the value of its `/Type`.
    var keys: [PDFName] = []
    var type: PDFName?

    /// Whether it refers to an object for an element of the structure, and has no other meaning.
    var isObjectReference: Bool {
      isKid && type == "OBJR" && objects.count == 1 && Set(keys).count == keys.count
        && Set(keys).isSubset(of: ["Type", "Obj", "Pg"])
    }
  }
  private enum Entry { case annotations, kids, other }

  private var stack: [Open] = []
  private var entry = Entry.other

  /// - Parameters:
  ///   - start: the offset of the object's first token, after `obj`.
  ///   - end: the offset at which reading ends.
  /// - Throws: `syntax` or `limit` if the bytes are not one object.
  init(_ bytes: PDFBytes, at start: Int, end: Int, limits: PDFLimits) throws(PDFError) {
    self.start = start
    self.end = start
    var lexer = PDFLexer(bytes, at: start, end: end, stringLimit: limits.string)
    repeat {
      lexer.skipSpace()
      let place = lexer.position
      let token = try lexer.next()
      if stack.isEmpty, case .integer(let number) = token {
        try scanInteger(number, &lexer)
      } else {
        try take(token, at: place, limits)
      }
    } while !stack.isEmpty
    self.end = lexer.position
  }

  /// An object that is an integer or a reference.
  private mutating func scanInteger(_ number: Int, _ lexer: inout PDFLexer) throws(PDFError) {
    var look = lexer
    guard (try? look.nextInteger()) != nil, (try? look.next()) == .keyword(.indirect) else { return }
    lexer = look
    if number > 0 { numbers.append(number) }
  }

  private mutating func take(_ token: PDFToken, at place: Int, _ limits: PDFLimits) throws(PDFError) {
    switch token {
    case .integer(let value):
      guard let top = stack.indices.last else { return }
      stack[top].integers.append(value)
      // A value of an array can be followed by a reference; only the last two integers matter.
      if !stack[top].isDictionary, stack[top].integers.count > 2 { stack[top].integers.removeFirst() }
    case .keyword(.indirect): try reference(at: place)
    case .name(let name): try take(name, at: place)
    case .arrayOpen, .dictionaryOpen:
      guard stack.count < limits.nesting else {
        throw PDFError(code: .limit, message: "Objects nest deeper than \(limits.nesting).", offset: place)
      }
      if stack.isEmpty { isArray = token == .arrayOpen }
      stack.append(Open(isDictionary: token == .dictionaryOpen, isKid: isKid(token == .dictionaryOpen)))
    case .arrayClose, .dictionaryClose:
      guard let open = stack.popLast(), open.isDictionary == (token == .dictionaryClose),
        !open.isDictionary || open.expectsKey != (open.integers.count == 1)
      else { throw .syntax("A bracket closes nothing, or a key has no value.", at: place) }
      if open.isObjectReference { structured += open.objects } else { numbers += open.objects }
      try finishValue(at: place)
    case .real, .string, .keyword(.true), .keyword(.false), .keyword(.null): try finishValue(at: place)
    case .keyword, .end: throw .syntax("Expected an object.", at: place)
    }
  }

  /// Whether a value that begins here is the value of `/K`, or a dictionary in that array.
  private func isKid(_ isDictionary: Bool) -> Bool {
    guard let parent = stack.last else { return false }
    return parent.isDictionary ? parent.key == "K" : parent.isKid && isDictionary
  }

  private mutating func reference(at place: Int) throws(PDFError) {
    guard let top = stack.indices.last, stack[top].integers.count >= 2 else {
      throw .syntax("An \"R\" does not follow two numbers.", at: place)
    }
    let number = stack[top].integers[stack[top].integers.count - 2]
    stack[top].integers.removeAll()
    stack[top].expectsKey = true
    guard number > 0 else { return }
    if stack[top].isDictionary, stack[top].isKid, stack[top].key == "Obj" { return stack[top].objects.append(number) }
    switch entry {
    case .annotations: annotations.append(number)
    case .kids: kids.append(number)
    case .other: numbers.append(number)
    }
  }

  /// A name is a key or a value of a dictionary, or an element of an array.
  private mutating func take(_ name: PDFName, at place: Int) throws(PDFError) {
    guard let top = stack.indices.last else { return }
    guard stack[top].isDictionary else { return stack[top].integers.removeAll() }
    // An integer before a key is the value of the preceding key.
    guard stack[top].expectsKey || !stack[top].integers.isEmpty else {
      if stack[top].key == "Type" { stack[top].type = name }
      stack[top].expectsKey = true
      return
    }
    guard stack[top].integers.count <= 1 else {
      throw .syntax("A dictionary has a number where a key must be.", at: place)
    }
    stack[top].integers.removeAll()
    stack[top].expectsKey = false
    stack[top].key = name
    if stack[top].isKid { stack[top].keys.append(name) }
    guard stack.count == 1 else { return }
    switch name {
    case "Annots":
      entry = .annotations
      annotationKeys += 1
    case "Kids":
      entry = .kids
      kidKeys += 1
    default: entry = .other
    }
  }

  private mutating func finishValue(at place: Int) throws(PDFError) {
    guard let top = stack.indices.last else { return }
    guard !stack[top].isDictionary || (!stack[top].expectsKey && stack[top].integers.isEmpty) else {
      throw .syntax("A dictionary has a value where a key must be.", at: place)
    }
    stack[top].integers.removeAll()
    stack[top].expectsKey = true
  }
}
