import Foundation
import HTTPCaching
import Models
import Networking
import Primitives
import RemoteServices

extension Pipeline {
    /// The standard pipeline with its defaults and a response cache.
    static func standard(over transport: any Transport) -> Pipeline {
        let (time, random) = (SystemTimeSource(), SystemRandomSource())
        return .standard(
            over: transport,
            cache: ResponseCacheInterceptor(
                storage: InMemoryResponseCache(), partition: .client("benchmarks"), time: time),
            health: OriginHealth(random: random), random: random)
    }

    /// Six interceptors that do nothing, as many as the standard pipeline has.
    static func empty(over transport: any Transport) -> Pipeline {
        Pipeline(interceptors: (0..<6).map { _ in EmptyInterceptor() }, transport: transport)
    }
}

extension APIEnvironment {
    /// A server on this machine.
    static func local(port: Int) throws -> APIEnvironment {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { throw BenchmarkFailure("No port: \(port)") }
        return try APIEnvironment(name: "response-server", baseURL: url)
    }
}

/// A benchmark that could not run or has an impossible result.
struct BenchmarkFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Endpoint where Access: MemberScope, Response == ValidUser {
    /// The server's user, behind its credential check.
    static func guardedUser() -> Self {
        Endpoint(.get, "/guarded/1", response: .json(WireUser<Timestamp>.self) { wire in try ValidUser(wire) })
    }
}

extension Endpoint where Access: GuestScope, Response == ValidUser {
    /// The server's user, without a credential check.
    static func openUser() -> Self {
        Endpoint(.get, "/users/1", response: .json(WireUser<Timestamp>.self) { wire in try ValidUser(wire) })
    }
}

extension Endpoint where Access: GuestScope, Response == UploadCount {
    /// The server does not respond.
    static func held() -> Self {
        Endpoint(.get, "/hold", response: .json)
    }

    /// The server returns the number of the body's bytes.
    static func upload(_ form: MultipartForm) -> Self {
        Endpoint(.post, "/upload", body: .multipart(form), response: .json)
    }
}

/// How many bytes the server received.
struct UploadCount: Sendable, Codable {
    let bytes: Int
}

extension Client {
    /// The whole stack, composed as in the sample app.
    static func benchmark(_ pipeline: Pipeline, port: Int) throws -> Client {
        Client(
            environment: try .local(port: port), coding: JSONBodyCoding(), pipeline: pipeline, time: SystemTimeSource(),
            identifiers: RandomIdentifierSource())
    }
}

/// An interceptor that only passes calls on: the minimum cost of any pipeline.
struct EmptyInterceptor: Interceptor {
    func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        try await next(call)
    }
}
