/// A setting that can't be used: its source, its name and the reason.
struct SettingsError: Error, Equatable {
    let source: String
    /// As the source spells it; `nil` if the whole source can't be used.
    let key: String?
    let reason: String
    /// ``ExitStatus/settings``, unless the value was passed as an option.
    var status = ExitStatus.settings

    var userMessage: String {
        key.map { "\(source): \($0) \(reason)" } ?? "\(source) \(reason)"
    }

    /// The error for a value that was passed as an option.
    static func typed(_ key: SettingKey, _ misfit: Misfit) -> SettingsError {
        SettingsError(source: "The command line", key: key.option, reason: misfit.reason, status: misfit.statusIfTyped)
    }
}
