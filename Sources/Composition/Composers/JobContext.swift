import Dates
import JSON
import Resources

/// Properties of a job that affect its document, other than the payload.
package struct JobContext {
  /// Time of enqueueing. Default for dates that the payload omits, so that each attempt gives the same document.
  package var created: Timestamp
  /// Sizes of pages that the job's tenant may use, in addition to the kind's.
  package var supports: Set<SizeClass> = []
  /// Default members of payloads of the job's tenant, by kind. They override the defaults of the kind's file.
  package var defaults: [String: JSONObject] = [:]
  /// Reads an artifact by its SHA-256 in hexadecimal.
  package var artifact: (_ sha256: String) throws(CompositionError) -> [UInt8]
  /// The files that were sent with the job.
  package var assets = ResourceLoader()

  package init(
    created: Timestamp,
    artifact: @escaping (_ sha256: String) throws(CompositionError) -> [UInt8] = JobContext.noArtifacts
  ) {
    self.created = created
    self.artifact = artifact
  }

  /// Parses the defaults for a kind.
  /// - Throws: `invalidValue` if they are not a JSON object.
  package static func defaults(_ json: [UInt8]) throws(CompositionError) -> JSONObject {
    guard case .object(let object) = try Payload.parse(json) else {
      throw CompositionError(.invalidValue, "defaults are a JSON object of members of the payload")
    }
    return object
  }

  /// The bytes of a file that was sent with the job.
  /// - Parameter path: of the address in the payload.
  /// - Throws: `artifactMissing` if there is no such file, `invalidValue` if the address is none of a file of the job.
  func asset(_ address: String, at path: JSONPath) throws(CompositionError) -> [UInt8] {
    do throws(ResourceError) {
      return try assets.load(address).bytes
    } catch {
      throw CompositionError(
        error.code == .missing ? .artifactMissing : .invalidValue, error.message, at: path.description)
    }
  }

  /// The reader of artifacts for documents that may use none.
  /// - Throws: `artifactMissing`, always.
  package static func noArtifacts(_ sha256: String) throws(CompositionError) -> [UInt8] {
    throw CompositionError(.artifactMissing, "there is no artifact \(sha256)")
  }
}
