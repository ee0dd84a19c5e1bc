import Foundation
import HTTPTypes
import Synchronization

/// A well-formed request ("GraphQL over HTTP", "Request Parameters"). Its document may still be invalid.
struct GraphQLRequest: Sendable {
    /// The hash of a document, sent instead of the document or with it (Apollo's automatic persisted queries).
    struct PersistedQuery: FieldValue {
        let version: Int
        /// SHA-256 of the document in hexadecimal.
        let sha256Hash: String

        static let expected = "an object with version and sha256Hash"
        static let expectedIfOptional = expected
        static let placeholder = PersistedQuery(version: 0, sha256Hash: "")
    }

    /// `nil` only with a persisted query.
    let query: String?
    let persistedQuery: PersistedQuery?
    let operationName: String?
    /// An object.
    let variables: GraphQLValue

    /// Reads `{"query", "operationName", "variables", "extensions"}`. Other keys and extensions are ignored.
    /// - Throws: ``Problem/validationFailed(_:)``.
    init(_ body: BodyFields) throws(Problem) {
        var fields = body
        operationName = fields.optional("operationName", .any)
        variables = fields.optional("variables", .object) ?? [:]
        let extensions: GraphQLValue = fields.optional("extensions", .object) ?? [:]
        let isPersisted = (extensions["persistedQuery"] ?? .null) != .null
        persistedQuery = isPersisted ? fields.object("extensions") { $0.required("persistedQuery") } : nil
        query = persistedQuery == nil ? fields.required("query", .any) : fields.optional("query", .any)
        try fields.check()
    }

    /// Reads the query of a URL, in which `variables` and `extensions` are JSON.
    init(_ fields: QueryFields) throws(Problem) {
        let members = ["query", "operationName"].compactMap { name in
            fields[name].map { "\"\(name)\":\(GraphQLValue.string($0).json)" }
        }
        let objects = ["variables", "extensions"].compactMap { name in
            fields[name].map { text in
                let isJSON = (try? JSONDecoder().decode(GraphQLValue.self, from: Data(text.utf8))) != nil
                return "\"\(name)\":\(isJSON ? text : "0")"
            }
        }
        let json = Data("{\((members + objects).joined(separator: ","))}".utf8)
        guard let body = try? JSONDecoder().decode(BodyFields.self, from: json) else { throw .malformedJSON }
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

/// The documents that clients have sent with their hash. They are stored in memory only, so clients send them again
/// after a restart.
final class PersistedQueries: Sendable {
    private let documents = Mutex<[String: String]>([:])
    /// The largest number of documents. Beyond it, clients send theirs again.
    private static let capacity = 500

    /// The document of a request.
    /// - Throws: `PERSISTED_QUERY_NOT_FOUND` for an unknown hash, and an error for a hash of another document.
    func document(of request: GraphQLRequest) throws -> String {
        guard let hash = request.persistedQuery else { return request.query ?? "" }
        guard hash.version == 1 else { throw GraphQLError(.persistedQueryNotSupported, "PersistedQueryNotSupported") }
        guard let text = request.query else {
            // Clients compare the message as well as the code.
            guard let text = documents.withLock({ $0[hash.sha256Hash.lowercased()] }) else {
                throw GraphQLError(.persistedQueryNotFound, "PersistedQueryNotFound")
            }
            return text
        }
        guard Data(text.utf8).sha256.hexadecimal == hash.sha256Hash.lowercased() else {
            throw GraphQLError(.badUserInput, "The sha256Hash does not match the query.")
        }
        return text
    }

    /// Stores the document of a request that has both document and hash. Call it for valid documents only.
    func store(_ request: GraphQLRequest) {
        guard let hash = request.persistedQuery?.sha256Hash.lowercased(), let text = request.query else { return }
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
    /// - Throws: 406 if the client accepts none.
    init(accept header: String?) throws(Problem) {
        guard let header else {
            self = .graphQL
            return
        }
        var weights: [String: Double] = [:]
        for item in header.split(separator: ",") {
            guard let range = MediaType(String(item)) else { continue }
            weights[range.essence] = range.parameters["q"].flatMap { Double($0) } ?? 1
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
