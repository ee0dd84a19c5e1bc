import HTTPTypes
import Hummingbird

/// What HTTP requires before a request is routed, and Hummingbird's router does not do: it refuses requests with no host
/// or two (RFC 9112, section 3.2) or with an unknown transfer coding (section 6.1), and decodes the characters of a path
/// that need no escape (RFC 3986, section 6.2.2.2).
struct LegalRequests: HTTPResponder {
    let router: RouterResponder<BackendRequestContext>

    func respond(to request: Request, context: BackendRequestContext) async throws -> Response {
        // The conversion from HTTP/1.1 removes the first Host field.
        if request.head.authority == nil || request.headers.contains(.host) { return refusal(.badHost, request) }
        let codings = request.headers[.transferEncoding]?.lowercased() ?? "chunked"
        if codings != "chunked" { return refusal(.unknownTransferCoding, request) }
        guard let path = request.head.path, path.contains("%") else {
            return try await router.respond(to: request, context: context)
        }
        var head = request.head
        head.path = Self.normalized(path)
        return try await router.respond(to: Request(head: head, body: request.body), context: context)
    }

    private func refusal(_ problem: Problem, _ request: Request) -> Response {
        problem.response(to: request, id: RequestIDMiddleware.id(of: request))
    }

    private static func normalized(_ path: String) -> String {
        path.replacing(/%([0-9A-Fa-f]{2})/) { match -> String in
            guard let byte = UInt8(match.1, radix: 16) else { return String(match.0) }
            let character = Character(Unicode.Scalar(byte))
            let isUnreserved =
                character.isASCII && (character.isLetter || character.isNumber || "-._~".contains(character))
            return isUnreserved ? String(character) : String(match.0)
        }
    }
}

extension HTTPField.Name {
    fileprivate static let host = known("Host")
}

extension Problem {
    fileprivate static let badHost = Problem(
        status: .badRequest, code: "bad_host", title: "Bad Host field",
        detail: "The request needs exactly one Host field.")

    fileprivate static let unknownTransferCoding = Problem(
        status: .notImplemented, code: "unknown_transfer_coding", title: "Unknown transfer coding",
        detail: "The only transfer coding that this server decodes is chunked.")
}
