import Composition
import Signing

extension Installation {
  /// The kinds whose documents could not be signed now, sorted, with the reasons.
  package func problemsOfSigners(of kinds: JobKinds) -> [(kind: String, error: SigningError)] {
    kinds.names.compactMap { name in
      guard let signature = kinds[name]?.signature else { return nil }
      do throws(SigningError) {
        guard let signers else {
          throw SigningError(code: .signer, message: "No folder with Jobs/ and Templates/ was found.")
        }
        try signers.signer(named: signature.signer).check()
        return nil
      } catch {
        return (name, error)
      }
    }
  }
}
