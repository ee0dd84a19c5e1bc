import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1

/// Turns every error of the inner middleware and the routes into problem details, so that all errors have the same
/// shape and none reveals the server's internals.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    let routes: RouteTable

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPParserError {
            // Hummingbird responds to it, and closes the connection.
            throw error
        } catch {
            let problem = problem(for: error, request: request)
            if problem == .internalError {
                context.logger.error(
                    "A request failed.", metadata: ["error": "\(error)", "path": "\(request.uri.path)"])
            }
            return problem.response(to: request, id: context.requestID)
        }
    }

    private func problem(for error: any Error, request: Request) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as HTTPError: problem(for: error, request: request)
        default: .internalError
        }
    }

    /// The problem for an `HTTPError`, which only Hummingbird throws.
    private func problem(for error: HTTPError, request: Request) -> Problem {
        switch error.status {
        case .notFound:
            let allowed = routes.methods(at: request.uri.path)
            return allowed.isEmpty || allowed.contains(request.method) ? .notFound : .methodNotAllowed(allowed)
        case .badRequest: return .badRequest("The request could not be read.")
        default: return .internalError
        }
    }
}

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
