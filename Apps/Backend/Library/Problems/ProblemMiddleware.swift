import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOHTTP1

/// Turns everything that is thrown further in into problem details, so that no client ever meets an error of another
/// shape and none sees the inside of the server.
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
        case RequestGuardError.framingTooLarge: .badRequest("The chunks' sizes and extensions outweigh their content.")
        case is HTTPParserError: .badRequest("The request breaks the rules of HTTP.")
        default: .internalError
        }
    }

    /// Hummingbird itself throws these two: nothing of ours does.
    private func problem(for error: HTTPError, request: Request) -> Problem {
        switch error.status {
        case .notFound:
            let allowed = routes.methods(at: request.uri.path)
            return allowed.isEmpty || allowed.contains(request.method) ? .notFound : .methodNotAllowed(allowed)
        case .badRequest: return .badRequest("The request cannot be read.")
        default: return .internalError
        }
    }
}
