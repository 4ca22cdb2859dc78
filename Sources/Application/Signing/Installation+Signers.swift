import Composition
import Signing

extension Installation {
  /// The kinds whose documents could not be signed now, sorted, with the reasons.
  package func problemsOfSigners(of kinds: JobKinds) async -> [(kind: String, error: SigningError)] {
    var problems: [(kind: String, error: SigningError)] = []
    for name in kinds.names {
      guard let signature = kinds[name]?.signature else { continue }
      do throws(SigningError) {
        guard let signers else {
          throw SigningError(
            code: .signer, message: "No folder with Jobs/ and Templates/ was found; set PRESSRUN_HOME to it.")
        }
        try await signers.signer(named: signature.signer).check()
      } catch {
        problems.append((name, error))
      }
    }
    return problems
  }
}
