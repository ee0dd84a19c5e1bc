import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOHTTP1

/// Turns every error into problem details, so that none reveals the server's internals.
struct ProblemMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    let routes: RouteTable

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error where error is HTTPParserError || error is ConnectionEnded {
            // Hummingbird responds to the first, and closes the connection. A fault switch has closed it for the second.
            throw error
        } catch let problem as Problem {
            return problem.response(to: request, id: context.requestID)
        } catch let error as HTTPError where error.status == .notFound {
            let allowed = routes.methods(at: request.uri.path)
            let isUnknown = allowed.isEmpty || allowed.contains(request.method)
            let problem = isUnknown ? Problem.notFound : .methodNotAllowed(allowed)
            return problem.response(to: request, id: context.requestID)
        } catch {
            context.logger.error("A request failed.", metadata: ["error": "\(error)", "path": "\(request.uri.path)"])
            return Problem.internalError.response(to: request, id: context.requestID)
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
        context.requestID = Self.id(of: request)
        context.logger[metadataKey: "request.id"] = .string(context.requestID)
        var response = try await next(request, context)
        response.headers[.xRequestID] = context.requestID
        return response
    }

    static func newID() -> String { UUID().uuidString.lowercased() }

    /// A client's id is written to logs and headers, so it must not contain characters with a meaning there.
    static func id(of request: Request) -> String {
        request.headers[.xRequestID]?.wholeMatch(of: /[0-9A-Za-z_.\-]{1,128}/).map { String($0.output) } ?? newID()
    }
}

extension HTTPField.Name {
    /// Not in an RFC, but in common use.
    static let xRequestID = known("X-Request-Id")
}
