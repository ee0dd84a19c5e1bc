import Composition
import Foundation
import Networking
import TransportSecurity

/// Reads all settings. Options take precedence over the environment, and the environment over the file.
struct SettingsReader: Sendable {
    let options: ConnectionOptions
    private let folders: UserFolders
    private let environment: [String: String]

    init(options: ConnectionOptions, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.options = options
        self.environment = environment
        folders = UserFolders(environment: environment)
    }

    /// Like ``read()``, with a warning for each unknown `STRATA_` variable. Files may be pipes, so cancellation ends
    /// reading them.
    func read(warning terminal: Terminal) async throws -> RunSettings {
        for warning in Variables.warnings(environment) { terminal.message("\(warning.printable)") }
        return try await BlockingWork.run { try read() }
    }

    func read() throws(SettingsError) -> RunSettings {
        let file = try file()
        let lookup = SettingsLookup(places: [.environment(environment)] + (file.map { [$0] } ?? []))
        let standard = AppSettings.standard
        let authorities = try lookup.text(.authorities, typed: options.call.authorities, .certificates)
        let pins = try lookup.text(
            .pins, typed: options.call.pins.isEmpty ? nil : options.call.pins.joined(separator: ","), .pins)
        var app = AppSettings(
            baseURL: try lookup.text(.baseURL, typed: options.call.baseURL, .address) ?? standard.baseURL,
            dataDirectory: try lookup.text(.dataDirectory, typed: options.storage.dataDir, .folder) ?? folders.data)
        for key in Feature.all.compactMap(\.address) {
            app.furtherURLs[key.rawValue] = try address(key, in: lookup)
        }
        app.timeout = try lookup.number(.timeout, typed: options.call.timeout, .duration) ?? standard.timeout
        app.deadline = try lookup.number(.deadline, typed: options.call.deadline, .duration) ?? standard.deadline
        // Only `--deadline` counts, because a default or stored deadline would interrupt long downloads.
        app.downloadDeadline = options.call.deadline.map { _ in app.deadline }
        let retries =
            try lookup.number(.maxRetries, typed: options.call.maxRetries.map(Double.init), .count(upTo: 10))
            ?? standard.retries
        app.retries = try lookup.text(.retryEnabled, typed: options.call.retryEnabled, .flag) ?? true ? retries : 0
        app.maxRedirects =
            try lookup.number(.maxRedirects, typed: options.call.maxRedirects.map(Double.init), .count(upTo: 50))
            ?? standard.maxRedirects
        if let authorities { app.trust.roots = .systemAnd(authorities.certificates) }
        app.trust.pins = pins ?? []
        app.transport = try lookup.text(.transport, typed: options.call.transport, .transport) ?? standard.transport
        app.session = try lookup.text(.session, typed: options.storage.session, .session) ?? standard.session
        app.userAgent = Strata.userAgent
        return RunSettings(
            app: app, authorities: authorities, typed: options.typed, profiles: file?.profiles ?? .none,
            credential: try credential(lookup))
    }

    /// The address of a further API. A typed base URL applies to this run, so it takes precedence over a stored address.
    private func address(_ key: SettingKey, in lookup: SettingsLookup) throws(SettingsError) -> URL? {
        let typed = options.addresses[key]
        guard typed != nil || options.call.baseURL == nil else { return nil }
        return try lookup.text(key, typed: typed, .address)
    }

    private func credential(_ lookup: SettingsLookup) throws(SettingsError) -> CredentialSettings {
        CredentialSettings(
            kind: try lookup.text(.authType, typed: nil, .credential),
            user: try lookup.text(.user, typed: nil, .text("a user name.")),
            passwordFile: try lookup.text(.passwordFile, typed: nil, .text("a file.")),
            apiKeyFile: try lookup.text(.apiKeyFile, typed: nil, .text("a file.")),
            tokenFile: try lookup.text(.tokenFile, typed: nil, .text("a file.")))
    }

    private func file() throws(SettingsError) -> SettingsSource? {
        if let named = options.storage.settings { return try .file(URL(filePath: named), unreadable: .unsuitableFile) }
        if let named = environment[Variables.settings], !named.isEmpty { return try .file(URL(filePath: named)) }
        let usual = folders.configuration.appending(path: "\(AppName.command)/settings.json")
        guard FileManager.default.fileExists(atPath: usual.path) else { return nil }
        return try .file(usual)
    }
}

/// Finds the value of a setting: from its option, or from the first source that has it.
struct SettingsLookup {
    /// In order of precedence, after the command line.
    let places: [SettingsSource]

    func text<Value>(
        _ key: SettingKey, typed: String?, _ setting: Setting<String, Value>
    ) throws(SettingsError) -> Value? {
        if let typed { return try read(typed, of: key, setting) }
        for place in places {
            guard let text = try place.text(key) else { continue }
            return try place.read(text, of: key, setting)
        }
        return nil
    }

    func number<Value>(
        _ key: SettingKey, typed: Double?, _ setting: Setting<Double, Value>
    ) throws(SettingsError) -> Value? {
        if let typed { return try read(typed, of: key, setting) }
        for place in places {
            guard let number = try place.number(key) else { continue }
            return try place.read(number, of: key, setting)
        }
        return nil
    }

    private func read<Raw, Value>(
        _ typed: Raw, of key: SettingKey, _ setting: Setting<Raw, Value>
    ) throws(SettingsError) -> Value {
        do throws(Misfit) {
            return try setting.read(typed).get()
        } catch {
            throw .typed(key, error)
        }
    }
}

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
