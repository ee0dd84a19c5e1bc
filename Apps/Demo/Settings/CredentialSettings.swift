/// The credential of `strata api` that the environment and the settings file configure for the base URL.
struct CredentialSettings: Sendable, Equatable {
    var kind: CredentialOptions.Kind?
    var user: String?
    var passwordFile: String?
    var apiKeyFile: String?
}

extension CredentialOptions {
    /// These options, completed by `settings`.
    ///
    /// - Parameter hasKeyVariable: whether `STRATA_API_KEY` is set, which takes precedence over a file's name in the
    ///   settings.
    func completed(by settings: CredentialSettings, hasKeyVariable: Bool) throws(Failure) -> CredentialOptions {
        var options = self
        if profile == nil { options.auth = auth ?? settings.kind }
        switch options.auth {
        case .basic:
            options.user = user ?? settings.user
            options.passwordFile = passwordFile ?? settings.passwordFile
        case .apiKey:
            if !hasKeyVariable { options.apiKeyFile = apiKeyFile ?? settings.apiKeyFile }
        case .bearer, .none?, nil: break
        }
        if let fault = options.fault { throw Failure(fault, .usage) }
        return options
    }
}
