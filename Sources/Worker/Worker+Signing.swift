import Application
import Composition
import JobQueue
import PDF
import Rendering
import Signing

/// Signatures of the PDFs of jobs whose kind names a signer. Workers sign, because renderers have no secrets.
extension Worker {
  /// Checks before a document is rendered that it could be signed.
  /// - Throws: `RenderFailure` if there is no such signer, or its key cannot be used now.
  func checkSigner(of job: ClaimedJob) async throws(RenderFailure) {
    guard let signature = kind(of: job)?.signature else { return }
    do throws(SigningError) {
      try await signer(signature).check()
    } catch {
      throw RenderFailure(error)
    }
  }

  /// Renders the picture of a visible signature.
  /// - Returns: nil if it was rendered or is not needed; otherwise what became of it.
  /// - Throws: `RenderFailure`.
  func renderSignaturePicture(
    of job: ClaimedJob, like request: RenderRequest, in slot: any RenderSlot
  ) async throws -> RenderOutcome? {
    guard let signature = kind(of: job)?.signature else { return nil }
    let document: HTMLDocument?
    do {
      let signer = try signer(signature)
      document = try await signer.pictureDocument(signer.details(signature))
    } catch let error as SigningError {
      throw RenderFailure(error)
    }
    guard let document else { return nil }
    var picture = RenderRequest(
      kind: request.kind, created: request.created, cpuSeconds: request.cpuSeconds, memory: request.memory,
      tenant: request.tenant)
    picture.output = .pdf
    picture.html = RenderRequest.HTMLOptions()
    let outcome = await slot.render(picture, payload: document.html, artifacts: [], timeout: job.timeout) { _ in }
    guard case .rendered(_, let pdf) = outcome else { return outcome }
    signaturePictures[job.ref] = pdf
    return nil
  }

  /// Signs the PDF of a job.
  /// - Returns: the document with its signature, and warnings; the document itself if its kind names no signer.
  /// - Throws: `RenderFailure`; `CancellationError`.
  func signed(_ pdf: [UInt8], of job: ClaimedJob) async throws -> (pdf: [UInt8], warnings: [String]) {
    guard let signature = kind(of: job)?.signature else { return (pdf, []) }
    let picture = signaturePictures[job.ref]
    do {
      let signer = try signer(signature)
      do {
        // The attempts of the job repeat the request.
        return (pdf + (try await signer.update(of: pdf, signature, picture, attemptsOnce: true)), [])
      } catch let error as SigningError where error.code == .unreachable && signature.signsWithout(job) {
        return (
          pdf + (try await signer.update(of: pdf, signature, picture, level: .b)),
          ["signed without a timestamp: \(error.message)"]
        )
      }
    } catch let error as SigningError {
      throw RenderFailure(error)
    } catch let error as PDFError {
      throw RenderFailure(code: "signing_refused", message: error.description, isPermanent: true)
    }
  }

  private func signer(_ signature: KindSignature) throws(SigningError) -> SignerConfiguration {
    guard let signers = settings.signers else {
      throw SigningError(code: .signer, message: "This worker has no file of signers.")
    }
    return try signers.signer(named: signature.signer)
  }
}

extension KindSignature {
  /// Whether the document of a job is signed without a timestamp if there is none.
  fileprivate func signsWithout(_ job: ClaimedJob) -> Bool {
    onTimestampFailure == .signWithout && job.attempt >= job.maxAttempts
  }
}

extension SignerConfiguration {
  /// The details of signatures of a kind, which override the configuration.
  fileprivate func details(_ signature: KindSignature) -> SignatureDetails {
    var details = details
    details.reason = signature.reason ?? details.reason
    details.location = signature.location ?? details.location
    return details
  }

  fileprivate nonisolated func update(
    of pdf: [UInt8], _ signature: KindSignature, _ picture: [UInt8]?, level: SignatureLevel? = nil,
    attemptsOnce: Bool = false
  ) async throws -> [UInt8] {
    try await update(
      of: PDFFile(bytes: pdf), details: details(signature), picture: picture, level: level, attemptsOnce: attemptsOnce)
  }
}

extension RenderFailure {
  /// The error of a job whose document was not signed. It is permanent only if the document cannot be signed: the other
  /// causes can be removed by an operator or the authority.
  fileprivate init(_ error: SigningError) {
    let (message, place) = (error.message, error.place)
    switch error.code {
    case .signer: self.init(code: "signer_unknown", message: message, place: place, isPermanent: false)
    case .key, .certificate, .revocation:
      self.init(code: "signer_unusable", message: message, place: place, isPermanent: false)
    case .document: self.init(code: "signing_refused", message: message, place: place, isPermanent: true)
    case .signature: self.init(code: "signing_failed", message: message, place: place, isPermanent: false)
    case .timestamp, .unreachable:
      self.init(code: "timestamp_failed", message: message, place: place, isPermanent: false)
    }
  }
}
