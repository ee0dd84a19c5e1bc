/// What every transport on HTTP/1.1 promises about its bytes (RFC 9112). What doesn't depend on them is in
/// ``TransportContract``; what needs a transport with limits, in ``limitClauses``.
public enum WireContract {
    /// The promises; each needs a new transport and a server of its own.
    public static var clauses: [ContractClause<WireSubject>] {
        requestClauses + framingClauses + encodingClauses + connectionClauses + brokenResponseClauses
            + unreachableClauses + paceClauses + cancellationClauses
    }
}
