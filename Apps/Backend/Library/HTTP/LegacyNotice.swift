import HTTPTypes
import Hummingbird

/// Announces the end of version 1 in each of its responses: the date of its deprecation (RFC 9745), the date of its
/// removal (RFC 8594), and its successor (RFC 5829).
struct LegacyNotice: RouterMiddleware {
    typealias Context = BackendRequestContext

    func handle(
        _ request: Request, context: Context, next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let notice = Self.fields(path: request.uri.path)
        do {
            var response = try await next(request, context)
            response.headers.append(contentsOf: notice)
            return response
        } catch var problem as Problem {
            problem.headers.append(contentsOf: notice)
            throw problem
        }
    }

    private static func fields(path: String) -> HTTPFields {
        [
            // 2026-01-01T00:00:00Z, and three years later.
            .deprecation: "@1767225600",
            .sunset: "Mon, 01 Jan 2029 00:00:00 GMT",
            .link: "</v2\(path.dropFirst("/v1".count))>; rel=\"successor-version\"",
        ]
    }
}

extension HTTPField.Name {
    /// RFC 9745: `@` and seconds since 1970.
    static let deprecation = known("Deprecation")
    /// RFC 8594: a date.
    static let sunset = known("Sunset")
}
