import HTTPTypes
import Hummingbird

/// Announces the end of version 1 in each of its responses: the date of its deprecation (RFC 9745), the date of its
/// removal (RFC 8594), and its successor (RFC 5829).
struct LegacyNotice: RouterMiddleware {
    typealias Context = BackendRequestContext

    /// 2026-01-01T00:00:00Z, and three years later.
    static let deprecatedSince = HTTPDate(seconds: 1_767_225_600)
    static let sunsetDate = HTTPDate(seconds: 1_861_920_000)

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
            .deprecation: "@\(deprecatedSince.seconds)",
            .sunset: sunsetDate.description,
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
