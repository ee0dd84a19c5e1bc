import Networking

/// What every ``Networking/Transport`` promises, with or without a wire. What only a wire can show is in
/// ``WireContract``.
public enum TransportContract {
    /// The promises; each needs a new transport and a server of its own.
    public static var clauses: [ContractClause<TransportSubject>] {
        requestClauses + requestBodyClauses + headClauses + bodyClauses + optionsClauses + cancellationClauses
            + shutdownClauses
    }
}
