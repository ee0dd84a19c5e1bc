import ArgumentParser
import CommandLine
import Composition
import Foundation

/// How `strata api` and `strata graphql` sign their requests.
struct CredentialOptions: ParsableArguments, Sendable {
    @Option(
        help: ArgumentHelp(
            """
            Sign with this credential. (default: for a path, auth_type of the settings, or bearer if you are logged in; \
            otherwise none)
            """))
    var auth: CredentialSettings.Kind?

    @Option(help: ArgumentHelp("Set the user name for --auth basic.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "Read the password for --auth basic from the first line of this file.", valueName: "file"),
        completion: .file())
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "Read the token of --auth bearer from the first line of this file, instead of \(Variables.token).",
            valueName: "file"),
        completion: .file())
    var tokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Read the key of --auth api-key from the first line of this file, instead of \(Variables.apiKey).",
            valueName: "file"),
        completion: .file())
    var apiKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "Send the key of --auth api-key in this header field. (default: X-Api-Key)", valueName: "name"))
    var apiKeyHeader: String?

    @Option(
        help: ArgumentHelp(
            "Send the key of --auth api-key in this query item instead of a header field.", valueName: "name"))
    var apiKeyQuery: String?

    @Option(
        help: ArgumentHelp(
            "Sign with the session of this OAuth 2 profile from the settings file.", valueName: "name"))
    var profile: String?

    func validate() throws {
        if apiKeyHeader != nil && apiKeyQuery != nil {
            throw ValidationError("Use --api-key-header or --api-key-query, not both.")
        }
        if profile != nil && auth != nil && auth != .bearer {
            throw ValidationError("--profile signs with a bearer token. Use --auth bearer, or remove --auth.")
        }
        if profile != nil && tokenFile != nil {
            throw ValidationError("--profile has tokens of its own. Remove --token-file.")
        }
        // Without --auth, or without the user of basic, the settings may complete these options.
        if let auth, auth != .basic, let fault { throw ValidationError(fault) }
    }

    /// Why these options can't be used together; `nil` if they can. Use it after the settings have completed them.
    var fault: String? {
        if (user != nil || passwordFile != nil) && auth != .basic {
            return "--user and --password-file require --auth basic."
        }
        if tokenFile != nil && auth != .bearer { return "--token-file requires --auth bearer." }
        if auth == .basic && user == nil { return "--auth basic requires --user or the setting auth_user." }
        if (apiKeyHeader != nil || apiKeyQuery != nil || apiKeyFile != nil) && auth != .apiKey {
            return "--api-key-header, --api-key-query and --api-key-file require --auth api-key."
        }
        return nil
    }
}

extension CredentialOptions {
    /// These options, completed by `settings`.
    ///
    /// - Parameter environment: a key or token in a variable takes precedence over a file's name in the settings.
    func completed(
        by settings: CredentialSettings, environment: [String: String]
    ) throws(Failure) -> CredentialOptions {
        var options = self
        if profile == nil { options.auth = auth ?? settings.kind }
        switch options.auth {
        case .basic:
            options.user = user ?? settings.user
            options.passwordFile = passwordFile ?? settings.passwordFile
        case .apiKey:
            if (environment[Variables.apiKey] ?? "").isEmpty { options.apiKeyFile = apiKeyFile ?? settings.apiKeyFile }
        case .bearer:
            if (environment[Variables.token] ?? "").isEmpty { options.tokenFile = tokenFile ?? settings.tokenFile }
        case .none?, nil: break
        }
        if let fault = options.fault { throw Failure(fault, .usage) }
        return options
    }
}

/// A command whose requests a credential signs.
protocol SigningCommand: ConfiguredCommand {
    var credential: CredentialOptions { get }
    /// The path or URL of the request, as typed.
    var target: String { get }

    /// - Parameter baseURL: that of the profile, or of the settings.
    func run(_ app: ComposedApp, at baseURL: URL, with settings: RunSettings, _ terminal: Terminal) async throws
}

extension SigningCommand {
    /// Only a login is in the stores. Profiles, tokens and keys are elsewhere.
    func storeUse(_ settings: RunSettings) -> StoreUse {
        let (isOwnAPI, variables) = (TypedTarget.isPath(target), ProcessInfo.processInfo.environment)
        // An error is reported when the command runs.
        guard credential.profile == nil,
            let credential = try? credential.completed(
                by: isOwnAPI ? settings.lab.credential : CredentialSettings(), environment: variables)
        else { return .unused }
        return switch credential.auth {
        case nil: isOwnAPI ? .ifPossible : .unused
        case .bearer: (credential.tokenFile ?? variables[Variables.token] ?? "").isEmpty ? .required : .unused
        case .some: .unused
        }
    }

    func run(_ app: ComposedApp, with settings: RunSettings, _ terminal: Terminal) async throws {
        let profile = try credential.profile.map(settings.lab.profiles.named)
        let baseURL = profile?.baseURL ?? app.settings.baseURL
        do {
            try await run(app, at: baseURL, with: settings, terminal)
        } catch {
            throw settings.failure(error, at: baseURL)
        }
    }

    /// Reads the files that the command's options name, until `--deadline`.
    func input(of app: ComposedApp) async throws -> BodyInput {
        BodyInput(within: options.call.deadline.map { _ in app.settings.deadline }, time: app.time)
    }

    func checkProfile() throws {
        if credential.profile != nil && options.call.baseURL != nil {
            throw ValidationError("--profile uses the profile's own base URL. Remove --base-url.")
        }
    }
}
