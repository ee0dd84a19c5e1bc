import Foundation
import HTTPTypes
import Hummingbird
import Logging

/// Gives every request an id for the response and the log: the client's own if it is safe, otherwise a new one.
struct RequestIDMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        var context = context
        context.requestID = Self.safe(request.headers[.xRequestID]) ?? Self.newID()
        context.logger[metadataKey: "request.id"] = .string(context.requestID)
        var response = try await next(request, context)
        response.headers[.xRequestID] = context.requestID
        return response
    }

    static func newID() -> String { UUID().uuidString.lowercased() }

    /// A client's id is written to logs and headers, so it must not contain characters with a meaning there.
    private static func safe(_ id: String?) -> String? {
        guard let id, (1...128).contains(id.utf8.count) else { return nil }
        return id.utf8.allSatisfy(safeBytes.contains) ? id : nil
    }

    private static let safeBytes = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.".utf8)
}

extension HTTPField.Name {
    /// Not in an RFC, but in common use.
    static let xRequestID = known("X-Request-Id")
}
