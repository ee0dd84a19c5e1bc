import DependencyInjection
import Foundation
import Networking
import Primitives
import RemoteServices

/// Clients and sessions beside those of the backend, for `strata api`.
extension App {
    /// A client for another API, with the whole chain over the same transport.
    func client(
        for environment: Networking.Environment, authentication: any Interceptor, partition: CredentialPartition,
        exporting line: (@Sendable (String) -> Void)?, publicQueryNames: Set<String>
    ) async throws -> Client {
        let pipeline = Pipeline.calls(
            over: try await container.resolve(.transport), settings: settings,
            parts: try await container.resolve(.chainParts), authentication: authentication,
            partition: partition,
            innermost: line.map { [CURLInterceptor(report: $0)] } ?? [])
        return Client(
            environment: environment, coding: JSONBodyCoding(), pipeline: pipeline,
            time: try await container.resolve(.time), identifiers: try await container.resolve(.identifiers),
            monitor: try await container.resolve(.monitor), publicQueryNames: publicQueryNames)
    }

    /// The session of an OAuth 2 profile of the settings file.
    func profileAuthority(_ name: String) async throws -> BearerAuthority {
        let profile = try settings.profiles.named(name)
        let origin = try origin(ofProfile: name)
        let storage = try ProfileCredentialStorage(
            profile: name, first: profile.refreshToken, in: settings.dataDirectory)
        guard let credential = try await storage.load() else { throw try endedSession(ofProfile: name) }
        let time = try await container.resolve(.time)
        let client = CredentialClient(
            environment: try Networking.Environment(name: "oauth", baseURL: profile.baseURL),
            coding: JSONBodyCoding(), transport: try await container.resolve(.transport),
            timeout: settings.refreshTimeout, time: time, identifiers: try await container.resolve(.identifiers),
            monitor: try await container.resolve(.monitor))
        let refresher = try OAuthCredentialRefresher(
            tokenURL: profile.tokenURL,
            oauthClient: OAuthClient(
                id: profile.clientID, authentication: profile.clientSecret.map { .basic($0) } ?? .none),
            scope: profile.scope, client: client, time: time)
        return BearerAuthority(
            credential: credential, origin: origin, storage: storage, lock: storage.lock, refresher: refresher,
            partition: .user("profile \(name)"), tasks: refreshes)
    }

    /// What somebody is told whose refresh token of a profile counts no more.
    func endedSession(ofProfile name: String) throws -> Failure {
        try Failure(
            "The session of the profile \(name) at \(origin(ofProfile: name)) has ended. Put a new refresh_token into the settings file.",
            .notAllowed)
    }

    private func origin(ofProfile name: String) throws -> Origin {
        guard let origin = Origin(try settings.profiles.named(name).baseURL) else {
            throw Failure("The base_url of the profile \(name) is no address.", .settings)
        }
        return origin
    }
}
