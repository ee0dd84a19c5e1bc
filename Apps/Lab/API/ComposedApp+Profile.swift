import CommandLine
import Composition
import Foundation
import Networking
import Primitives
import Services

/// The OAuth 2 profiles of the settings file, for `strata api`.
extension ComposedApp {
    /// The credential provider of a profile, with its tokens stored in the data folder.
    func profileProvider(_ name: String, _ run: RunSettings) async throws -> CredentialProvider {
        let profile = try run.lab.profiles.named(name)
        // A refresh revokes the token in the settings file, so the new one must be stored.
        guard settings.session != .ephemeral else {
            throw Failure(
                "A profile stores its refreshed tokens in the data folder, which an ephemeral session does not use. "
                    + "Remove --profile, or use --session default.",
                run.status(ofFaultIn: [.session]))
        }
        _ = try origin(of: profile, named: name)
        let storage = try FileCredentialStorage.profile(
            name, beginningWith: profile.refreshToken, in: settings.dataDirectory)
        let environment = try Networking.APIEnvironment(
            name: "oauth", baseURL: profile.baseURL, defaultHeaders: settings.defaultHeaders)
        let refresher = try OAuthCredentialRefresher(
            tokenURL: profile.tokenURL,
            oauthClient: OAuthClient(
                id: profile.clientID, authentication: profile.clientSecret.map { .basic($0) } ?? .none),
            scope: profile.scope, client: clients.tokenEndpointClient(for: environment), time: clients.time)
        guard let credential = try await storage.load() else { throw try endedSession(ofProfile: name, run) }
        return clients.credentialProvider(
            of: credential, for: environment, storage: storage, lock: storage.lock, refresher: refresher,
            partition: .user("profile \(name)"))
    }

    /// The failure for a profile whose refresh token the server no longer accepts.
    func endedSession(ofProfile name: String, _ run: RunSettings) throws -> Failure {
        try Failure(
            "The session of the profile \(name) at \(origin(of: run.lab.profiles.named(name), named: name)) has ended. Put a new refresh_token into the settings file.",
            .notAllowed)
    }

    private func origin(of profile: OAuthProfile, named name: String) throws -> Origin {
        guard let origin = Origin(profile.baseURL) else {
            throw Failure(
                "The base_url of the profile \(name) is not an HTTP URL. Correct it in the settings file.", .settings)
        }
        return origin
    }
}

extension FileCredentialStorage {
    /// The credential storage of an OAuth 2 profile, in the `profiles` folder of `dataDirectory`.
    static func profile(
        _ name: String, beginningWith first: Secret<String>, in dataDirectory: URL
    ) throws(Failure) -> FileCredentialStorage {
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }), !name.isEmpty else {
            throw Failure("The profile name \(name) is not valid. Use letters, digits, - and _.", .settings)
        }
        do {
            return try .file("profiles/\(name).json", in: dataDirectory, beginningWith: first)
        } catch {
            throw Failure(
                "Cannot write to the data folder \(dataDirectory.path). Make it writable, or use another --data-dir.",
                .storage)
        }
    }
}
