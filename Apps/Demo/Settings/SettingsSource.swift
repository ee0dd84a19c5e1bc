import Configuration
import Foundation

/// One place that settings come from, read strictly: the library's own readers go on to the next place where a value has
/// the wrong type, and nobody would learn why a setting has no effect.
struct SettingsSource: Sendable {
    private let place: String
    private let spelling: @Sendable (String) -> String
    private let lookUp: @Sendable (String, ConfigType) throws -> ConfigValue?

    /// The environment's `STRATA_…` variables.
    static func environment(_ variables: [String: String]) -> SettingsSource {
        let provider = EnvironmentVariablesProvider(environmentVariables: variables)
        return SettingsSource(place: "The environment", spelling: { "STRATA_\($0.uppercased())" }) { key, type in
            try provider.value(forKey: AbsoluteConfigKey(["strata", key]), type: type).value
        }
    }

    /// A file that holds one JSON object with these keys and no others.
    static func file(_ file: URL, keys: Set<String>) throws(SettingsError) -> SettingsSource {
        let place = "The settings file \(file.path)"
        guard let data = try? Data(contentsOf: file) else {
            throw SettingsError(source: place, key: nil, reason: "can't be read.")
        }
        guard let object = try? JSONDecoder().decode(TopLevelKeys.self, from: data),
            let snapshot = try? JSONSnapshot(data: data.bytes, providerName: place, parsingOptions: .default)
        else { throw SettingsError(source: place, key: nil, reason: "is not a JSON object.") }
        if let stranger = object.keys.subtracting(keys).min() {
            throw SettingsError(
                source: place, key: stranger,
                reason: "is no setting; there are \(keys.sorted().joined(separator: ", ")).")
        }
        return SettingsSource(place: place, spelling: { $0 }) { key, type in
            try snapshot.value(forKey: AbsoluteConfigKey([key]), type: type).value
        }
    }

    func text(_ key: String) throws(SettingsError) -> String? {
        guard let content = try content(key, .string, expected: "a text"), case .string(let text) = content
        else { return nil }
        return text
    }

    func number(_ key: String) throws(SettingsError) -> Double? {
        guard let content = try content(key, .double, expected: "a number"), case .double(let number) = content
        else { return nil }
        return number
    }

    func error(_ key: String, _ reason: String) -> SettingsError {
        SettingsError(source: place, key: spelling(key), reason: reason)
    }

    private func content(
        _ key: String, _ type: ConfigType, expected: String
    ) throws(SettingsError) -> ConfigContent? {
        do {
            return try lookUp(key, type)?.content
        } catch {
            throw self.error(key, "must be \(expected).")
        }
    }
}

/// The keys of a JSON object, whatever their values are.
private struct TopLevelKeys: Decodable {
    let keys: Set<String>

    init(from decoder: any Decoder) throws {
        keys = Set(try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue))
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
