public import Foundation
import HTTPTypes
public import Primitives

/// Refreshes credentials at an OAuth token endpoint (RFC 6749 section 6), with or without rotation of refresh tokens.
///
/// The request is sent once and never repeated. Only `invalid_grant` ends the session. Every other failure, such as a
/// wrong client secret or a 503, leaves the session unchanged.
public struct OAuthCredentialRefresher: CredentialRefreshing {
    private let client: TokenEndpointClient
    private let oauthClient: OAuthClient
    private let scope: String?
    private let request: HTTPRequest
    private let origin: Origin
    private let time: any TimeSource

    /// Throws ``InvalidAPIEnvironment`` unless `tokenURL` is an absolute `http` or `https` URL without user and
    /// fragment. It may have a query (RFC 6749 section 3.2).
    /// - Parameters:
    ///   - scope: the OAuth scope to request; `nil` requests the scope that was granted before.
    ///   - client: sends the requests, to `tokenURL` and with its environment's default headers; the environment's base
    ///     URL is not used.
    public init(
        tokenURL: URL, oauthClient: OAuthClient, scope: String? = nil, client: TokenEndpointClient, time: any TimeSource
    ) throws(InvalidAPIEnvironment) {
        guard let origin = Origin(tokenURL),
            let parts = URLComponents(url: tokenURL, resolvingAgainstBaseURL: true),
            parts.user == nil, parts.password == nil, parts.fragment == nil
        else {
            throw InvalidAPIEnvironment(
                reason: "The token URL must be absolute (http:// or https://), without a user name or #.")
        }
        self.client = client
        self.oauthClient = oauthClient
        self.scope = scope
        self.origin = origin
        self.time = time
        let path = parts.percentEncodedPath.isEmpty ? "/" : parts.percentEncodedPath
        var fields = client.environment.fields
        fields[.accept] = "application/json"
        fields[.contentType] = "application/x-www-form-urlencoded"
        request = HTTPRequest(
            method: .post, scheme: origin.scheme,
            authority: String(origin.description.dropFirst(origin.scheme.count + "://".count)),
            path: parts.percentEncodedQuery.map { "\(path)?\($0)" } ?? path, headerFields: fields)
    }

    public func refresh(_ credential: BearerCredential) async throws(NetworkError) -> BearerCredential {
        // A credential provider never refreshes a credential without a refresh token.
        guard let refreshToken = credential.refreshToken else { return credential }
        let call = try signed(makeCall(with: refreshToken))
        return try await call.whileObserved { () async throws(NetworkError) in
            let response = try await client.client.pipeline.send(call)
            let data: Data
            do throws(TransportError) {
                data = try await response.body.collect(upTo: client.client.responseLimit)
            } catch {
                throw call.context.error(NetworkError.Cause(error), call.request)
            }
            guard response.head.status.kind == .successful else {
                throw call.context.error(cause(of: response.head, data), call.request)
            }
            do {
                return try client.client.coding.decode(OAuthTokenResponse.self, from: data)
                    .credential(after: credential, receivedAt: time.now)
            } catch {
                if (try? client.client.coding.decode(OAuthRefusal.self, from: data)) != nil {
                    throw call.context.error(cause(of: response.head, data), call.request)
                }
                throw call.context.error(
                    .decoding(DecodingFailure(error, in: data, coding: client.client.coding)), call.request)
            }
        }
    }

    private func makeCall(with refreshToken: Secret<String>) -> Call {
        let context = CallContext(
            id: client.client.identifiers.next(), operation: "OAuthCredentialRefresher.refresh(_:)", origin: origin,
            credentialProvider: nil, time: client.client.time, monitor: client.client.monitor)
        var items = [QueryItem("grant_type", "refresh_token"), QueryItem("refresh_token", refreshToken.reveal())]
        if let scope { items.append(QueryItem("scope", scope)) }
        items += oauthClient.parameters
        var request = request
        request.headerFields[.requestID] = context.id.text
        return Call(
            request: request, body: .data(Data(PercentEncoding.form.pairs(items).utf8)), context: context,
            delivery: .buffered(limit: client.client.responseLimit))
    }

    private func signed(_ call: Call) throws(NetworkError) -> Call {
        guard let (user, password) = oauthClient.basicCredentials else { return call }
        let encoded = Data("\(user):\(password.reveal())".utf8).base64EncodedString()
        return try call.carrying(Secret("Basic " + encoded), in: .authorization)
    }

    private func cause(of head: HTTPResponse, _ data: Data) -> NetworkError.Cause {
        guard let refusal = try? client.client.coding.decode(OAuthRefusal.self, from: data) else {
            return .status(
                HTTPFailure(
                    response: head, body: data, readers: client.client.environment.errorReaders,
                    coding: client.client.coding, now: time.now))
        }
        if refusal.isFinal { return .loggedOut }
        return .status(HTTPFailure(status: head.status.code, code: refusal.error, message: refusal.description))
    }
}
