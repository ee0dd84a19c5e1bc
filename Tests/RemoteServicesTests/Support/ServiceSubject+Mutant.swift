import ContractSuites
import Persistence

extension ServiceSubject {
    /// This subject and every other process of its device, with a change.
    func changingEachProcess(_ change: @escaping @Sendable (inout ServiceSubject) -> Void) -> ServiceSubject {
        var subject = self
        let otherProcess = subject.otherProcess
        change(&subject)
        subject.otherProcess = { otherProcess().changingEachProcess(change) }
        return subject
    }
}

/// Changes a store without its service.
func changing<Value>(_ work: () async throws(StoreError) -> Value) async -> Value? {
    do throws(StoreError) {
        return try await work()
    } catch {
        return nil
    }
}
