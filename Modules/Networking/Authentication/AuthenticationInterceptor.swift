import Foundation
import HTTPTypes
import Primitives

/// Signs calls that have an authority, and sends a refused call once more with a newer credential.
///
/// A call is signed only for the origin that its credential belongs to; for another it fails before anything is sent,
/// unless whoever sent it there has withheld the credential (``Call/signing``). A second refusal is the server's last
/// word: the call returns it, and nothing loops.
public struct AuthenticationInterceptor: Interceptor {
    /// A link without state: the authority travels with the call.
    public init() {}

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        guard let authority = call.context.authority, call.signing == .allowed else { return try await next(call) }
        guard authority.origin == call.origin else { throw call.context.error(.foreignOrigin, call.request) }

        let first = try await credential(of: authority, after: nil, for: call)
        let response = try await next(call.signed(with: first.credential))
        guard response.head.status == .unauthorized else { return response }
        guard call.body.isReplayable else {
            call.context.report(.notResent(reason: "the body can't be sent twice"))
            return response
        }
        let second = try await credential(of: authority, after: first.number, for: call)
        call.context.report(.resent)
        return try await next(call.signed(with: second.credential))
    }

    private func credential(
        of authority: BearerAuthority, after refused: Int?, for call: Call
    ) async throws(NetworkError) -> RefreshMachine.Numbered {
        do throws(AuthorityFailure) {
            return try await authority.numbered(after: refused, context: call.context)
        } catch {
            var failure = call.context.error(error.cause, call.request)
            failure.concernsRenewal = true
            throw failure
        }
    }
}

extension Call {
    fileprivate func signed(with credential: BearerCredential) -> Call {
        var call = self
        call.request.headerFields[.authorization] = "Bearer \(credential.token.reveal())"
        return call
    }
}
