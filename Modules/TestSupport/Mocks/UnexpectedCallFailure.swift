import HTTPCaching
import Networking
import Persistence
import Services
import Transfers

/// A port's error that can report a call for which a mock has no response.
protocol UnexpectedCallFailure: Error {
    init(unexpected call: UnexpectedCall)
}

extension ServiceError: UnexpectedCallFailure {
    init(unexpected call: UnexpectedCall) {
        self = .failed(.storage(reason: call.description, diagnostic: call.description))
    }
}

extension StoreError: UnexpectedCallFailure {
    init(unexpected call: UnexpectedCall) { self = .failed(reason: call.description) }
}

extension TransferQueueError: UnexpectedCallFailure {
    init(unexpected call: UnexpectedCall) { self = .store(reason: call.description) }
}

extension CredentialStorageError: UnexpectedCallFailure {
    init(unexpected call: UnexpectedCall) { self.init(reason: call.description) }
}

extension ResponseCacheStorageError: UnexpectedCallFailure {
    init(unexpected call: UnexpectedCall) { self.init(reason: call.description) }
}
