import CommandLine
import Composition
import Foundation
import Networking
import Primitives
import RemoteServices
import Services

/// Opens the session of one request, signed with the selected credential for the target's own origin.
struct TargetSession {
    let target: TypedTarget
    let headers: [HeaderField]
    /// The fields of ``headers`` that the client adds to its requests. The others are part of the endpoint.
    var defaultHeaders: [HeaderField] = []
    let app: ComposedApp
    let settings: RunSettings
    var options: CredentialOptions
    let curl: Bool
    let terminal: Terminal

    func open<Use: SessionUse>(for use: Use) async throws -> Use.Outcome {
        // Settings never sign a request to another server: the credential belongs to the base URL.
        let credential = target.isOwnAPI ? settings.lab.credential : CredentialSettings()
        var session = self
        session.options = try options.completed(by: credential, environment: variables)
        return try await session.openSigned(for: use)
    }

    private func openSigned<Use: SessionUse>(for use: Use) async throws -> Use.Outcome {
        let environment = try environment()
        let kind = try await kind()
        try checkHeaders(signedBy: kind)
        switch kind {
        case .none:
            return try await use.run(with: client(environment).session(for: Guest.self), of: .app)
        case .basic:
            let interceptor = try await basic(environment.origin)
            return try await run(
                use, signedBy: interceptor, for: .client("basic \(options.user ?? "")"), to: environment)
        case .apiKey:
            let key = try await SecretInput(apiKeyFile: options.apiKeyFile, environment: variables).key()
            return try await run(
                use, signedBy: apiKey(key, for: environment.origin), for: .client("api-key"), to: environment)
        case .bearer:
            if let name = options.profile {
                let handle = CredentialHandle<Member>(credentialProvider: try await app.profileProvider(name, settings))
                do {
                    return try await use.run(with: client(environment).session(with: handle), of: .app)
                } catch let error as NetworkError where error.cause == .loggedOut {
                    throw try app.endedSession(ofProfile: name, settings)
                }
            }
            // Only an explicit bearer: without --auth and the setting, a login signs.
            if options.auth == .bearer, let value = try await token.authorization() {
                return try await run(
                    use, signedBy: try APIKeyInterceptor(value, in: .header("Authorization"), for: environment.origin),
                    for: .client("bearer token"), to: environment)
            }
            return try await app.loggedIn { _, account in
                let session = app.session(of: account, on: client(environment))
                return try await use.run(with: session, of: .app)
            }
        }
    }

    private var variables: [String: String] { ProcessInfo.processInfo.environment }
    private var token: SecretInput { SecretInput(tokenFile: options.tokenFile, environment: variables) }

    private func environment() throws -> Networking.APIEnvironment {
        let typed = Set(defaultHeaders.map { $0.name.lowercased() })
        let others = app.settings.defaultHeaders.filter { !typed.contains($0.name.lowercased()) }
        do throws(InvalidAPIEnvironment) {
            return try Networking.APIEnvironment(
                name: "api", baseURL: target.base, defaultHeaders: others + defaultHeaders, errorReaders: .all)
        } catch {
            let status = target.isOwnAPI ? settings.status(ofFaultIn: [.baseURL]) : .usage
            throw Failure(error.reason, status)
        }
    }

    /// Cached responses and partial downloads of one user or key are reused for that user or key only.
    private func run<Use: SessionUse>(
        _ use: Use, signedBy interceptor: any Interceptor, for partition: CredentialPartition,
        to environment: Networking.APIEnvironment
    ) async throws -> Use.Outcome {
        let client = client(environment, authentication: interceptor, partition: partition)
        return try await use.run(with: client.session(for: Guest.self), of: partition)
    }

    /// Rejects a header field that the credential would replace silently.
    private func checkHeaders(signedBy kind: CredentialSettings.Kind) throws(Failure) {
        guard let name = signature(of: kind), headers.contains(where: { $0.name.lowercased() == name.lowercased() })
        else { return }
        throw Failure(
            "--header \(name): --auth \(kind.rawValue) sets this field. To send your own value, use --auth none.",
            .usage)
    }

    private func signature(of kind: CredentialSettings.Kind) -> String? {
        switch kind {
        case .none: nil
        case .bearer, .basic: "Authorization"
        case .apiKey: options.apiKeyQuery == nil ? options.apiKeyHeader ?? Self.apiKeyHeader : nil
        }
    }

    private static var apiKeyHeader: String { "X-Api-Key" }

    /// Without options, only a path is signed, because a path belongs to the configured API.
    private func kind() async throws -> CredentialSettings.Kind {
        if let kind = options.auth { return kind }
        if options.profile != nil { return .bearer }
        guard target.isOwnAPI, try await app.auth.restore() != nil else { return .none }
        return .bearer
    }

    private func basic(_ origin: Origin) async throws -> any Interceptor {
        let password = try await PasswordPrompt(file: options.passwordFile, terminal: terminal).read()
        return try BasicAuthenticationInterceptor(user: options.user ?? "", password: password, for: origin)
    }

    private func apiKey(_ key: Secret<String>, for origin: Origin) throws -> any Interceptor {
        let place: APIKeyInterceptor.Place =
            options.apiKeyQuery.map { .query($0) } ?? .header(options.apiKeyHeader ?? Self.apiKeyHeader)
        return try APIKeyInterceptor(key, in: place, for: origin)
    }

    private func client(
        _ environment: Networking.APIEnvironment, authentication: any Interceptor = AuthenticationInterceptor(),
        partition: CredentialPartition = .app
    ) -> Client {
        let names = app.settings.publicQueryNames
        return app.client(
            for: environment, authentication: authentication, partition: partition,
            innermost: curl
                ? [CURLInterceptor(files: settings.lab.files, report: terminal.note)] : [],
            publicQueryNames: options.apiKeyQuery.map(names.except) ?? names)
    }
}

/// An operation of a command on a session. It is a protocol instead of a closure, because the session's access scope
/// depends on the selected credential.
protocol SessionUse {
    associatedtype Outcome: Sendable

    /// - Parameter partition: the owner of the partial downloads that are continued.
    func run<Access>(with session: Session<Access>, of partition: CredentialPartition) async throws -> Outcome
}
