import HTTPTypes
import Primitives

/// Signs calls that have a ``CredentialProvider``, and sends a call that the server refused (401) once more with a
/// newer credential.
///
/// A call is signed only for its credential's own origin. A call to another origin fails before anything is sent,
/// unless an outer interceptor has withheld the credential (``Call/signing``). A second 401 is final: the caller gets
/// it. A response whose body refuses the credential counts as a 401
/// (``ResponseVerdict/credentialRefused(mayRepeat:)``).
public struct AuthenticationInterceptor: Interceptor {
    /// An interceptor without state: the credential provider travels with the call.
    public init() {}

    public func intercept(_ call: Call, next: Next) async throws(NetworkError) -> ServerResponse {
        guard let credentialProvider = call.context.credentialProvider,
            try call.mayCarryCredential(of: credentialProvider.origin)
        else {
            return try await next(call)
        }
        return try await send(call, signedBy: credentialProvider, next: next)
    }

    // Separate functions, because a suspended call keeps the local variables of its functions in memory.
    @inline(never)
    private func send(
        _ call: Call, signedBy credentialProvider: CredentialProvider, next: Next
    ) async throws(NetworkError) -> ServerResponse {
        let need = RefreshMachine.Need.unsent(isReplayable: call.body.isReplayable)
        guard let first = try await credential(of: credentialProvider, need, for: call) else {
            // `nil` is a final refusal, which only a sent call can get. An unsent call must not be sent unsigned.
            throw call.context.error(.loggedOut, call.request)
        }
        let sentAt = call.context.time.now
        let response = try await next(try call.signed(with: first))
        credentialProvider.measureClockSkew(response.head, sentAt: sentAt, time: call.context.time)

        switch call.context.readsVerdict ? await call.context.verdict(on: response) : .byStatus {
        case .credentialRefused(mayRepeat: true): break
        case .credentialRefused(mayRepeat: false):
            noteRefusal(of: first, by: credentialProvider, to: call, because: "parts of it may have been executed")
            return response
        case .byStatus, .incomplete: guard response.head.status == .unauthorized else { return response }
        }
        return try await resend(call, refused: first, response, signedBy: credentialProvider, next: next)
    }

    @inline(never)
    private func resend(
        _ call: Call, refused first: RefreshMachine.Numbered, _ response: ServerResponse,
        signedBy credentialProvider: CredentialProvider, next: Next
    ) async throws(NetworkError) -> ServerResponse {
        guard call.body.isReplayable else {
            noteRefusal(of: first, by: credentialProvider, to: call, because: "the body can't be sent twice")
            return response
        }
        guard let second = try await credential(of: credentialProvider, .refused(first.number), for: call) else {
            return response
        }
        call.context.report(.resent)
        return try await next(try call.signed(with: second))
    }

    @inline(never)
    private func noteRefusal(
        of numbered: RefreshMachine.Numbered, by credentialProvider: CredentialProvider, to call: Call,
        because reason: String
    ) {
        credentialProvider.noteRefusal(of: numbered.number)
        call.context.report(.notResent(reason: reason))
    }

    @inline(never)
    private func credential(
        of credentialProvider: CredentialProvider, _ need: RefreshMachine.Need, for call: Call
    ) async throws(NetworkError) -> RefreshMachine.Numbered? {
        do throws(CredentialProviderFailure) {
            return try await credentialProvider.numbered(
                for: need, reporter: call.context.reporter, deadline: call.deadline)
        } catch {
            throw error.error(of: call.context, call.request)
        }
    }
}

extension Call {
    @inline(never)
    fileprivate func signed(with numbered: RefreshMachine.Numbered) throws(NetworkError) -> Call {
        context.noteSigner(numbered.number)
        return try carrying(Secret("Bearer \(numbered.credential.token.reveal())"), in: .authorization)
    }

    /// Refreshes the credential of a call whose last request was refused in the middle of a streamed body. Returns
    /// `false` if there is no newer credential: the call was not signed, or the credential was just refreshed.
    func refreshRefusedCredential() async throws(NetworkError) -> Bool {
        guard let credentialProvider = context.credentialProvider, let number = context.lastSigner else { return false }
        do throws(CredentialProviderFailure) {
            return try await credentialProvider.numbered(
                for: .refused(number), reporter: context.reporter, deadline: nil) != nil
        } catch {
            throw error.error(of: context, request)
        }
    }
}
