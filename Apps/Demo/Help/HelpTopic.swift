import Composition
import Foundation

/// A topic that `strata help` explains besides the commands.
enum HelpTopic: String, CaseIterable {
    case exitCodes = "exit-codes"
    case settings

    var text: String {
        switch self {
        case .exitCodes:
            "EXIT CODES:\n" + Self.columns([("0", "done")] + ExitStatus.allCases.map { ("\($0.rawValue)", $0.meaning) })
        case .settings:
            """
            A setting comes from its option, then from its environment variable, then from
            the settings file, a JSON object: ~/.config/\(AppName.command)/settings.json, or the file
            of --settings or \(Variables.settings). Names correspond: --base-url,
            \(SettingKey.baseURL.variable) and base_url. Only the file can contain profiles.

            OPTIONS AND VARIABLES:
            \(Self.columns(SettingKey.allCases.map { ($0.option, $0.variable) }))

            VARIABLES WITHOUT AN OPTION:
            \(Self.columns([
                (Variables.apiKey, "the key of `\(AppName.command) api --auth api-key`"),
                (Variables.token, "the token of `\(AppName.command) api --auth bearer`"),
                ("NO_COLOR", "no colors, if it is not empty"),
            ]))
            """
        }
    }

    private static func columns(_ rows: [(String, String)]) -> String {
        let width = (rows.map(\.0.count).max() ?? 0) + 2
        return rows.map { "  " + $0.padding(toLength: width, withPad: " ", startingAt: 0) + $1 }
            .joined(separator: "\n")
    }
}
