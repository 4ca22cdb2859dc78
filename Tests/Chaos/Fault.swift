import TestSupport

/// A kind of fault.
enum Fault: String, CaseIterable {
  case killWorker = "worker killed"
  case killRenderer = "renderer killed"
  case freezeWorker = "worker frozen past its lease"
  case stopWorker = "worker told to stop"
  case cutMidStatement = "connection cut mid-statement"
  case cutMidCommit = "connection cut mid-commit"
  case cutBeforeTheAnswer = "connection cut before the answer"
  case cutMidAnswer = "connection cut mid-answer"
  case cutAfterTheAnswer = "connection cut after the answer"
  case cutAll = "all connections cut"
  case restartFast = "PostgreSQL restarted fast"
  case restartImmediately = "PostgreSQL restarted immediately"
  case diskFull = "artifact folder full"
  case notWritable = "artifact folder read-only"
  case wrongClock = "clock of a worker or relay set wrong by an hour"
  case cancel = "jobs cancelled"
  case killRelay = "relay killed"
  case freezeRelay = "relay frozen past its lease"
  case stopRelay = "relay told to stop"
  case cancelDeliveries = "deliveries cancelled"
  case receiverCutMidUpload = "receiver cut mid-upload"
  case receiverCutBeforeAnswer = "receiver cut before the answer"
  case receiverCutMidAnswer = "receiver cut mid-answer"
  case receiverUnavailable = "receiver unavailable"

  /// The fault that the proxy injects when the chosen statement arrives; nil for faults of other parts.
  var cut: FaultProxy.Fault? {
    switch self {
    case .cutMidStatement: .cutMidStatement
    case .cutMidCommit: .cutMidCommit
    case .cutBeforeTheAnswer: .cutBeforeTheAnswer
    case .cutMidAnswer: .cutMidAnswer
    case .cutAfterTheAnswer: .cutAfterTheAnswer
    default: nil
    }
  }
}

extension Fault {
  /// The fault of the receiver of webhooks; nil for faults of other parts.
  var receiver: ReceiverFault? {
    switch self {
    case .receiverCutMidUpload: .cutMidUpload
    case .receiverCutBeforeAnswer: .cutBeforeAnswer
    case .receiverCutMidAnswer: .cutMidAnswer
    case .receiverUnavailable: .unavailable
    default: nil
    }
  }
}
