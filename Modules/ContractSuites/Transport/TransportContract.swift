import Networking

/// The contract that every ``Networking/Transport`` fulfils, with or without a wire. ``WireContract`` has the promises about the
/// bytes on a wire.
public enum TransportContract {
    /// The clauses. Each needs a new transport and its own server.
    public static var clauses: [ContractClause<TransportSubject>] {
        requestClauses + requestBodyClauses + headClauses + bodyClauses + optionsClauses + cancellationClauses
            + shutdownClauses
    }
}
