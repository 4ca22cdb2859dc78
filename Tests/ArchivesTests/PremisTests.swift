import Foundation
import Markup
import PDF
import TestTraits
import Testing

@testable import Archives

/// The PREMIS file of a bag is valid according to the schema of the Library of Congress (premis.xsd, version 3.0 of
/// 2016).
@Suite(.hangLimit) struct PremisTests {
  /// An element and how often it can occur.
  struct Part {
    var name: String
    var least = 0, most = Int.max
    init(_ text: String) {
      name = text.filter { !"?*+".contains($0) }
      switch text.last {
      case "?": most = 1
      case "*": break
      case "+": least = 1
      default: (least, most) = (1, 1)
      }
    }
  }

  /// The sequences of the schema's complex types, for the elements used and those permitted between them.
  static let grammar: [String: [Part]] = [
    "premis": "object+ event* agent* rights*",
    "object":
      "objectIdentifier+ preservationLevel* significantProperties* objectCharacteristics+ originalName? storage* "
      + "signatureInformation* relationship* linkingEventIdentifier* linkingRightsStatementIdentifier*",
    "objectIdentifier": "objectIdentifierType objectIdentifierValue",
    "objectCharacteristics":
      "compositionLevel? fixity* size? format+ creatingApplication* inhibitors* objectCharacteristicsExtension*",
    "fixity": "messageDigestAlgorithm messageDigest messageDigestOriginator?",
    "format": "formatDesignation formatRegistry? formatNote*",
    "formatDesignation": "formatName formatVersion?",
    "relationship":
      "relationshipType relationshipSubType relatedObjectIdentifier+ relatedEventIdentifier* relatedEnvironmentPurpose* "
      + "relatedEnvironmentCharacteristic?",
    "relatedObjectIdentifier": "relatedObjectIdentifierType relatedObjectIdentifierValue relatedObjectSequence?",
    "relatedEventIdentifier": "relatedEventIdentifierType relatedEventIdentifierValue relatedEventSequence?",
    "event":
      "eventIdentifier eventType eventDateTime eventDetailInformation* eventOutcomeInformation* linkingAgentIdentifier* "
      + "linkingObjectIdentifier*",
    "eventIdentifier": "eventIdentifierType eventIdentifierValue",
    "eventDetailInformation": "eventDetail? eventDetailExtension*",
    "eventOutcomeInformation": "eventOutcome eventOutcomeDetail*",
    "eventOutcomeDetail": "eventOutcomeDetailNote eventOutcomeDetailExtension*",
    "linkingAgentIdentifier": "linkingAgentIdentifierType linkingAgentIdentifierValue linkingAgentRole*",
    "linkingObjectIdentifier": "linkingObjectIdentifierType linkingObjectIdentifierValue linkingObjectRole*",
    "agent":
      "agentIdentifier+ agentName* agentType? agentVersion? agentNote* agentExtension* linkingEventIdentifier* "
      + "linkingRightsStatementIdentifier* linkingEnvironmentIdentifier*",
    "agentIdentifier": "agentIdentifierType agentIdentifierValue",
  ].mapValues { $0.split(separator: " ").map { Part(String($0)) } }

  /// A history with a reader who has the name of the program, a segment that is left out, and a converted one.
  private static func history() throws -> Document {
    var fixture = ArchiveFixture()
    var ann = ArchiveFixture.Reader()
    try fixture.add(ann.note("ann"))
    try fixture.add((Array("rubbish".utf8), ann.sha256))
    return try Document.parse(xml: Array(Premis(fixture.export()).text.utf8))
  }

  private static func elements(_ document: Document, _ id: NodeID) -> [NodeID] {
    document.children(of: id).filter { document[$0].kind == .element }
  }

  @Test func elementsFollowSchemaOrder() throws {
    let document = try Self.history()
    var stack = [document.documentElement]
    #expect(document.name(document.documentElement) == "premis")
    while let id = stack.popLast() {
      let children = Self.elements(document, id)
      let name = document.name(id)
      guard let parts = Self.grammar[name] else {
        #expect(children.isEmpty, "\(name) is text")
        #expect(!document.textContent(id).isEmpty, "\(name) says something")
        continue
      }
      var rest = children.map { document.name($0) }[...]
      for part in parts {
        let count = rest.prefix { $0 == part.name }.count
        #expect((part.least...part.most).contains(count), "\(part.name) in \(name)")
        rest = rest.dropFirst(count)
      }
      #expect(rest.isEmpty, "\(rest) in \(name)")
      stack += children
    }
  }

  @Test func rootHasVersionAndObjectsHaveCategory() throws {
    let document = try Self.history()
    #expect(document.attribute(document.documentElement, "version") == "3.0")
    for object in Self.elements(document, document.documentElement) where document.name(object) == "object" {
      #expect(document.attribute(object, "xsi:type") == "file")
    }
  }

  /// Data dictionary 1.5: identifiers are unique, and linked objects exist.
  @Test func identifiersAreUniqueAndLinksResolve() throws {
    let document = try Self.history()
    var identifiers: [String: Set<String>] = [:]
    var links: [String: [String]] = [:]
    var stack = [document.documentElement]
    while let id = stack.popLast() {
      let name = document.name(id)
      let text = document.textContent(id)
      for kind in ["object", "event", "agent"] {
        if name == kind + "IdentifierValue" {
          let isNew = identifiers[kind, default: []].insert(text).inserted
          #expect(isNew, "\(kind) \(text)")
        }
        let linking = kind.prefix(1).uppercased() + kind.dropFirst() + "IdentifierValue"
        if name == "linking" + linking || name == "related" + linking { links[kind, default: []].append(text) }
      }
      stack += Self.elements(document, id)
    }
    for (kind, texts) in links { #expect(identifiers[kind, default: []].isSuperset(of: texts), "\(kind)") }
    #expect(links["agent"]?.isEmpty == false && links["object"]?.isEmpty == false && links["event"]?.count == 1)
  }
}
