/// A setting that can't be used: where it stands, which it is, and what would be right.
struct SettingsError: Error, Equatable {
    let source: String
    /// As it is spelled in that place; `nil` where the whole place is unusable.
    let key: String?
    let reason: String
    /// ``ExitStatus/settings``, unless it was typed for this one run.
    var status = ExitStatus.settings

    var userMessage: String {
        key.map { "\(source): \($0) \(reason)" } ?? "\(source) \(reason)"
    }

    /// Of a value that was typed for this one run.
    static func typed(_ key: SettingKey, _ misfit: Misfit) -> SettingsError {
        SettingsError(source: "The command line", key: key.option, reason: misfit.reason, status: misfit.statusIfTyped)
    }
}
