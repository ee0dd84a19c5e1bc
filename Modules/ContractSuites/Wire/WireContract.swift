/// The contract that every HTTP/1.1 transport fulfils, about the bytes on the wire (RFC 9112). ``TransportContract``
/// has the promises that do not depend on bytes, and `limitClauses` those of transports with configurable limits.
public enum WireContract {
    /// The clauses. Each needs a new transport and its own server.
    public static var clauses: [ContractClause<WireSubject>] {
        requestClauses + framingClauses + encodingClauses + connectionClauses + brokenResponseClauses
            + unreachableClauses + paceClauses + cancellationClauses
    }
}
