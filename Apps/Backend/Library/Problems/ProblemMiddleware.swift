import HTTPTypes
import Hummingbird
import Logging
import NIOCore
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
        } catch {
            let problem = problem(for: error, request: request)
            if problem == .internalError {
                context.logger.error(
                    "A request failed.", metadata: ["error": "\(error)", "path": "\(request.uri.path)"])
            }
            let response = problem.response(requestID: context.requestID)
            return request.method == .head ? response.createHeadResponse() : response
        }
    }

    private func problem(for error: any Error, request: Request) -> Problem {
        switch error {
        case let problem as Problem: problem
        case let error as HTTPError: problem(for: error, request: request)
        case RequestGuardError.timedOut: .requestTimeout
        case RequestGuardError.tooLarge(let limit): .contentTooLarge(limit: limit)
        case RequestGuardError.framingTooLarge:
            .badRequest("The chunk sizes and extensions are larger than the content.")
        case is HTTPParserError: .badRequest("The request violates HTTP.")
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
