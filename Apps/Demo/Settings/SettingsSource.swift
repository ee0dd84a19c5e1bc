import Composition
import Configuration
import Foundation

/// One source of settings, read strictly. The library's own readers skip a value of the wrong type, so a setting would
/// have no effect, and there would be no message.
struct SettingsSource: Sendable {
    private let place: String
    private let spelling: @Sendable (SettingKey) -> String
    private let lookUp: @Sendable (SettingKey, ConfigType) throws -> ConfigValue?
    var profiles = OAuthProfiles.none

    /// The `STRATA_…` variables of the environment.
    static func environment(_ variables: [String: String]) -> SettingsSource {
        let provider = EnvironmentVariablesProvider(environmentVariables: variables)
        return SettingsSource(place: "The environment", spelling: { $0.variable }) { key, type in
            try provider.value(forKey: AbsoluteConfigKey([AppName.command, key.rawValue]), type: type).value
        }
    }

    /// A file with one JSON object: settings by key, `profiles`, and nothing else.
    ///
    /// - Parameter unreadable: the exit code if the file can't be read.
    static func file(_ file: URL, unreadable: ExitStatus = .settings) throws(SettingsError) -> SettingsSource {
        let place = "The settings file \(file.path)"
        let data: Data
        do throws(InputFile.Fault) {
            data = try InputFile.content(of: file.path, limit: .text)
        } catch {
            throw SettingsError(source: place, key: nil, reason: "can't be read (\(error.reason)).", status: unreadable)
        }
        guard let object = try? JSONDecoder().decode([String: JSONValue].self, from: data),
            let snapshot = try? JSONSnapshot(data: data.bytes, providerName: place, parsingOptions: .default)
        else { throw SettingsError(source: place, key: nil, reason: "is not a JSON object.") }
        let keys = Set(SettingKey.allCases.map(\.rawValue)).union([profilesKey])
        if let unknown = Set(object.keys).subtracting(keys).min() {
            throw SettingsError(
                source: place, key: unknown,
                reason: "is not a setting. Known settings: \(keys.sorted().joined(separator: ", ")).")
        }
        // The library's reader treats these values as absent. An absent pin would protect nothing.
        if let unusable = object.keys.filter({ !isUsable(object[$0], for: $0) }).min() {
            throw SettingsError(source: place, key: unusable, reason: "must be a string or a number.")
        }
        return SettingsSource(
            place: place, spelling: { $0.rawValue },
            lookUp: { key, type in
                // The library's reader would accept a boolean as a number too.
                if case .flag(let flag) = object[key.rawValue] {
                    return ConfigValue(.string("\(flag)"), isSecret: false)
                }
                return try snapshot.value(forKey: AbsoluteConfigKey([key.rawValue]), type: type).value
            }, profiles: OAuthProfiles(object[profilesKey], of: file, place: place))
    }

    private static func isUsable(_ value: JSONValue?, for key: String) -> Bool {
        switch value {
        case .text, .integer, .number: true
        case .flag where key == SettingKey.retryEnabled.rawValue: true
        default: key == profilesKey
        }
    }

    /// The key that only a settings file can contain.
    static var profilesKey: String { "profiles" }

    /// The value of a setting, a number in digits; `nil` if the source has none.
    func text(_ key: SettingKey, isNumber: Bool) throws(SettingsError) -> String? {
        do {
            switch try lookUp(key, isNumber ? .double : .string)?.content {
            case .string(let text): return text
            case .double(let number): return "\(number)"
            default: return nil
            }
        } catch {
            let expected = isNumber ? "a number" : key == .retryEnabled ? "true or false" : "a string"
            throw self.error(key, "must be \(expected).")
        }
    }

    func error(_ key: SettingKey, _ reason: String) -> SettingsError {
        SettingsError(source: place, key: spelling(key), reason: reason)
    }
}
