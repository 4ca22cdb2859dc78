/// Limits on the work and memory that one file may cause. All apply at once; the error names the first one exceeded.
package struct PDFLimits: Sendable {
  /// Depth of nested arrays and dictionaries.
  package var nesting = 500
  /// Values in one object.
  package var valuesPerObject = 1_000_000
  /// Bytes of one string.
  package var string = 32 << 20
  /// Sections of the cross-reference chain: about one per revision.
  package var sections = 65_536
  /// Highest number of a new object: one below the limit of ISO 32000-1, Annex C.
  package var newObjectNumber = 8_388_607
  /// Entries of all sections of the chain together.
  package var crossReferenceEntries = 20_000_000
  /// Objects of a base whose offsets are checked before something is appended to it.
  package var checkedObjects = 10_000
  /// Decoded bytes of one stream.
  package var decodedStream = 32 << 20
  /// Decoded bytes of all cross-reference and object streams of one file together.
  package var decodedTotal = 512 << 20
  /// Decoded bytes of all streams that are decoded from one open file, in addition to 64 times its length. A file may
  /// use a stream from many places, and each use decodes it.
  package var decodedContents = 2 << 30
  /// Bytes of decoded object streams that are cached.
  package var objectStreamCache = 48 << 20
  /// Objects in one object stream.
  package var objectsPerStream = 500_000
  /// Bytes of objects that are parsed from one open file, in addition to four times its length. Objects are parsed at
  /// each access, and a file may refer to a large one from many places.
  package var parsedBytes = 64 << 20
  /// Filters of one stream.
  package var filters = 8
  /// Length of a chain of references to references.
  package var referenceChain = 32
  /// Bytes of a part that is restored from a merged file.
  package var restoredPart = 1 << 30
  /// Pages of a file.
  package var pages = 250_000
  /// Nodes of the page tree above each other.
  package var pageTreeDepth = 256

  package init() {}
}
