import HTTPTypes
import Hummingbird

/// Responds to errors below `/books` as Gutendex does: with `{"detail": …}`, or with an HTML page if no route matches.
struct BookErrorMiddleware: RouterMiddleware {
    typealias Context = BackendRequestContext

    let routes: RouteTable

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.split(separator: "/").first == "books" else { return try await next(request, context) }
        let response: Response
        do {
            return try await next(request, context)
        } catch let error as BookError {
            response = try error.response.response(from: request, context: context)
        } catch let error as HTTPError where error.status == .notFound && routes.methods(at: request.uri.path).isEmpty {
            response = .page(status: .notFound, title: "Page Not Found")
        }
        return request.method == .head ? response.createHeadResponse() : response
    }
}
