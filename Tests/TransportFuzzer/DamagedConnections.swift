import Synchronization

/// The cases whose request came over a connection that had carried a damaged response in several pieces before.
///
/// Such a piece may arrive when the connection's next request has been sent already. In HTTP/1.1 a client can't
/// distinguish it from the response to that request (RFC 9112, section 9.2), so such a case may get any response. Bytes
/// that arrive together with the end of a response are no excuse: the client must close the connection.
///
/// A request that the server has never read came over such a connection too: the client took the late bytes for its response
/// and closed the connection, and the reset destroyed what the server had not read yet.
final class DamagedConnections: Sendable {
    /// The cases that the server has read, and whether their connection was damaged before.
    private let cases = Mutex<[Int: Bool]>([:])

    func read(_ number: Int, isDamaged: Bool) {
        cases.withLock { $0[number] = isDamaged || $0[number] == true }
    }

    func contains(_ number: Int, isCut: Bool) -> Bool {
        cases.withLock { $0[number] ?? isCut }
    }
}
