import Composition
import Foundation
import Networking
import Primitives
import TransportSecurity

/// Reads all settings. Options take precedence over the environment, and the environment over the file.
package struct SettingsReader: Sendable {
    private let options: GlobalOptions
    private let typed: [SettingKey: String]
    private let folders: UserFolders
    private let environment: [String: String]

    /// - Parameter addresses: what the command's own options say about the addresses of further APIs.
    package init(
        options: GlobalOptions, addresses: [SettingKey: String] = [:],
        environment: [String: String] = ProcessInfo.processInfo.environment
    ) {
        self.options = options
        self.environment = environment
        typed = options.typed.merging(addresses) { $1 }
        folders = UserFolders(environment: environment)
    }

    /// Like ``read()``, with a warning for each unknown `STRATA_` variable. Files may be pipes, so cancellation ends
    /// reading them.
    package func read(warning terminal: Terminal) async throws -> RunSettings {
        for warning in Variables.warnings(environment) { terminal.message("\(warning.printable)") }
        return try await BlockingWork.run { try read() }
    }

    func read() throws(SettingsError) -> RunSettings {
        let file = try file()
        let settings = [.commandLine(typed), .environment(environment)] + (file.map { [$0] } ?? [])
        let standard = AppSettings.standard
        let authorities = try settings.read(.authorities, .certificates)
        let named = try settings.read(.dataDirectory, .folder)
        var app = AppSettings(
            baseURL: try settings.read(.baseURL, .address) ?? standard.baseURL,
            dataDirectory: named ?? folders.data)
        // One store has one cache, however its folder is named.
        if app.dataDirectory.standardizedFileURL.path == folders.data.standardizedFileURL.path {
            app.cacheDirectory = folders.cache
        }
        // A typed base URL applies to this run, so it takes precedence over a stored address of a further API.
        for api in AppSettings.furtherAPIs {
            let key = SettingKey(api)
            if typed[key] != nil || typed[.baseURL] == nil { app.furtherURLs[api] = try settings.read(key, .address) }
        }
        app.timeout = try settings.read(.timeout, .duration) ?? standard.timeout
        app.deadline = try settings.read(.deadline, .duration) ?? standard.deadline
        // Only `--deadline` counts, because a default or stored deadline would interrupt long downloads.
        app.downloadDeadline = typed[.deadline].map { _ in app.deadline }
        let retries = try settings.read(.maxRetries, .count(upTo: 10)) ?? standard.retries
        app.retries = try settings.read(.retryEnabled, .flag) ?? true ? retries : 0
        app.maxRedirects = try settings.read(.maxRedirects, .count(upTo: 50)) ?? standard.maxRedirects
        if let authorities { app.trust.roots = .systemAnd(authorities.certificates) }
        app.trust.clientCertificate = try clientCertificate(settings)
        app.trust.pins = try settings.read(.pins, .pins) ?? []
        app.transport = try settings.read(.transport, .transport) ?? standard.transport
        app.session = try settings.read(.session, .session) ?? standard.session
        app.userAgent = AppName.userAgent
        app.language = Variables.language(environment)
        if options.watching.showQuery { app.publicQueryNames = .allExceptSecrets }
        var run = RunSettings(app: app)
        run.authorities = authorities
        run.typed = Set(typed.keys)
        run.lab = try LabSettings(settings, authorities: authorities)  // Part: lab
        return run
    }

    private func clientCertificate(_ settings: [SettingsSource]) throws(SettingsError) -> ClientCertificate? {
        let chain = try settings.read(.certificate, .pem())
        let key = try settings.read(.certificateKey, .pem(isPrivate: true))
        if chain == nil && key == nil { return nil }
        guard let chain, let key else {
            let isTyped = typed[.certificate] != nil || typed[.certificateKey] != nil
            throw SettingsError(
                source: "The settings", key: nil,
                reason: "cert_file and key_file (--cert and --key) require each other. Set both or neither.",
                status: isTyped ? .usage : .settings)
        }
        return ClientCertificate(chain: chain, key: Secret(key))
    }

    private func file() throws(SettingsError) -> SettingsSource? {
        if let named = options.storage.settings { return try .file(URL(typed: named), unreadable: .unsuitableFile) }
        if let named = environment[Variables.settings], !named.isEmpty { return try .file(URL(typed: named)) }
        let usual = folders.configuration.appending(path: "\(AppName.command)/settings.json")
        guard FileManager.default.fileExists(atPath: usual.path) else { return nil }
        return try .file(usual)
    }
}
