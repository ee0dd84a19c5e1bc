import Composition
import Foundation

extension AppSettings {
    /// The settings of `strata` without options, variables and a settings file.
    static let standard = AppSettings(baseURL: standardBaseURL, dataDirectory: UserFolders(environment: [:]).data)

    /// The port of the standard address, on which the sample backend listens too.
    static let standardPort = 8080

    private static var standardBaseURL: URL {
        var address = URLComponents()
        (address.scheme, address.host, address.port) = ("http", "127.0.0.1", standardPort)
        return address.url ?? URL(filePath: "/")
    }
}

extension SessionKind {
    /// The names of all kinds, for messages.
    static var names: String {
        let names = allCases.map(\.rawValue)
        return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
    }
}

extension TransportKind {
    /// The names of all transports, for messages.
    static var names: String { allCases.map(\.rawValue).joined(separator: " or ") }
}
