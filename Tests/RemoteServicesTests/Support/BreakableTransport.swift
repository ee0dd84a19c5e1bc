import HTTPTypes
import Networking
import Synchronization

/// A transport whose connection a test can cut: from then on every call fails.
final class BreakableTransport: Transport {
    private let base: any Transport
    private let isCut = Atomic(false)

    init(_ base: any Transport) {
        self.base = base
    }

    func cut() {
        isCut.store(true, ordering: .sequentiallyConsistent)
    }

    func send(_ request: HTTPRequest, body: RequestBody) async throws(TransportError) -> ServerResponse {
        guard !isCut.load(ordering: .sequentiallyConsistent) else { throw .connectionRefused }
        return try await base.send(request, body: body)
    }

    func shutdown() async {
        await base.shutdown()
    }
}
