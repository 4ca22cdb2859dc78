import Application
import ArtifactStore
import Composition
import Delivery
import Foundation
import JobQueue
import Rendering

/// The output files of a job.
extension Worker {
  /// Stores the files of a document.
  /// - Parameters:
  ///   - body: the renderer's answer.
  ///   - archive: the PDF of an archive, which is stored already.
  /// - Returns: the artifacts in the order of the outputs, and warnings.
  /// - Throws: `ArtifactError` if the store fails; `RenderFailure` if the answer is invalid, a bag cannot be made or a
  ///   PDF not signed; `CancellationError`.
  func storeFiles(
    of job: ClaimedJob, _ report: RenderReport, _ body: [UInt8], archive: ArtifactRef?
  ) async throws -> (artifacts: [Artifact], warnings: [String]) {
    let files: [RenderedFile]
    do throws(RenderingError) {
      files = try report.files(in: body, outputs: kind(of: job)?.possibleFormats)
    } catch {
      throw RenderFailure(code: "protocol", message: error.message, isPermanent: false)
    }
    var stored: [Artifact] = []
    var warnings: [String] = []
    for file in files {
      let isStored = archive != nil && file.format == .pdf
      let ref =
        if isStored, let archive { archive } else { try await store(file, of: job, report, warnings: &warnings) }
      stored.append(
        Artifact(
          output: file.format.rawValue, fileName: file.name, sha256: ref.sha256, bytes: Int64(ref.bytes),
          mediaType: file.format.mediaType,
          pages: file.pages.map { PagePoints(width: $0.width, height: $0.height) },
          parts: file.format == .pdf ? report.boundParts : []))
    }
    if !stored.isEmpty { stored[0].fonts = report.artifactFonts }
    return (stored, warnings)
  }

  private func store(
    _ file: RenderedFile, of job: ClaimedJob, _ report: RenderReport, warnings: inout [String]
  ) async throws -> ArtifactRef {
    // Formats that cannot be encrypted are refused.
    let content = try await encrypted(Array(file.content), file.format, of: job)
    if let mail = file.mail {
      return try await artifacts.store(
        MailDocument.message(ComposedMailBody(mail), subject: mail.title, date: job.enqueuedAt))
    }
    if file.format == .pdf {
      let signed = try await signed(content, of: job)
      warnings += signed.warnings
      return try await artifacts.store(signed.pdf)
    }
    guard file.format == .bag else { return try await artifacts.store(content) }
    guard let archive = report.archive else { throw Self.bagWithoutDocument }
    do {
      return try await storeBag(of: archive, content, tenant: job.tenant)
    } catch let error as ArtifactError {
      throw error
    } catch {
      throw Self.failure(error)
    }
  }
}

extension RenderReport {
  /// The fonts, in the form in which they are stored.
  fileprivate var artifactFonts: [ArtifactFont] {
    (fonts ?? []).prefix(ArtifactFont.maximum).map { ArtifactFont(name: $0.name, file: $0.file) }
  }

  /// The parts of a binder, in the form in which they are stored. The renderer's report is not trusted.
  fileprivate var boundParts: [ArtifactPart] {
    (parts ?? []).prefix(ArtifactPart.maximum).map {
      ArtifactPart(title: $0.title, firstPage: $0.firstPage, pages: $0.pages, sha256: $0.sha256)
    }
  }
}
