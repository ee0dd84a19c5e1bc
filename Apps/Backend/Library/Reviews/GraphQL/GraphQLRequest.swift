import Foundation
import HTTPTypes
import Synchronization

/// A well-formed request ("GraphQL over HTTP", "Request Parameters"). Its document may still be invalid.
struct GraphQLRequest: Sendable {
    /// `nil` only with a persisted query.
    let query: String?
    /// The SHA-256 of a document in lower-case hexadecimal, sent instead of the document or with it (Apollo's automatic
    /// persisted queries).
    let persistedQuery: (version: Int, hash: String)?
    let operationName: String?
    /// An object.
    let variables: GraphQLValue

    /// Reads `{"query", "operationName", "variables", "extensions"}`. Other keys and extensions are ignored.
    init(_ body: BodyFields) throws(Problem) {
        var fields = body
        operationName = fields.optional("operationName", .any)
        variables = fields.optional("variables", .object) ?? [:]
        let extensions: GraphQLValue = fields.optional("extensions", .object) ?? [:]
        if let persisted = extensions["persistedQuery"], persisted != .null {
            let (version, hash) = (persisted["version"]?.int, persisted["sha256Hash"]?.string)
            if version == nil || hash == nil {
                fields.note(
                    .mistyped("extensions.persistedQuery", expected: "an object with version and sha256Hash"))
            }
            persistedQuery = (version ?? 0, hash?.lowercased() ?? "")
            query = fields.optional("query", .any)
        } else {
            persistedQuery = nil
            query = fields.required("query", .any)
        }
        try fields.check()
    }

    /// Reads the query of a URL, in which `variables` and `extensions` are JSON.
    init(_ fields: QueryFields) throws(Problem) {
        func member(_ name: String, _ value: (String) -> GraphQLValue?) -> GraphQLValue.Member? {
            // A number is valid for no member.
            fields[name].map { .init(name, value($0) ?? .int(0)) }
        }
        func json(_ text: String) -> GraphQLValue? {
            try? JSONDecoder().decode(GraphQLValue.self, from: Data(text.utf8))
        }
        let members = [
            member("query") { .string($0) }, member("operationName") { .string($0) }, member("variables", json),
            member("extensions", json),
        ].compactMap(\.self)
        let text = Data(GraphQLValue.object(members).json.utf8)
        guard let body = try? JSONDecoder().decode(BodyFields.self, from: text) else { throw .malformedJSON }
        try self.init(body)
    }
}

extension FieldRule where Value == GraphQLValue {
    fileprivate static var object: Self {
        Self { field, value in
            if case .object = value { nil } else { .mistyped(field, expected: GraphQLValue.expected) }
        }
    }
}

/// The documents that clients have sent with their hash. After a restart, clients send them again.
final class PersistedQueries: Sendable {
    private let documents = Mutex<[String: String]>([:])
    /// The largest number of documents. Beyond it, clients send theirs again.
    private static let capacity = 500

    func document(of request: GraphQLRequest) throws -> String {
        guard let (version, hash) = request.persistedQuery else { return request.query ?? "" }
        guard version == 1 else { throw GraphQLError(.persistedQueryNotSupported, "PersistedQueryNotSupported") }
        guard let text = request.query else {
            // Clients compare the message as well as the code.
            guard let text = documents.withLock({ $0[hash] }) else {
                throw GraphQLError(.persistedQueryNotFound, "PersistedQueryNotFound")
            }
            return text
        }
        guard Data(text.utf8).sha256.hexadecimal == hash else {
            throw GraphQLError(.badUserInput, "The sha256Hash does not match the query.")
        }
        return text
    }

    /// Stores the document of a request that has both document and hash. Call it for valid documents only.
    func store(_ request: GraphQLRequest) {
        guard let hash = request.persistedQuery?.hash, let text = request.query else { return }
        documents.withLock { documents in
            if documents.count >= Self.capacity { documents = [:] }
            documents[hash] = text
        }
    }
}

/// The media types of responses, from which `Accept` chooses ("GraphQL over HTTP", "Body").
enum GraphQLFormat: String, CaseIterable, Sendable {
    /// Server-sent events, one for each result.
    case eventStream = "text/event-stream"
    /// A request that is refused gets 400.
    case graphQL = "application/graphql-response+json"
    /// A request that is refused gets 200, like every well-formed request.
    case json = "application/json"

    /// The client's first choice. Of equal choices, the first case is used. Wildcards don't include event streams.
    init(accept header: String?) throws(Problem) {
        guard let header else {
            self = .graphQL
            return
        }
        var weights: [String: Double] = [:]
        for item in header.split(separator: ",") {
            guard let range = HeaderValue(String(item)) else { continue }
            weights[range.value] = range.parameters["q"].flatMap { Double($0) } ?? 1
        }
        for type in [Self.graphQL, .json].map(\.rawValue) {
            weights[type] = weights[type] ?? weights["application/*"] ?? weights["*/*"]
        }
        let choices = Self.allCases.map { ($0, weights[$0.rawValue] ?? 0) }.filter { $0.1 > 0 }
        // The first of equal maxima.
        guard let best = choices.max(by: { $0.1 < $1.1 }) else {
            throw Problem(
                status: .notAcceptable, code: "not_acceptable", title: "Not acceptable",
                detail: "This resource is available as \(Self.allCases.map(\.rawValue).joined(separator: ", ")).")
        }
        self = best.0
    }
}
