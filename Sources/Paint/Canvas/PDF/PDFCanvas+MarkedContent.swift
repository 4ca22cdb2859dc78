import PDF

/// Marked content (ISO 32000-1, 14.6) of tagged files.
extension PDFCanvas {
  /// The marked content (14.6) that the caller has begun.
  enum Mark {
    case none
    /// Nothing of it is painted yet, so that it can begin in a text object.
    case pending(MarkedContent)
    /// - Parameter depth: the number of saved states at its beginning.
    case open(MarkedContent, isInText: Bool, depth: Int)
  }

  /// Begins marked content. Text objects are continued over its beginning and its end, because their positions then
  /// need fewer bytes.
  func beginMark(element: UInt32, type: StaticString, order: UInt32) {
    var content = MarkedContent(kind: .element(element, type, order: order))
    content.identifier = contentIdentifiers?.next(element: element, order: order)
    beginMark(content)
  }

  func beginMark(_ content: MarkedContent) {
    if isInArtifact {
      endText()
      endArtifact()
    }
    mark = .pending(content)
  }

  func endMark() {
    switch mark {
    case .none: break
    case .pending(let content):
      // Its element refers to it.
      if content.isNew {
        endText()
        writeMark()
        stream.append("EMC\n")
      }
    case .open(_, isInText: false, _):
      endText()
      stream.append("EMC\n")
    case .open(_, isInText: true, _):
      endString()
      stream.append("EMC\n")
    }
    mark = .none
  }

  /// Must be called before anything but text is painted: content outside of marks is an artifact (14.8.2.2).
  func beginPainting() {
    endText()
    writeMark()
    beginArtifact()
  }

  /// Must be called before text is painted, which `beginTextMark` follows.
  func beginPaintingText() {
    if case .none = mark, isTagged, !isInArtifact, layers.isEmpty {
      endText()
      beginArtifact()
    }
  }

  private func beginArtifact() {
    guard case .none = mark, isTagged, !isInArtifact, layers.isEmpty else { return }
    isInArtifact = true
    stream.append("/Artifact BMC\n")
  }

  /// Begins the marked content outside of text objects.
  func writeMark() {
    guard case .pending(let content) = mark else { return }
    write(content)
    mark = .open(content, isInText: false, depth: stack.count)
  }

  /// Ends content that began after a state was saved, before the state is restored.
  func endMark(inside depth: Int) {
    guard depth > 0, layers.isEmpty, case .open(let content, isInText: false, let start) = mark, start >= depth else {
      return
    }
    stream.append("EMC\n")
    mark = .pending(content.continuation)
  }

  /// Begins the marked content in the text object that is open.
  func beginTextMark() {
    guard case .pending(let content) = mark else { return }
    endString()
    write(content)
    mark = .open(content, isInText: true, depth: stack.count)
  }

  /// Ends marked content that began in the text object, which ends. What follows is more content of the same element.
  func interruptTextMark() {
    guard case .open(let content, isInText: true, _) = mark else { return }
    stream.append("EMC\n")
    mark = .pending(content.continuation)
  }

  func endArtifact() {
    guard isInArtifact else { return }
    isInArtifact = false
    stream.append("EMC\n")
  }

  private func write(_ content: MarkedContent) {
    switch content.kind {
    case .element(let element, let type, let order):
      stream.append("/")
      stream.append(type)
      stream.append("<</MCID ")
      stream.append(content.identifier ?? contentIdentifiers?.next(element: element, order: order) ?? 0)
      stream.append(">>BDC\n")
    case .artifact(let artifact):
      // A resource of all pages, because each of them has one.
      let properties = drawing.addShared(.dictionary(artifact.properties))
      resources.add(.properties, properties)
      stream.append("/Artifact")
      stream.append(.properties, properties)
      stream.append(" BDC\n")
    }
  }
}

/// Marked content: that of a structure element (14.7.4.2), or an artifact of pagination (14.8.2.2.2).
struct MarkedContent {
  enum Kind {
    /// - Parameter order: the position in the document.
    case element(UInt32, StaticString, order: UInt32)
    case artifact(PaginationArtifact)
  }
  let kind: Kind
  /// The identifier of an element's content; nil for further content that has none yet.
  var identifier: Int?

  /// Whether the structure refers to it already.
  var isNew: Bool { identifier != nil }

  /// Content of the same kind after an interruption.
  var continuation: MarkedContent { MarkedContent(kind: kind, identifier: nil) }
}

/// The artifacts of pagination that margin boxes are.
enum PaginationArtifact {
  case header, footer
  /// Content that is repeated on each page.
  case other

  /// The property list of the artifact (14.6.2).
  fileprivate var properties: PDFDictionary {
    var entries: PDFDictionary = ["Type": .name("Pagination")]
    switch self {
    case .header: (entries["Subtype"], entries["Attached"]) = (.name("Header"), .array([.name("Top")]))
    case .footer: (entries["Subtype"], entries["Attached"]) = (.name("Footer"), .array([.name("Bottom")]))
    case .other: break
    }
    return entries
  }
}
