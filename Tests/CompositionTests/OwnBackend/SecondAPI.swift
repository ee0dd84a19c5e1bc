import Composition
import DependencyInjection
import Foundation
import Networking
import Primitives
import RemoteServices
import Services

extension Key<CredentialProvider> {
    /// Stores and refreshes the credential of the invoices API.
    fileprivate static var invoicesCredential: Self { Self() }
}

extension Key<Session<Member>> {
    /// Sends calls to the invoices API, signed with its own credential.
    static var invoices: Self { Self() }
}

extension Assembly {
    /// A second API beside the app's backend. Its session begins with a refresh token from settings, and no login of
    /// the app begins or ends it. The stored credential is read before the app is composed, because that takes time.
    static func invoices(at url: URL, refreshToken: Secret<String>, in dataDirectory: URL) async throws -> Assembly {
        let storage = try FileCredentialStorage.file("invoices.json", in: dataDirectory, beginningWith: refreshToken)
        let stored = try await storage.load()
        return Assembly {
            Singleton(.invoicesCredential, needs: .clientFactory) { clients in
                // Its session has ended. The rest of the app works all the same.
                guard let stored else { throw AuthServiceError.loggedOut }
                let api = try APIEnvironment(name: "invoices", baseURL: url)
                let refresher = try OAuthCredentialRefresher(
                    tokenURL: url.appending(path: "token"), oauthClient: OAuthClient(id: "app"),
                    client: clients.tokenEndpointClient(for: api), time: clients.time)
                return clients.credentialProvider(
                    of: stored, for: api, storage: storage, lock: storage.lock, refresher: refresher,
                    partition: .user("invoices"))
            }
            Singleton(.invoices, needs: .clientFactory, .invoicesCredential) { clients, credential in
                let api = try APIEnvironment(name: "invoices", baseURL: url)
                return clients.client(for: api).session(with: CredentialHandle(credentialProvider: credential))
            }
        }
    }
}
