import Composition
import DependencyInjection
import Foundation
import Networking
import RemoteServices

/// The registrations that replace the sample's in `Apps/Composition/AppAssembly.swift`.
extension Assembly {
    static var twoStepLogin: Assembly {
        Assembly {
            Singleton(.loginExchange, needs: .tokenEndpointClient, .client, .time) { tokenEndpoint, client, time in
                TwoStepLogin(tokenEndpoint: tokenEndpoint, client: client, time: time)
            }
        }
    }

    /// The refresher stays: a credential without a refresh token never reaches it.
    static var tokenOnlyLogin: Assembly {
        Assembly {
            Singleton(.loginExchange, needs: .tokenEndpointClient) { tokenEndpoint in
                TokenOnlyLogin(tokenEndpoint: tokenEndpoint)
            }
        }
    }

    static func oauthLogin(at identityServer: URL) -> Assembly {
        Assembly {
            Singleton(.loginExchange, needs: .clientFactory, .client, .time) { clients, client, time in
                let identity = try APIEnvironment(name: "identity", baseURL: identityServer)
                return OAuthLogin(
                    tokenEndpoint: clients.tokenEndpointClient(for: identity), client: client, time: time)
            }
            Singleton(.refresher, needs: .clientFactory, .time) { clients, time in
                let identity = try APIEnvironment(name: "identity", baseURL: identityServer)
                return try OAuthCredentialRefresher(
                    tokenURL: identityServer.appending(path: "oauth/token"),
                    oauthClient: OAuthClient(id: OAuthLogin.clientID),
                    client: clients.tokenEndpointClient(for: identity), time: time)
            }
        }
    }
}
