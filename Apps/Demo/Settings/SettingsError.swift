/// A setting that can't be used: where it stands, which it is, and what would be right.
struct SettingsError: Error, Equatable {
    let source: String
    /// As it is spelled in that place; `nil` where the whole place is unusable.
    let key: String?
    let reason: String
    /// Whether it was typed for this one run.
    var isFromCommandLine = false

    var explanation: String {
        key.map { "\(source): \($0) \(reason)" } ?? "\(source) \(reason)"
    }
}
