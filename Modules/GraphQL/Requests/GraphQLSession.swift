import Foundation
public import Networking
import Primitives

/// Sends operations that require at most the access scope `Access` to one GraphQL endpoint.
///
/// A small value around a `Session`: calls pass through its pipeline and carry its credential.
///
/// - A query is retried like a GET, whatever its method. A mutation is retried only if its `idempotency` allows it.
/// - An error with the code `UNAUTHENTICATED` counts as a 401: the credential is refreshed, and the operation is sent
///   once more. A mutation is sent again only if its `idempotency` allows it or the server has executed no part of it.
/// - Errors of the operation are part of the ``GraphQLResult``, whether the server sends them with the status 200 or
///   4xx.
public struct GraphQLSession<Access: AccessScope>: Sendable {
    let session: Session<Access>
    let path: EndpointPath
    private let queryMethod: GraphQLQueryMethod
    private let persistedQueries: PersistedQueries?

    /// - Parameters:
    ///   - path: the endpoint's path below the environment's base URL.
    ///   - queryMethod: how queries are sent. GET makes responses cacheable, but servers and proxies log URLs with
    ///     their variables. Use GET with a coding that writes equal values as equal bytes.
    ///   - persistedQueries: replaces the documents of queries by their hashes; `nil` sends every document. Pass the
    ///     same value to all sessions of a client.
    public init(
        _ session: Session<Access>, path: EndpointPath = "/graphql", queryMethod: GraphQLQueryMethod = .post,
        persistedQueries: PersistedQueries? = nil
    ) {
        self.session = session
        self.path = path
        self.queryMethod = queryMethod
        self.persistedQueries = persistedQueries
    }

    /// Executes a query or a mutation. Throws if there is no result: a failed connection, a status without a GraphQL
    /// body, or data of another shape than `Value`. A subscription fails before it is sent, because its result is a
    /// stream.
    ///
    /// - Parameter progress: receives how much of the request body, such as an upload, the transport has accepted.
    public func execute<Value>(
        _ operation: GraphQLOperation<Access, Value>, progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) -> GraphQLResult<Value> {
        guard operation.kind != .subscription else {
            throw invalid(InvalidRequest(reason: "Use subscribe(to:) for a subscription."), operation)
        }
        let encoded = try encode(operation)
        guard operation.kind == .query, encoded.uploads.isEmpty,
            let persistedQueries, let hash = persistedQueries.hash(of: encoded.document)
        else {
            return try await send(operation, encoded, .document, progress)
        }
        let first: Result<GraphQLResult<Value>, NetworkError>
        do throws(NetworkError) {
            first = .success(try await send(operation, encoded, .hash(hash), progress))
        } catch {
            first = .failure(error)
        }
        switch PersistedQueries.Step(after: first) {
        case .end: return try first.get()
        case .register: return try await send(operation, encoded, .registration(hash), progress)
        case .sendDocument(let isUnsupported):
            let result = try await send(operation, encoded, .document, progress)
            if isUnsupported || result.value != nil { persistedQueries.noteUnsupported() }
            return result
        }
    }

    func encode<Value>(_ operation: GraphQLOperation<Access, Value>) throws(NetworkError) -> EncodedOperation {
        do throws(InvalidRequest) {
            return try EncodedOperation(operation, coding: session.client.coding)
        } catch {
            throw invalid(error, operation)
        }
    }

    func invalid<Value>(_ error: InvalidRequest, _ operation: GraphQLOperation<Access, Value>) -> NetworkError {
        session.invalid(error, of: operation.label)
    }

    private func send<Value>(
        _ operation: GraphQLOperation<Access, Value>, _ encoded: EncodedOperation, _ content: EncodedOperation.Content,
        _ progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(NetworkError) -> GraphQLResult<Value> {
        let endpoint: Endpoint<Access, GraphQLResult<Value>>
        do throws(InvalidRequest) {
            endpoint = try self.endpoint(for: operation, encoded, content)
        } catch {
            throw invalid(error, operation)
        }
        return try await session.send(endpoint, progress: progress)
    }

    private func endpoint<Value>(
        for operation: GraphQLOperation<Access, Value>, _ encoded: EncodedOperation, _ content: EncodedOperation.Content
    ) throws(InvalidRequest) -> Endpoint<Access, GraphQLResult<Value>> {
        let response = ResponseDecoding<GraphQLResult<Value>>.graphQL(operation, coding: session.client.coding)
        // A document is registered with POST, because a GET must not change the server's store.
        let mayGet = if case .registration = content { false } else { queryMethod == .get }
        if mayGet, operation.kind == .query, encoded.uploads.isEmpty, let query = try encoded.query(content) {
            return Endpoint(.get, path, query: query, response: response, operation: operation.label)
        }
        return Endpoint(
            .post, path, body: try encoded.body(content, boundary: session.client.identifiers.next()),
            idempotency: operation.kind == .query ? .always : operation.idempotency, response: response,
            operation: operation.label)
    }
}

/// How queries are sent (GraphQL over HTTP, section 5). Mutations and uploads are always sent with POST.
public enum GraphQLQueryMethod: Sendable, Hashable {
    case post
    /// GET, or POST if the name, the document, the variables and the extensions have more than 2,500 bytes together,
    /// counted before percent-encoding.
    case get
}

extension GraphQLOperation {
    /// The name in logs and traces.
    var label: String { name ?? kind.rawValue }
}

extension ResponseDecoding {
    /// Decodes a result, and derives the verdict from its errors and from the status.
    static func graphQL<Access, Value>(
        _ operation: GraphQLOperation<Access, Value>, coding: any BodyCoding
    ) -> ResponseDecoding<GraphQLResult<Value>> where Response == GraphQLResult<Value> {
        // Sending the operation twice is harmless if it only reads, or if the server recognizes it by its key.
        let isIdempotent = operation.kind != .mutation || operation.idempotency != .byMethod
        return ResponseDecoding(
            accept: "application/graphql-response+json, application/json;q=0.9", promisesJSON: true,
            verdict: { status, body in verdict(status, body, isIdempotent: isIdempotent, coding: coding) },
            decode: { body, coding in try GraphQLResult(body, coding: coding) }
        ).accepting(statuses: resultStatuses)
    }

    /// A response without errors, as most are, is not parsed here.
    private static func verdict(
        _ status: Int, _ body: Data, isIdempotent: Bool, coding: any BodyCoding
    ) -> ResponseVerdict {
        guard body.range(of: Data("\"errors\"".utf8)) != nil,
            let result = try? GraphQLResult<AnyData>(body, coding: coding), !result.errors.isEmpty
        else { return .byStatus }
        guard status == 401 || result.errors.contains(where: { $0.code == "UNAUTHENTICATED" }) else {
            return .incomplete
        }
        return .credentialRefused(mayRepeat: isIdempotent || result.isRefusalBeforeExecution)
    }
}

extension GraphQLResult {
    /// Whether the server has executed no field. Data shows that fields were executed. Without data, an error below a
    /// root field shows that the root field was executed and that a null below it has spread up to the root.
    fileprivate var isRefusalBeforeExecution: Bool {
        value == nil && errors.allSatisfy { $0.path.count <= 1 }
    }
}

/// The statuses of a response that may have a result. 408, 425 and 429 invite a retry, perhaps after a time that the
/// server states, so they are failures like 5xx.
private let resultStatuses = Set(200...299).union(400...499).subtracting([408, 425, 429])

/// Data whose content does not matter.
private struct AnyData: Decodable {
    init(from decoder: any Decoder) throws {}
}
