/// Limits on what a file may ask for. All hold at once; the first that is passed is named in the error.
package struct PDFLimits: Sendable {
  /// Arrays and dictionaries inside one another.
  package var nesting = 500
  /// Values in one object.
  package var valuesPerObject = 1_000_000
  /// Bytes of one string.
  package var string = 32 << 20
  /// Sections of the cross-reference chain, one per revision or so.
  package var sections = 65_536
  /// Highest object number, one below the limit of ISO 32000-1 Annex C, that this room gives to a new object.
  package var newObjectNumber = 8_388_607
  /// Entries read over all sections of the chain.
  package var crossReferenceEntries = 20_000_000
  /// Objects that are looked for in a base before anything is appended to it.
  package var checkedObjects = 10_000
  /// Decoded bytes of one stream.
  package var decodedStream = 32 << 20
  /// Decoded bytes over all cross-reference and object streams of one file.
  package var decodedTotal = 512 << 20
  /// Decoded object streams kept for the next look-up.
  package var objectStreamCache = 48 << 20
  /// Objects in one object stream.
  package var objectsPerStream = 500_000
  /// Bytes of objects that are parsed from one open file, beyond four times its length: objects are parsed each time
  /// they are asked for, and a file may ask for a large one from many places.
  package var parsedBytes = 64 << 20
  /// Filters one after the other on one stream.
  package var filters = 8
  /// References that lead to references.
  package var referenceChain = 32
  package var pages = 250_000
  package var pageTreeDepth = 256

  package init() {}
}
