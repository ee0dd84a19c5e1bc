import Foundation

/// Puts the settings together: what the command line says wins over the environment, and that over the file.
struct SettingsReader {
    static var keys: Set<String> { ["base_url", "timeout", "data_dir"] }

    let options: GlobalOptions
    let environment: [String: String]
    let home: URL

    init(options: GlobalOptions, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.options = options
        self.environment = environment
        // The password database's folder is not where somebody who sets HOME expects their tokens.
        home = environment["HOME"].map { URL(filePath: $0) } ?? FileManager.default.homeDirectoryForCurrentUser
    }

    func read() throws(SettingsError) -> AppSettings {
        let sources = try sources()
        return AppSettings(
            baseURL: try baseURL(from: sources), timeout: try timeout(from: sources),
            dataDirectory: try dataDirectory(from: sources))
    }

    /// In the order in which they win, below the command line.
    private func sources() throws(SettingsError) -> [SettingsSource] {
        var sources = [SettingsSource.environment(environment)]
        if let named = options.settings ?? environment["STRATA_SETTINGS"] {
            sources.append(try .file(URL(filePath: named), keys: Self.keys))
        } else {
            let usual = configurationDirectory.appending(path: "strata/settings.json")
            if FileManager.default.fileExists(atPath: usual.path) {
                sources.append(try .file(usual, keys: Self.keys))
            }
        }
        return sources
    }

    private func baseURL(from sources: [SettingsSource]) throws(SettingsError) -> URL {
        if options.baseURL == nil {
            for source in sources {
                guard let text = try source.text("base_url") else { continue }
                guard let url = url(text) else { throw source.error("base_url", notAURL) }
                return url
            }
        }
        guard let url = url(options.baseURL ?? AppSettings.defaultBaseURL) else { throw refusal("--base-url", notAURL) }
        return url
    }

    private func timeout(from sources: [SettingsSource]) throws(SettingsError) -> Duration {
        if options.timeout == nil {
            for source in sources {
                guard let seconds = try source.number("timeout") else { continue }
                guard let duration = duration(seconds) else { throw source.error("timeout", notATimeout) }
                return duration
            }
        }
        guard let duration = duration(options.timeout ?? AppSettings.defaultTimeout) else {
            throw refusal("--timeout", notATimeout)
        }
        return duration
    }

    private func dataDirectory(from sources: [SettingsSource]) throws(SettingsError) -> URL {
        if let path = options.dataDir { return URL(filePath: path, directoryHint: .isDirectory) }
        for source in sources {
            if let path = try source.text("data_dir") { return URL(filePath: path, directoryHint: .isDirectory) }
        }
        return usualDataDirectory
    }

    private var notAURL: String { "must be an address such as https://api.example.com." }
    private var notATimeout: String { "must be a number of seconds between 0.001 and 86400." }

    private func url(_ text: String) -> URL? {
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil else { return nil }
        return url
    }

    private func duration(_ seconds: Double) -> Duration? {
        (0.001...86_400).contains(seconds) ? .seconds(seconds) : nil
    }

    private func refusal(_ option: String, _ reason: String) -> SettingsError {
        SettingsError(source: "The command line", key: option, reason: reason)
    }

    /// The XDG base directories, or Apple's own folders.
    private var configurationDirectory: URL {
        environment["XDG_CONFIG_HOME"].map { URL(filePath: $0) } ?? home.appending(path: ".config")
    }

    private var usualDataDirectory: URL {
        #if os(macOS)
        home.appending(path: "Library/Application Support/strata")
        #else
        (environment["XDG_DATA_HOME"].map { URL(filePath: $0) } ?? home.appending(path: ".local/share"))
            .appending(path: "strata")
        #endif
    }
}
