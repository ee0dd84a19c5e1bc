import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Gives every request a name that client, answer and log share: the client's own if it is harmless, else a new one.
struct RequestIDMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.requestID = Self.accepted(request.headers[.xRequestID]) ?? Self.newID()
        context.logger[metadataKey: "request.id"] = .string(context.requestID)
        var response = try await next(request, context)
        response.headers[.xRequestID] = context.requestID
        return response
    }

    static func newID() -> String { UUID().uuidString.lowercased() }

    /// A client's id goes into logs and headers, so it may hold nothing that means something there.
    private static func accepted(_ id: String?) -> String? {
        guard let id, (1...128).contains(id.utf8.count) else { return nil }
        return id.utf8.allSatisfy(harmless.contains) ? id : nil
    }

    private static let harmless = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.".utf8)
}

extension HTTPField.Name {
    /// No RFC knows it, but proxies and clients of every make do.
    static let xRequestID = known("X-Request-Id")
}
