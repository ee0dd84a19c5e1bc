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
    /// the app begins or ends it.
    static func invoices(at url: URL, refreshToken: Secret<String>) -> Assembly {
        Assembly {
            Singleton(.invoicesCredential, needs: .clientFactory) { clients in
                let api = try APIEnvironment(name: "invoices", baseURL: url)
                let storage = try FileCredentialStorage.file(
                    "invoices.json", in: clients.settings.dataDirectory, beginningWith: refreshToken)
                let refresher = try OAuthCredentialRefresher(
                    tokenURL: url.appending(path: "token"), oauthClient: OAuthClient(id: "app"),
                    client: clients.tokenEndpointClient(for: api), time: clients.time)
                let provider = try await clients.credentialProvider(
                    for: api, storage: storage, lock: storage.lock, refresher: refresher,
                    partition: .user("invoices"))
                guard let provider else { throw AuthServiceError.loggedOut }
                return provider
            }
            Singleton(.invoices, needs: .clientFactory, .invoicesCredential) { clients, credential in
                let api = try APIEnvironment(name: "invoices", baseURL: url)
                return clients.client(for: api).session(with: CredentialHandle(credentialProvider: credential))
            }
        }
    }
}
