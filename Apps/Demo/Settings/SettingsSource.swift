import Configuration
import Foundation

/// One place that settings come from, read strictly: the library's own readers go on to the next place where a value has
/// the wrong type, and nobody would learn why a setting has no effect.
struct SettingsSource: Sendable {
    private let place: String
    private let spelling: @Sendable (String) -> String
    private let lookUp: @Sendable (String, ConfigType) throws -> ConfigValue?
    private let file: (url: URL, content: Data)?

    /// The environment's `STRATA_…` variables.
    static func environment(_ variables: [String: String]) -> SettingsSource {
        let provider = EnvironmentVariablesProvider(environmentVariables: variables)
        return SettingsSource(
            place: "The environment", spelling: { "STRATA_\($0.uppercased())" },
            lookUp: { key, type in
                try provider.value(forKey: AbsoluteConfigKey(["strata", key]), type: type).value
            }, file: nil)
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
        if let unusable = object.unusable.subtracting(["profiles"]).min() {
            throw SettingsError(source: place, key: unusable, reason: "must be a text or a number.")
        }
        return SettingsSource(
            place: place, spelling: { $0 },
            lookUp: { key, type in try snapshot.value(forKey: AbsoluteConfigKey([key]), type: type).value },
            file: (file, data))
    }

    /// The OAuth 2 profiles of a settings file. They hold secrets, so a file that others can read is refused.
    func profiles() throws(SettingsError) -> [String: OAuthProfile] {
        guard let file else { return [:] }
        let profiles: [String: OAuthProfile]
        do {
            profiles = try JSONDecoder().decode(Profiles.self, from: file.content).profiles ?? [:]
        } catch let DecodingError.keyNotFound(key, context) {
            throw error(Self.path(context.codingPath + [key]), "is missing.")
        } catch let DecodingError.dataCorrupted(context) {
            throw error(Self.path(context.codingPath), "\(context.debugDescription).")
        } catch let DecodingError.typeMismatch(_, context), let DecodingError.valueNotFound(_, context) {
            throw error(Self.path(context.codingPath), "has the wrong type.")
        } catch {
            throw self.error("profiles", "can't be read.")
        }
        if !profiles.isEmpty, Self.othersMayRead(file.url) {
            throw SettingsError(
                source: place, key: nil,
                reason: "holds secrets in its profiles, and others can read it: chmod 600 \(file.url.path)")
        }
        return profiles
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.map(\.stringValue).joined(separator: ".")
    }

    private static func othersMayRead(_ file: URL) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
        let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
        return mode & 0o077 != 0
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

private struct Profiles: Decodable {
    let profiles: [String: OAuthProfile]?
}

/// The keys of a JSON object, and which of them have a value that no setting can have.
private struct TopLevelKeys: Decodable {
    let keys: Set<String>
    /// The library's reader takes what has another shape for absent, and a pin that is absent holds nobody.
    let unusable: Set<String>

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyKey.self)
        keys = Set(members.allKeys.map(\.stringValue))
        unusable = Set(
            members.allKeys.filter { key in
                (try? members.decode(String.self, forKey: key)) == nil
                    && (try? members.decode(Double.self, forKey: key)) == nil
            }.map(\.stringValue))
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
