import Foundation
import HTTPTypes
import Primitives

/// Sends endpoints that require at most the access scope `Access`.
///
/// A session is a small value that shares its client: open as many as you like (``Client/session(for:)``,
/// ``Client/session(with:)``) and pass each service the session that it needs.
public struct Session<Access: AccessScope>: Sendable {
    /// The client that sends its calls.
    public let client: Client
    let credentialProvider: CredentialProvider?

    /// Sends one call and decodes its response.
    /// - Parameter progress: receives how much of the request body the transport has accepted.
    public func send<Response>(
        _ endpoint: Endpoint<Access, Response>,
        progress: (@Sendable (TransferProgress) -> Void)? = nil
    ) async throws(NetworkError) -> Response {
        var call = try route(endpoint, delivery: .buffered(limit: client.responseLimit))
        if let progress { call.body = call.body.reporting(to: progress, time: call.context.time) }
        call.reportStart()
        let outcome: Result<Response, NetworkError>
        do throws(NetworkError) {
            let response = try await client.pipeline.send(call)
            outcome = .success(try await read(response, of: endpoint, for: call))
        } catch {
            outcome = .failure(error)
        }
        call.reportEnd(outcome)
        return try outcome.get()
    }

    /// Sends one call and returns the response without decoding it, whatever its status.
    public func response<Response>(
        to endpoint: Endpoint<Access, Response>
    ) async throws(NetworkError) -> RawResponse {
        let call = try route(endpoint, delivery: .buffered(limit: client.responseLimit))
        return try await call.whileObserved { () async throws(NetworkError) in
            let response = try await client.pipeline.send(call)
            return RawResponse(
                status: response.head.status.code, reason: response.head.status.reasonPhrase,
                headers: response.head.headerFields.map { HeaderField($0) },
                body: try await body(of: response, for: call), requestID: call.context.id,
                attempts: call.context.attempts, target: response.target ?? RequestTarget(call.request))
        }
    }

    /// Reports what a layer above has decided about a call, under an id of its own.
    public func report(_ event: some CustomEvent, of operation: String) {
        makeContext(for: operation).report(.custom(AnyCustomEvent(event)))
    }

    func makeContext(
        for operation: String, isIdempotent: Bool = false, verdict: ResponseVerdict.Reader? = nil
    ) -> CallContext {
        CallContext(
            id: client.identifiers.next(), operation: operation, origin: client.environment.origin,
            credentialProvider: credentialProvider, time: client.time, monitor: client.monitor,
            publicQueryNames: client.publicQueryNames, isIdempotent: isIdempotent, verdict: verdict)
    }

    /// The call that `endpoint` describes, ready to be sent.
    package func route<Response>(
        _ endpoint: Endpoint<Access, Response>, delivery: BodyDelivery
    ) throws(NetworkError) -> Call {
        let context = makeContext(
            for: endpoint.operation, isIdempotent: endpoint.idempotency == .always, verdict: endpoint.response.verdict)
        do throws(InvalidRequest) {
            var (request, body) = try client.router.route(endpoint)
            request.headerFields[.requestID] = context.id.text
            if endpoint.idempotency == .keyed, request.headerFields[.idempotencyKey] == nil {
                // Without quotes, because servers expect the key like that. The Internet-Draft would quote it.
                request.headerFields[.idempotencyKey] = client.identifiers.next().text
            }
            return Call(request: request, body: body, context: context, delivery: delivery)
        } catch {
            throw invalid(error, by: endpoint.method, context)
        }
    }

    /// The error for a call of `operation` that has no endpoint, because a value can't be encoded.
    package func invalid(_ request: InvalidRequest, of operation: String) -> NetworkError {
        invalid(request, by: .post, makeContext(for: operation))
    }

    private func invalid(_ request: InvalidRequest, by method: RequestMethod, _ context: CallContext) -> NetworkError {
        let error = context.error(.invalidRequest(reason: request.reason), client.router.placeholder(for: method))
        context.report(.failed(error.cause))
        return error
    }

    // Never inlined, so that a call that waits for its response needs no memory for decoding it.
    @inline(never)
    private func read<Response>(
        _ response: ServerResponse, of endpoint: Endpoint<Access, Response>, for call: Call
    ) async throws(NetworkError) -> Response {
        let data = try await body(of: response, for: call)
        let status = response.head.status
        guard status.kind == .successful, endpoint.response.accepts(status) else {
            return try await readFailure(response.head, data, of: endpoint, for: call)
        }
        // A partial response that was not requested is not the value, even if it can be decoded.
        if status == .partialContent, call.request.headerFields[.range] == nil {
            throw call.context.error(.status(HTTPFailure(status: 206)), call.request)
        }
        if let type = endpoint.response.unexpectedMedia(response.head) {
            throw call.context.error(.unexpectedMedia(received: type.essence), call.request)
        }
        return try await decode(data, in: response.head, of: endpoint, for: call)
    }

    @inline(never)
    private func readFailure<Response>(
        _ head: HTTPResponse, _ data: Data, of endpoint: Endpoint<Access, Response>, for call: Call
    ) async throws(NetworkError) -> Response {
        if head.status.kind != .successful,
            let value = await compute(from: data, { endpoint.response.value(inFailure: head, data, client.coding) })
        {
            return value
        }
        throw await failure(head, data, for: call)
    }

    private func failure(_ head: HTTPResponse, _ data: Data, for call: Call) async -> NetworkError {
        let now = call.context.time.now
        let failure = await compute(from: data) {
            HTTPFailure(
                response: head, body: data, readers: client.environment.errorReaders, coding: client.coding, now: now)
        }
        return call.context.error(.status(failure), call.request)
    }

    /// Decodes `data` as the endpoint's response.
    ///
    /// - Parameter head: the head of the response with `data`; by default that of a successful JSON response.
    // Inlined, so that a call runs one asynchronous function fewer.
    @inline(__always)
    func decode<Response>(
        _ data: Data, in head: HTTPResponse = .json, of endpoint: Endpoint<Access, Response>, for call: Call
    ) async throws(NetworkError) -> Response {
        do {
            return try await compute(from: data) { try endpoint.response.decode(data, client.coding) }
        } catch is EnvelopedError {
            throw await failure(head, data, for: call)
        } catch {
            let failure = await compute(from: data) { DecodingFailure(error, in: data, coding: client.coding) }
            throw call.context.error(.decoding(failure), call.request)
        }
    }

    private func body(of response: ServerResponse, for call: Call) async throws(NetworkError) -> Data {
        do throws(TransportError) {
            return try await response.body.collect(upTo: client.responseLimit)
        } catch {
            throw call.context.error(NetworkError.Cause(error), call.request)
        }
    }

    /// Runs `decode` in place for a small body, because changing threads would cost more. For a large body it runs
    /// elsewhere, because it would block the caller's executor.
    private func compute<Value: Sendable>(
        from data: Data, _ decode: @Sendable () throws -> Value
    ) async rethrows -> Value {
        if data.count <= 16 * 1024 { return try decode() }
        return try await computeElsewhere(decode)
    }

    @concurrent
    private func computeElsewhere<Value: Sendable>(_ decode: @Sendable () throws -> Value) async rethrows -> Value {
        try decode()
    }
}

extension Call {
    /// Runs `exchange` and reports its start and its end to the monitor.
    package func whileObserved<Value>(
        _ exchange: () async throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        reportStart()
        let outcome: Result<Value, NetworkError>
        do throws(NetworkError) {
            outcome = .success(try await exchange())
        } catch {
            outcome = .failure(error)
        }
        reportEnd(outcome)
        return try outcome.get()
    }

    @inline(never)
    func reportStart() {
        context.report(.started(method: request.method.rawValue, url: redactedURL))
    }

    @inline(never)
    func reportEnd<Value>(_ outcome: Result<Value, NetworkError>) {
        switch outcome {
        case .success: context.report(.finished)
        case .failure(let error): context.report(.failed(error.cause))
        }
    }
}

extension HTTPResponse {
    /// The head of a response that is JSON.
    static var json: HTTPResponse {
        HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
    }
}

extension HTTPField.Name {
    /// The header field by which client and server logs are correlated.
    // The name is a valid token, so the initializer can't fail; the fallback is never sent.
    static let requestID = HTTPField.Name("X-Request-Id") ?? .from
}

extension Session {
    /// Reads a JSON value with one GET, for a call that needs no endpoint of its own.
    ///
    /// The compiler does not check the access scope of such a call. An API that the app calls in several places
    /// deserves endpoints.
    public func get<Value: Decodable & Sendable>(
        _ path: EndpointPath, query: [QueryItem] = [], as type: Value.Type = Value.self
    ) async throws(NetworkError) -> Value {
        try await send(Endpoint(.get, path, query: query, response: .json))
    }
}
