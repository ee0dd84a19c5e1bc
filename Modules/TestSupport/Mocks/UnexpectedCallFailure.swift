import HTTPCaching
import Networking
import Persistence
import Services
import Transfers

/// A port's error that can report a call for which a mock has no response.
protocol UnexpectedCallFailure: Error {
    init(unexpected call: UnexpectedCall)
}

extension AuthServiceError: UnexpectedCallFailure {
    init(unexpected call: UnexpectedCall) { self = .failed(ServiceFailure(unexpected: call)) }
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

extension ServiceFailure {
    init(unexpected call: UnexpectedCall) {
        self = .storage(reason: call.description, underlying: call)
    }
}
