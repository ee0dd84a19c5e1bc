/// An armed fault: its settings, the paths that it affects, and the number of requests left.
struct FaultCharge<Settings: FaultSettings>: Sendable {
    private let settings: Settings
    private let path: String
    private(set) var remaining: Int

    /// - Throws: ``Problem/validationFailed(_:)``.
    init(_ form: FaultForm) throws(Problem) {
        var form = form
        settings = Settings(&form)
        path = form.path("path")
        remaining = form.whole("count", in: 0...10_000) ?? 1
        try form.finish()
    }

    /// Counts a request and returns the settings. Returns `nil` and counts nothing if the fault does not affect the
    /// request.
    mutating func consume(_ path: String, where applies: (Settings) -> Bool = { _ in true }) -> Settings? {
        guard remaining > 0, path.hasPrefix(self.path), applies(settings) else { return nil }
        remaining -= 1
        return settings
    }
}
