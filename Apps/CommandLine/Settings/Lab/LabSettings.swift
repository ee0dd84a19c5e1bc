import ArgumentParser
import Composition
import Foundation
package import Networking

/// The settings that only the commands of Apps/Lab use.
package struct LabSettings: Sendable {
    package var profiles = OAuthProfiles()
    /// The credential of a request, unless the command's options name another.
    package var credential = CredentialSettings()
    /// The paths of all PEM files that the app's trust policy was read from.
    package var files = CURLCommand.Files()

    init() {}

    init(_ sources: [SettingsSource], authorities: CertificateFile?) throws(SettingsError) {
        profiles = OAuthProfiles(sources)
        credential = CredentialSettings(
            kind: try sources.read(.authType, .credential), user: try sources.read(.user, .text("a user name")),
            passwordFile: try sources.read(.passwordFile, .text("a file")),
            apiKeyFile: try sources.read(.apiKeyFile, .text("a file")),
            tokenFile: try sources.read(.tokenFile, .text("a file")))
        files.authorities = authorities?.url.path
        files.certificate = try sources.read(.certificate, .text("a file")).map { URL(typed: $0).path }
        files.certificateKey = try sources.read(.certificateKey, .text("a file")).map { URL(typed: $0).path }
    }
}

/// The credential of `strata api` that the environment and the settings file configure for the base URL.
package struct CredentialSettings: Sendable, Equatable {
    package enum Kind: String, ExpressibleByArgument, CaseIterable, Sendable {
        case none, bearer, basic
        case apiKey = "api-key"

        /// Also accepts `api_key`, as in the settings file.
        package init?(argument: String) {
            self.init(rawValue: argument.replacing("_", with: "-"))
        }
    }

    package var kind: Kind?
    package var user: String?
    package var passwordFile: String?
    package var apiKeyFile: String?
    package var tokenFile: String?

    package init(
        kind: Kind? = nil, user: String? = nil, passwordFile: String? = nil, apiKeyFile: String? = nil,
        tokenFile: String? = nil
    ) {
        (self.kind, self.user) = (kind, user)
        (self.passwordFile, self.apiKeyFile, self.tokenFile) = (passwordFile, apiKeyFile, tokenFile)
    }
}

extension Setting {
    fileprivate static var credential: Setting<CredentialSettings.Kind> {
        .rule("none, bearer, api_key or basic") { CredentialSettings.Kind(argument: $0) }
    }
}

extension SettingKey {
    /// The settings that only `strata api` and `strata graphql` have options for.
    static var credentials: Set<SettingKey> { [.authType, .user, .passwordFile, .apiKeyFile, .tokenFile] }

    static let authType = SettingKey(
        "auth_type",
        "Sign the requests of `\(AppName.command) api` to the base URL: none, bearer, api_key or basic",
        standard: "bearer for a path if you are logged in, otherwise none", option: "--auth")
    static let user = SettingKey("auth_user", "Set the user name for basic", option: "--user")
    static let passwordFile = SettingKey(
        "password_file", "Read the password for basic from the first line of this file")
    static let apiKeyFile = SettingKey(
        "api_key_file", "Read the key for api_key from the first line of this file")
    static let tokenFile = SettingKey(
        "token_file", "Read the token for bearer from the first line of this file, instead of using a login")
}

extension Variables {
    package static var apiKey: String { AppName.variablePrefix + "API_KEY" }
    package static var token: String { AppName.variablePrefix + "TOKEN" }
}
