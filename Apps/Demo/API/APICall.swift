import Composition
import DependencyInjection
import Foundation
import Networking
import Primitives
import RemoteServices
import Services
import Transfers

/// Sends the request of `strata api`, signed with the selected credential for the target's own origin.
struct APICall {
    let raw: RawRequest
    let app: ComposedApp
    let options: CredentialOptions
    let output: ResponseOptions
    /// The limit of a whole download. The pipeline's deadline ends as soon as a response begins.
    let timeLimit: Duration?
    let terminal: Terminal

    /// The result: a buffered response or a saved file.
    enum Outcome {
        case response(RawResponse)
        case file(DownloadedFile)
    }

    func send() async throws -> Outcome {
        let environment = try await environment()
        let kind = try await kind()
        try checkHeaders(signedBy: kind)
        switch kind {
        case .none:
            return try await send(with: client(environment).session(for: Guest.self))
        case .basic:
            let interceptor = try await basic(environment.origin)
            return try await send(signedBy: interceptor, for: .client("basic \(options.user ?? "")"), to: environment)
        case .apiKey:
            let key = try await APIKeyInput(file: options.apiKeyFile).read()
            return try await send(
                signedBy: apiKey(key, for: environment.origin), for: .client("api-key"), to: environment)
        case .bearer:
            if let name = options.profile {
                let handle = CredentialHandle<Member>(credentialProvider: try await app.profileProvider(name))
                do {
                    return try await send(with: client(environment).session(with: handle))
                } catch let error as NetworkError where error.cause == .loggedOut {
                    throw try await app.endedSession(ofProfile: name)
                }
            }
            return try await app.loggedIn { _, account in
                try await send(with: app.memberSession(of: account, on: client(environment)))
            }
        }
    }

    private func environment() async throws -> Networking.APIEnvironment {
        do throws(InvalidAPIEnvironment) {
            return try Networking.APIEnvironment(
                name: "api", baseURL: raw.target.base,
                defaultHeaders: [HeaderField("User-Agent", Strata.userAgent)])
        } catch {
            let settings = try await app.container.resolve(.runSettings)
            let status = raw.target.isOwnAPI ? settings.status(ofFaultIn: .baseURL) : .usage
            throw Failure(error.reason, status)
        }
    }

    /// Cached responses and partial downloads of one user or key are reused for that user or key only.
    private func send(
        signedBy interceptor: any Interceptor, for partition: CredentialPartition,
        to environment: Networking.APIEnvironment
    ) async throws -> Outcome {
        let client = try await client(environment, authentication: interceptor, partition: partition)
        return try await send(with: client.session(for: Guest.self), of: partition)
    }

    private func send<Access>(
        with session: Session<Access>, of partition: CredentialPartition = .client("strata")
    ) async throws -> Outcome {
        let endpoint = Endpoint<Access, Data>(
            raw.method, EndpointPath(stringLiteral: raw.target.path), headers: raw.headers, body: raw.body,
            response: .data, operation: "strata api")
        guard case .file(let path) = output.destination else {
            let response: RawResponse
            do throws(NetworkError) {
                response = try await session.response(to: endpoint)
            } catch {
                guard raw.method == .get, case .transport(.responseTooLarge) = error.cause else { throw error }
                throw Failure(
                    "\(error.userMessage)  Use --output FILE, which has no size limit.", ExitStatus(error.cause))
            }
            return .response(try whole(response))
        }
        let download = try FileDownload(
            path, sha256: output.sha256, retries: app.settings.retries, terminal: terminal)
        do {
            return .file(try await download.run(endpoint, with: session, of: partition, within: timeLimit))
        } catch let error as NetworkError {
            guard let failure = error.cause.downloadFailure, let reason = Self.reason(failure) else { throw error }
            throw Failure("Cannot save \(download.file.path): \(reason).", ExitStatus(error.cause))
        }
    }

    /// Why a file can't be saved at its path; `nil` if the path is not the cause.
    private static func reason(_ failure: DownloadFailure) -> String? {
        switch failure {
        case .folderMissing: "the folder does not exist"
        case .notPermitted: "the folder or the file is not writable"
        case .destinationIsNoFile: "it exists and is not a regular file"
        case .disk(let reason): reason
        default: nil
        }
    }

    /// Throws if the server sent a part of the resource although the request was for all of it. A reader of standard
    /// output would mistake the part for the whole.
    private func whole(_ response: RawResponse) throws(Failure) -> RawResponse {
        guard response.status == 206, !raw.headers.contains(where: { $0.name.lowercased() == "range" }) else {
            return response
        }
        let range = response.header("Content-Range").map { " (Content-Range: \($0.printable))" } ?? ""
        throw Failure(
            "The server sent only a part\(range) of the resource (status 206), but the request was for all of it. "
                + "Nothing was printed. To print the part, add --header \"Range: bytes=0-\".",
            .notUnderstood)
    }

    /// Rejects header fields that the client would replace silently.
    private func checkHeaders(signedBy kind: CredentialOptions.Kind) throws(Failure) {
        if case .file = output.destination {
            guard raw.method == .get else { throw Failure("--output FILE requires a GET request.", .usage) }
            for header in raw.headers {
                guard let reason = AutomaticField.reason(header.name, isDownload: true) else { continue }
                throw Failure("--header \(header.name): \(reason)", .usage)
            }
        }
        guard let name = signature(of: kind),
            raw.headers.contains(where: { $0.name.lowercased() == name.lowercased() })
        else { return }
        throw Failure(
            "--header \(name): --auth \(kind.rawValue) sets this field. To send your own value, use --auth none.",
            .usage)
    }

    /// The header field that carries the credential.
    private func signature(of kind: CredentialOptions.Kind) -> String? {
        switch kind {
        case .none: nil
        case .bearer, .basic: "Authorization"
        case .apiKey: options.apiKeyQuery == nil ? options.apiKeyHeader ?? Self.apiKeyHeader : nil
        }
    }

    private static var apiKeyHeader: String { "X-Api-Key" }

    /// Without options, only a path is signed, because a path belongs to the configured API.
    private func kind() async throws -> CredentialOptions.Kind {
        if let kind = options.auth { return kind }
        if options.profile != nil { return .bearer }
        guard raw.target.isOwnAPI, try await app.container.resolve(.auth).restore() != nil else { return .none }
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
        partition: CredentialPartition = .client("strata")
    ) async throws -> Client {
        try await app.client(
            for: environment, authentication: authentication, partition: partition,
            innermost: output.curl ? [CURLInterceptor(report: terminal.note)] : [],
            publicQueryNames: output.showQuery ? raw.target.queryNames.subtracting([options.apiKeyQuery ?? ""]) : [])
    }
}
