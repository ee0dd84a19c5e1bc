package import Foundation
package import Primitives

/// The OAuth 2 profiles of a settings file. A fault in one of them affects only commands that use that profile.
package struct OAuthProfiles: Sendable {
    private let entries: [String: JSONElement]
    /// The settings file, as messages name it; `nil` if there is none.
    private let place: String?
    /// A fault that affects all profiles.
    private let fault: SettingsError?

    static var key: String { "profiles" }

    /// The profiles in the settings file among `sources`. They contain secrets, so a file that others can read is a fault.
    init(_ sources: [SettingsSource] = []) {
        for source in sources {
            guard case .file(let file) = source.kind else { continue }
            self.init(source.values[Self.key], of: file, place: source.kind.place)
            return
        }
        self.init(entries: [:], place: nil, fault: nil)
    }

    private init(_ profiles: JSONElement?, of file: URL, place: String) {
        switch profiles {
        case nil, .null: self.init(entries: [:], place: place, fault: nil)
        case .object(let entries):
            let isOpen = !entries.isEmpty && InputFile.othersMayRead(file.path)
            let reason = "contains secrets that others can read. Run `chmod 600 \(file.path.shellWord)`."
            let fault = isOpen ? SettingsError(source: place, key: nil, reason: reason) : nil
            self.init(entries: entries, place: place, fault: fault)
        default:
            let reason = "must be an object of profiles by name."
            self.init(entries: [:], place: place, fault: SettingsError(source: place, key: Self.key, reason: reason))
        }
    }

    private init(entries: [String: JSONElement], place: String?, fault: SettingsError?) {
        (self.entries, self.place, self.fault) = (entries, place, fault)
    }

    /// The profile of that name. Throws if there is none or if it has a fault.
    package func named(_ name: String) throws -> OAuthProfile {
        if let fault { throw fault }
        guard let place else {
            throw Failure(
                "The profile \(name) was not found, because there is no settings file. Pass one with --settings.",
                .settings)
        }
        guard let entry = entries[name] else {
            let known = entries.keys.sorted().joined(separator: ", ")
            throw Failure(
                "\(place) has no profile \(name).\(known.isEmpty ? "" : " Known profiles: \(known).")", .settings)
        }
        return try OAuthProfile(entry) { key, reason in
            SettingsError(
                source: place, key: ([Self.key, name] + (key.map { [$0] } ?? [])).joined(separator: "."),
                reason: reason)
        }
    }
}

/// How to refresh a session of an OAuth 2 server (RFC 6749 section 6): one entry of `profiles` in the settings file.
package struct OAuthProfile: Sendable {
    /// The API of the session, and the only one that receives its tokens.
    package let baseURL: URL
    package let tokenURL: URL
    package let clientID: String
    /// `nil` for a public client.
    package let clientSecret: Secret<String>?
    /// The token for the first refresh. Later ones are stored in the data folder.
    package let refreshToken: Secret<String>
    package let scope: String?

    enum Key: String, CaseIterable {
        case baseURL = "base_url"
        case tokenURL = "token_url"
        case clientID = "client_id"
        case clientSecret = "client_secret"
        case refreshToken = "refresh_token"
        case scope
    }

    /// - Parameter fault: makes the error for a key, or for the whole entry.
    init(_ entry: JSONElement, or fault: (_ key: String?, _ reason: String) -> SettingsError) throws(SettingsError) {
        guard case .object(let members) = entry else { throw fault(nil, "has the wrong type.") }
        if let unknown = members.keys.filter({ Key(rawValue: $0) == nil }).min() {
            throw fault(unknown, "is not a profile setting.")
        }
        func text(_ key: Key) throws(SettingsError) -> String {
            switch members[key.rawValue] {
            case .text(let text): return text
            case nil: throw fault(key.rawValue, "is missing.")
            default: throw fault(key.rawValue, "has the wrong type.")
            }
        }
        func optionalText(_ key: Key) throws(SettingsError) -> String? {
            [nil, .null].contains(members[key.rawValue]) ? nil : try text(key)
        }
        func url(_ key: Key) throws(SettingsError) -> URL {
            try Setting<URL>.address.read(text(key)).mapError { fault(key.rawValue, $0.reason) }.get()
        }
        baseURL = try url(.baseURL)
        tokenURL = try url(.tokenURL)
        clientID = try text(.clientID)
        clientSecret = try optionalText(.clientSecret).map { Secret($0) }
        refreshToken = Secret(try text(.refreshToken))
        scope = try optionalText(.scope)
    }
}
