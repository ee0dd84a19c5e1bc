import Composition
import Configuration
import Foundation

/// One source of settings, read strictly. The library's own readers skip a value of the wrong type, so a setting would
/// have no effect, and there would be no message.
struct SettingsSource: Sendable {
    private let place: String
    private let spelling: @Sendable (SettingKey) -> String
    private let lookUp: @Sendable (SettingKey, ConfigType) throws -> ConfigValue?
    /// The values of a JSON file that are booleans.
    private let flags: [String: Bool]
    let profiles: OAuthProfiles

    /// The `STRATA_…` variables of the environment.
    static func environment(_ variables: [String: String]) -> SettingsSource {
        let provider = EnvironmentVariablesProvider(environmentVariables: variables)
        return SettingsSource(
            place: "The environment", spelling: { $0.variable },
            lookUp: { key, type in
                try provider.value(forKey: AbsoluteConfigKey([AppName.command, key.rawValue]), type: type).value
            }, flags: [:], profiles: .none)
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
        guard let object = try? JSONDecoder().decode(TopLevelKeys.self, from: data),
            let snapshot = try? JSONSnapshot(data: data.bytes, providerName: place, parsingOptions: .default)
        else { throw SettingsError(source: place, key: nil, reason: "is not a JSON object.") }
        let keys = Set(SettingKey.allCases.map(\.rawValue)).union([profilesKey])
        if let unknown = object.keys.subtracting(keys).min() {
            throw SettingsError(
                source: place, key: unknown,
                reason: "is not a setting. Known settings: \(keys.sorted().joined(separator: ", ")).")
        }
        if let unusable = object.unusable.subtracting([profilesKey]).min() {
            throw SettingsError(source: place, key: unusable, reason: "must be a string or a number.")
        }
        return SettingsSource(
            place: place, spelling: { $0.rawValue },
            lookUp: { key, type in try snapshot.value(forKey: AbsoluteConfigKey([key.rawValue]), type: type).value },
            flags: object.flags, profiles: OAuthProfiles(data, of: file, place: place))
    }

    /// The key that only a settings file can contain.
    static var profilesKey: String { "profiles" }

    func text(_ key: SettingKey) throws(SettingsError) -> String? {
        if let flag = flags[key.rawValue] { return "\(flag)" }
        let expected = key == .retryEnabled ? "true or false" : "a string"
        guard let content = try content(key, .string, expected: expected), case .string(let text) = content
        else { return nil }
        return text
    }

    func number(_ key: SettingKey) throws(SettingsError) -> Double? {
        guard let content = try content(key, .double, expected: "a number"), case .double(let number) = content
        else { return nil }
        return number
    }

    /// Parses a value of this source.
    func read<Raw, Value>(
        _ raw: Raw, of key: SettingKey, _ setting: Setting<Raw, Value>
    ) throws(SettingsError) -> Value {
        do throws(Misfit) {
            return try setting.read(raw).get()
        } catch {
            throw self.error(key, error.reason)
        }
    }

    private func error(_ key: SettingKey, _ reason: String) -> SettingsError {
        SettingsError(source: place, key: spelling(key), reason: reason)
    }

    private func content(
        _ key: SettingKey, _ type: ConfigType, expected: String
    ) throws(SettingsError) -> ConfigContent? {
        do {
            return try lookUp(key, type)?.content
        } catch {
            throw self.error(key, "must be \(expected).")
        }
    }
}

/// The keys of a JSON object, and those with a value that no setting can have.
private struct TopLevelKeys: Decodable {
    let keys: Set<String>
    /// The values of the boolean settings. The library's reader accepts them as numbers too.
    let flags: [String: Bool]
    /// The library's reader treats these values as absent. An absent pin would protect nothing.
    let unusable: Set<String>

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyKey.self)
        keys = Set(members.allKeys.map(\.stringValue))
        flags = Dictionary(
            uniqueKeysWithValues: members.allKeys.filter { $0.stringValue == SettingKey.retryEnabled.rawValue }
                .compactMap { key in (try? members.decode(Bool.self, forKey: key)).map { (key.stringValue, $0) } })
        unusable = Set(
            members.allKeys.filter { key in
                (try? members.decode(String.self, forKey: key)) == nil
                    && (try? members.decode(Double.self, forKey: key)) == nil
            }.map(\.stringValue)
        ).subtracting(flags.keys)
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
