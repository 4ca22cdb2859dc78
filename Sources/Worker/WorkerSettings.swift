import Application
import Composition
import JobQueue
import Networking
import PDF
import Rendering

/// The settings of one worker.
package struct WorkerSettings: Sendable {
  /// Renderer processes, each of which renders one job at a time.
  package var concurrency: Int
  /// The queues whose jobs the worker claims; empty for all queues.
  package var queues: [String]
  /// End when every job of the queues is in a final state, including jobs that wait for a retry or for their start
  /// time.
  package var drains: Bool
  /// The command and the limits of renderer processes.
  package var renderer: RendererSettings
  /// The kinds that this worker can render, and its fonts and libraries. Only jobs of these kinds are claimed.
  package var capabilities: WorkerCapabilities
  /// The kinds of jobs that have no version.
  package var kinds: JobKinds
  /// The files of the kinds, of which versions are made; nil for none.
  package var folders: KindFolders?
  /// Time between two looks at them.
  package var folderInterval = Duration.seconds(2)
  /// The signers that kinds name; nil for none.
  package var signers: SignerFile?
  /// Configures timestamps of the chains of annotated documents; nil for none.
  package var chainTimestamps: ChainTimestampFile?
  /// Encrypts a PDF file, on a separate thread. Tests replace it.
  package var encrypt: @Sendable (_ file: [UInt8], FileEncryption) throws -> [UInt8] = {
    try $1.encrypted(PDFFile(bytes: $0))
  }
  /// A document that has ended this many renderers in a row is discarded, whatever the number of attempts of its kind.
  package var renderersPerDocument: Int
  /// How long a claim is valid without a heartbeat. Heartbeats are sent at least three times as often.
  package var lease: Duration
  /// Time between two claims if no notification arrives.
  package var pollInterval: Duration
  /// Time between two searches for expired leases of any worker.
  package var rescueInterval: Duration
  /// The time for running documents to finish after a request to stop; then they are released.
  package var gracePeriod: Duration
  /// The network addresses from which images of documents may be fetched, if their tenants allow the hosts.
  package var imageAddresses = AddressPolicy.publicOnly

  package init(
    concurrency: Int, queues: [String] = [], drains: Bool = false, renderer: RendererSettings,
    capabilities: WorkerCapabilities = WorkerCapabilities(), kinds: JobKinds = JobKinds(), folders: KindFolders? = nil,
    renderersPerDocument: Int = 3,
    lease: Duration = .seconds(30), pollInterval: Duration = .seconds(1), rescueInterval: Duration = .seconds(10),
    gracePeriod: Duration = .seconds(20)
  ) {
    self.concurrency = concurrency
    self.queues = queues
    self.drains = drains
    self.renderer = renderer
    self.capabilities = capabilities
    self.kinds = kinds
    self.folders = folders
    self.renderersPerDocument = renderersPerDocument
    self.lease = lease
    self.pollInterval = pollInterval
    self.rescueInterval = rescueInterval
    self.gracePeriod = gracePeriod
  }
}
