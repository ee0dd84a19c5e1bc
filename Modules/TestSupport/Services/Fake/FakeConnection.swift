import Models
import Networking
import Persistence
import Primitives
import RemoteServices
import Services

/// Asks a ``FakeBackend`` on behalf of an account, as a session does: signs with the account's credential, and renews
/// it once where it was refused.
struct FakeConnection: Sendable {
    let account: Account
    let backend: FakeBackend
    let sessions: AccountSessions

    /// What the stores call the account.
    var accountID: AccountID { AccountID(server: backend.origin, userID: account.id) }

    func ask<Value: Sendable>(
        _ work: (_ access: Secret<String>) throws(NetworkError) -> Value
    ) async throws(NetworkError) -> Value {
        let first = try access()
        do throws(NetworkError) {
            return try work(first)
        } catch {
            guard error.status == 401 else { throw error }
        }
        try await refresh(after: first)
        return try work(try access())
    }

    /// Renews the account's credential, through the account's own authority.
    func refresh() async throws(NetworkError) {
        try await sessions.session(Member.self, of: account, on: backend.client)?.refreshCredential()
    }

    /// A refusal of an older credential is late news: its successor is already there.
    private func refresh(after refused: Secret<String>) async throws(NetworkError) {
        if sessions.credentialProvider(of: account)?.credential?.token == refused { try await refresh() }
    }

    private func access() throws(NetworkError) -> Secret<String> {
        guard let credential = sessions.credentialProvider(of: account)?.credential else {
            throw FakeRequest(operation: "sign", method: .get, url: backend.origin).error(.loggedOut)
        }
        return credential.token
    }
}

extension FakeBackend {
    /// As sign-ins name it.
    var origin: String { environment.origin.description }

    /// Renews credentials, and sends nothing: a ``FakeRefresher`` does the work.
    var client: Client {
        Client(
            environment: environment, coding: JSONBodyCoding(),
            pipeline: Pipeline(interceptors: [], transport: MockTransport()), time: time,
            identifiers: RandomIdentifierSource())
    }
}
