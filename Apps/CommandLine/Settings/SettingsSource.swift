import Composition
import Foundation

/// One source of settings, read strictly: a value of the wrong type is an error, because a setting that is skipped would
/// have no effect, and there would be no message.
struct SettingsSource: Sendable {
    enum Kind: Equatable {
        case options, variables
        case file(URL)

        /// The source in messages.
        var place: String {
            switch self {
            case .options: "The command line"
            case .variables: "The environment"
            case .file(let file): "The settings file \(file.path)"
            }
        }
    }

    let kind: Kind
    /// The values by the names that ``spelling(_:)`` gives.
    let values: [String: JSONElement]

    /// The settings that were passed as options.
    static func commandLine(_ typed: [SettingKey: String]) -> SettingsSource {
        let values = Dictionary(uniqueKeysWithValues: typed.map { ($0.option, JSONElement.text($1)) })
        return SettingsSource(kind: .options, values: values)
    }

    /// The `STRATA_…` variables of the environment.
    static func environment(_ variables: [String: String]) -> SettingsSource {
        SettingsSource(kind: .variables, values: variables.mapValues(JSONElement.text))
    }

    /// A file with one JSON object: settings by key, the ``objectKeys``, and nothing else.
    ///
    /// - Parameter unreadable: the exit code if the file can't be read.
    static func file(_ file: URL, unreadable: Failure.Status = .settings) throws(SettingsError) -> SettingsSource {
        let kind = Kind.file(file)
        let place = kind.place
        let data: Data
        do throws(InputFile.Fault) {
            data = try InputFile.content(of: file.path, limit: .text)
        } catch {
            throw SettingsError(source: place, key: nil, reason: "can't be read (\(error.reason)).", status: unreadable)
        }
        guard let object = try? JSONDecoder().decode([String: JSONElement].self, from: data) else {
            throw SettingsError(source: place, key: nil, reason: "is not a JSON object.")
        }
        if let name = JSONText(data)?.repeatedName {
            throw SettingsError(source: place, key: name, reason: "appears twice. Use each name once.")
        }
        let keys = Set(SettingKey.allCases.map(\.rawValue)).union(objectKeys)
        if let unknown = Set(object.keys).subtracting(keys).min() {
            throw SettingsError(
                source: place, key: unknown,
                reason: "is not a setting. Known settings: \(keys.sorted().joined(separator: ", ")).")
        }
        // Checked for all keys, also for those that the command does not read. An absent pin would protect nothing.
        if let unusable = object.keys.filter({ !isUsable(object[$0], for: $0) }).min() {
            throw SettingsError(source: place, key: unusable, reason: "must be a string or a number.")
        }
        return SettingsSource(kind: kind, values: object)
    }

    private static func isUsable(_ value: JSONElement?, for key: String) -> Bool {
        switch value {
        case .text, .integer, .number: true
        case .flag where key == SettingKey.retryEnabled.rawValue: true
        default: objectKeys.contains(key)
        }
    }

    /// The keys that only a settings file can contain, with objects.
    static var objectKeys: [String] {
        [
            OAuthProfiles.key  // Part: lab
        ]
    }

    /// How this source names a setting.
    private func spelling(_ key: SettingKey) -> String {
        switch kind {
        case .options: key.option
        case .variables: key.variable
        case .file: key.rawValue
        }
    }

    /// The value of a setting; `nil` if the source has none.
    func read<Value>(_ key: SettingKey, _ setting: Setting<Value>) throws(SettingsError) -> Value? {
        guard let text = try text(key, isNumber: setting.isNumber) else { return nil }
        return try setting.read(text).mapError { error(key, $0) }.get()
    }

    /// The text of a setting, a number in digits; `nil` if the source has none.
    private func text(_ key: SettingKey, isNumber: Bool) throws(SettingsError) -> String? {
        switch values[spelling(key)] {
        case nil: return nil
        case .flag(let flag)?: return "\(flag)"
        case .integer(let number)? where isNumber: return "\(number)"
        case .number(let number)? where isNumber: return "\(number)"
        // In a file, a number in quotes is a value of the wrong type. Other sources have only text.
        case .text(let text)? where !isNumber || !isFile && Double(text) != nil: return text
        default:
            let expected = isNumber ? "a number" : key == .retryEnabled ? "true or false" : "a string"
            throw error(key, Misfit(reason: "must be \(expected)."))
        }
    }

    private var isFile: Bool { if case .file = kind { true } else { false } }

    private func error(_ key: SettingKey, _ misfit: Misfit) -> SettingsError {
        SettingsError(
            source: kind.place, key: spelling(key), reason: misfit.reason,
            status: kind == .options ? misfit.statusIfTyped : .settings)
    }
}

extension [SettingsSource] {
    /// The value of a setting from the first source that has it.
    func read<Value>(_ key: SettingKey, _ setting: Setting<Value>) throws(SettingsError) -> Value? {
        for source in self {
            if let value = try source.read(key, setting) { return value }
        }
        return nil
    }
}

/// A setting that can't be used: its source, its name and the reason.
struct SettingsError: Error, Equatable {
    let source: String
    /// As the source spells it; `nil` if the whole source can't be used.
    let key: String?
    let reason: String
    /// The exit status: that of the fault for an option, otherwise ``Failure/Status/settings``.
    var status = Failure.Status.settings

    var userMessage: String {
        key.map { "\(source): \($0) \(reason)" } ?? "\(source) \(reason)"
    }
}
