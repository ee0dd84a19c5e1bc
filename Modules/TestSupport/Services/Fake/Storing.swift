import Persistence
import Services

/// Works on a store, with a service's errors.
func storing<Value>(_ work: () async throws(StoreError) -> Value) async throws(ServiceError) -> Value {
    do throws(StoreError) {
        return try await work()
    } catch {
        throw ServiceError(error)
    }
}
