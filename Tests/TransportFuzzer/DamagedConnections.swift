import Synchronization

/// The cases whose request came over a connection that had carried a damaged response in several pieces before.
///
/// Such a piece may arrive when the connection's next request has been sent already. In HTTP/1.1 a client can't
/// distinguish it from the response to that request (RFC 9112, section 9.2), so such a case may get any response. Bytes
/// that arrive together with the end of a response are no excuse: the client must close the connection.
final class DamagedConnections: Sendable {
    private let cases = Mutex<Set<Int>>([])

    func insert(_ number: Int) {
        cases.withLock { _ = $0.insert(number) }
    }

    func contains(_ number: Int) -> Bool {
        cases.withLock { $0.contains(number) }
    }
}
