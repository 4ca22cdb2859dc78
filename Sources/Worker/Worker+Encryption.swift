import Composition
import Delivery
import JobQueue
import OperatingSystem
import PDF
import Rendering

/// The encryption of the PDFs of jobs whose kind says so. Workers encrypt, because renderers have no secrets.
extension Worker {
  /// The encryption of the PDF of a job; nil if it is not encrypted.
  /// - Throws: `RenderFailure` if there is no password.
  func encryption(of job: ClaimedJob) throws(RenderFailure) -> FileEncryption? {
    guard let encryption = kind(of: job)?.encryption else { return nil }
    let password = try password(encryption.password, of: job)
    let owner: String? =
      if let source = encryption.ownerPassword { try self.password(source, of: job) } else { nil }
    do throws(PDFError) {
      return try FileEncryption(password: password, owner: owner, permissions: encryption.permissions)
    } catch {
      throw RenderFailure(code: "password_refused", message: error.message, isPermanent: true)
    }
  }

  private func password(_ source: KindEncryption.Source, of job: ClaimedJob) throws(RenderFailure) -> String {
    let secret: Secret
    switch source {
    case .field:
      do throws(CompositionError) {
        return try source.password(in: job.payload) ?? ""
      } catch {
        throw RenderFailure(error)
      }
    case .file(let path): secret = .file(path)
    case .environment(let name): secret = .environment(name)
    }
    do throws(DeliveryError) {
      return DocumentPassword.prepared(try secret.read())
    } catch {
      // An operator can change it.
      throw RenderFailure(code: "password_missing", message: error.message, isPermanent: false)
    }
  }

  /// Encrypts a file of a job, on a separate thread, because large files would delay heartbeats.
  /// - Returns: the file itself if its kind is not encrypted.
  /// - Throws: `RenderFailure`; `SystemError` if the system cannot create a thread.
  func encrypted(_ file: [UInt8], _ format: OutputFormat, of job: ClaimedJob) async throws -> [UInt8] {
    guard let encryption = try encryption(of: job) else { return file }
    guard format == .pdf else {
      throw RenderFailure(
        code: "encryption_refused", message: "a file of the format \(format.rawValue) cannot be encrypted",
        isPermanent: true)
    }
    do {
      return try await onThread(name: "encryption") { [encrypt = settings.encrypt] in try encrypt(file, encryption) }
    } catch let error as PDFError {
      throw RenderFailure(code: "encryption_refused", message: error.description, isPermanent: true)
    }
  }
}
