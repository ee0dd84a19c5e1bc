import HTTPTypes

/// The media types of responses, from which `Accept` chooses ("GraphQL over HTTP", "Body").
enum GraphQLFormat: String, CaseIterable, Sendable {
    /// Server-sent events, one for each result.
    case eventStream = "text/event-stream"
    /// A request that is refused gets 400.
    case graphQL = "application/graphql-response+json"
    /// A request that is refused gets 200, like every well-formed request.
    case json = "application/json"

    /// The client's first choice. Of equal choices, the first case is used. Wildcards don't include event streams.
    /// - Throws: 406 if the client accepts none.
    init(accept header: String?) throws(Problem) {
        guard let header else {
            self = .graphQL
            return
        }
        var weights: [String: Double] = [:]
        for item in header.split(separator: ",").prefix(32) {
            guard let range = MediaType(String(item)) else { continue }
            weights[range.essence] = range.parameters["q"].flatMap { Double($0) } ?? 1
        }
        for type in [Self.graphQL, .json].map(\.rawValue) {
            weights[type] = weights[type] ?? weights["application/*"] ?? weights["*/*"]
        }
        let choices = Self.allCases.map { ($0, weights[$0.rawValue] ?? 0) }.filter { $0.1 > 0 }
        // The first of equal maxima.
        guard let best = choices.max(by: { $0.1 < $1.1 }) else { throw .notAcceptable(Self.allCases.map(\.rawValue)) }
        self = best.0
    }
}

extension Problem {
    fileprivate static func notAcceptable(_ types: [String]) -> Problem {
        Problem(
            status: .notAcceptable, code: "not_acceptable", title: "Not acceptable",
            detail: "This resource is available as \(types.joined(separator: ", ")).")
    }
}
