/// The credential of `strata api` that the environment and the settings file configure for the base URL.
struct CredentialSettings: Sendable, Equatable {
    var kind: CredentialOptions.Kind?
    var user: String?
    var passwordFile: String?
    var apiKeyFile: String?
    var tokenFile: String?
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
