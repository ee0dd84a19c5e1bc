import Networking

/// The contract that every ``Networking/Transport`` fulfils, over a network or in memory. ``WireContract`` adds the
/// promises about the bytes of HTTP/1.1.
public enum TransportContract {
    /// The clauses. Each needs a new transport and its own server.
    public static var clauses: [ContractClause<TransportSubject>] {
        requestClauses + requestBodyClauses + headClauses + bodyClauses + optionsClauses + cancellationClauses
            + shutdownClauses
    }
}
