import Foundation

/// Puts the settings together: what the command line says wins over the environment, and that over the file.
struct SettingsReader {
    let options: ConnectionOptions
    private let folders: UserFolders
    private let environment: [String: String]

    init(options: ConnectionOptions, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.options = options
        self.environment = environment
        folders = UserFolders(environment: environment)
    }

    func read() throws(SettingsError) -> AppSettings {
        let file = try file()
        let lookup = SettingsLookup(places: [.environment(environment)] + (file.map { [$0] } ?? []))
        return AppSettings(
            baseURL: try lookup.text("base_url", typed: options.baseURL, .address) ?? AppSettings.standardBaseURL,
            timeout: try lookup.number("timeout", typed: options.timeout, .duration) ?? .seconds(30),
            deadline: try lookup.number("deadline", typed: options.deadline, .duration) ?? .seconds(120),
            retries: try lookup.number("retries", typed: options.retries.map(Double.init), .count(upTo: 10)) ?? 2,
            maxRedirects: try lookup.number(
                "max_redirects", typed: options.maxRedirects.map(Double.init), .count(upTo: 50)) ?? 20,
            authorities: try lookup.text("ca_file", typed: options.authorities, .file),
            pins: options.pins.isEmpty ? try lookup.text("pin", typed: nil, .list) ?? [] : options.pins,
            transport: try lookup.text("transport", typed: options.transport, .transport) ?? .standard,
            dataDirectory: try lookup.text("data_dir", typed: options.dataDir, .folder) ?? folders.data,
            profiles: try file?.profiles() ?? [:])
    }

    private func file() throws(SettingsError) -> SettingsSource? {
        if let named = options.settings ?? environment["STRATA_SETTINGS"], !named.isEmpty {
            return try .file(URL(filePath: named), keys: SettingsLookup.keys)
        }
        let usual = folders.configuration.appending(path: "strata/settings.json")
        guard FileManager.default.fileExists(atPath: usual.path) else { return nil }
        return try .file(usual, keys: SettingsLookup.keys)
    }
}
