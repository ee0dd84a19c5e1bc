import Networking

/// What every ``Networking/Transport`` promises, with or without a wire. ``WireContract`` has the promises about the
/// bytes on a wire.
public enum TransportContract {
    /// The promises. Each needs a new transport and its own server.
    public static var clauses: [ContractClause<TransportSubject>] {
        requestClauses + requestBodyClauses + headClauses + bodyClauses + optionsClauses + cancellationClauses
            + shutdownClauses
    }
}
