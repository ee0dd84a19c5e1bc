import Composition
import Foundation

/// One source of settings, read strictly: a value of the wrong type is an error, because a setting that is skipped would
/// have no effect, and there would be no message.
struct SettingsSource: Sendable {
    private let place: String
    private let spelling: @Sendable (SettingKey) -> String
    /// By the names that ``spelling`` gives.
    private let values: [String: JSONValue]
    /// Whether a number in quotes is a value of the wrong type. A variable has only text.
    private let isJSON: Bool
    var profiles = OAuthProfiles.none

    /// The `STRATA_…` variables of the environment.
    static func environment(_ variables: [String: String]) -> SettingsSource {
        SettingsSource(
            place: "The environment", spelling: { $0.variable }, values: variables.mapValues(JSONValue.text),
            isJSON: false)
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
        guard let object = try? JSONDecoder().decode([String: JSONValue].self, from: data) else {
            throw SettingsError(source: place, key: nil, reason: "is not a JSON object.")
        }
        let keys = Set(SettingKey.allCases.map(\.rawValue)).union([profilesKey])
        if let unknown = Set(object.keys).subtracting(keys).min() {
            throw SettingsError(
                source: place, key: unknown,
                reason: "is not a setting. Known settings: \(keys.sorted().joined(separator: ", ")).")
        }
        // Checked for all keys, also for those that the command does not read. An absent pin would protect nothing.
        if let unusable = object.keys.filter({ !isUsable(object[$0], for: $0) }).min() {
            throw SettingsError(source: place, key: unusable, reason: "must be a string or a number.")
        }
        return SettingsSource(
            place: place, spelling: { $0.rawValue }, values: object, isJSON: true,
            profiles: OAuthProfiles(object[profilesKey], of: file, place: place))
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
        switch values[spelling(key)] {
        case nil: return nil
        case .flag(let flag)?: return "\(flag)"
        case .integer(let number)? where isNumber: return "\(number)"
        case .number(let number)? where isNumber: return "\(number)"
        case .text(let text)? where !isNumber || !isJSON && Double(text) != nil: return text
        default:
            let expected = isNumber ? "a number" : key == .retryEnabled ? "true or false" : "a string"
            throw error(key, "must be \(expected).")
        }
    }

    func error(_ key: SettingKey, _ reason: String) -> SettingsError {
        SettingsError(source: place, key: spelling(key), reason: reason)
    }
}
