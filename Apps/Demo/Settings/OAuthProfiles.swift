import Foundation
import Primitives

/// The OAuth 2 profiles of a settings file. A fault in one of them affects only commands that use that profile.
struct OAuthProfiles: Sendable {
    private let profiles: [String: Result<OAuthProfile, SettingsError>]
    /// The settings file, as messages name it; `nil` if there is none.
    private let place: String?
    /// A fault that affects all profiles.
    private let fault: SettingsError?

    /// The profiles of a run without a settings file.
    static var none: OAuthProfiles { OAuthProfiles(profiles: [:], place: nil, fault: nil) }

    /// Reads the profiles in `content`, which is all of `file`. They contain secrets, so a file that others can read is
    /// a fault.
    ///
    /// - Parameter place: the name of the file in messages.
    init(_ content: Data, of file: URL, place: String) {
        guard let entries = try? JSONDecoder().decode(File.self, from: content).profiles ?? [:] else {
            let reason = "must be an object of profiles by name."
            self.init(
                profiles: [:], place: place, fault: SettingsError(source: place, key: "profiles", reason: reason))
            return
        }
        var fault: SettingsError?
        if !entries.isEmpty, Self.othersMayRead(file) {
            let reason = "contains secrets that others can read. Run `chmod 600 \(file.path)`."
            fault = SettingsError(source: place, key: nil, reason: reason)
        }
        self.init(
            profiles: entries.mapValues { $0.profile.mapError { Self.fault($0, in: place) } }, place: place,
            fault: fault)
    }

    private init(profiles: [String: Result<OAuthProfile, SettingsError>], place: String?, fault: SettingsError?) {
        (self.profiles, self.place, self.fault) = (profiles, place, fault)
    }

    /// The profile of that name. Throws if there is none or if it has a fault.
    func named(_ name: String) throws -> OAuthProfile {
        if let fault { throw fault }
        guard let profile = profiles[name] else {
            let known = profiles.keys.sorted().joined(separator: ", ")
            guard let place else {
                throw Failure(
                    "The profile \(name) was not found, because there is no settings file. Pass one with --settings.",
                    .settings)
            }
            throw Failure(
                "\(place) has no profile \(name).\(known.isEmpty ? "" : " Known profiles: \(known).")", .settings)
        }
        return try profile.get()
    }

    private static func fault(_ error: any Error, in place: String) -> SettingsError {
        let (path, reason): ([any CodingKey], String) =
            switch error {
            case DecodingError.keyNotFound(let key, let context): (context.codingPath + [key], "is missing.")
            case DecodingError.dataCorrupted(let context): (context.codingPath, "\(context.debugDescription).")
            case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
                (context.codingPath, "has the wrong type.")
            default: ([], "can't be read.")
            }
        let key = path.isEmpty ? "profiles" : path.map(\.stringValue).joined(separator: ".")
        return SettingsError(source: place, key: key, reason: reason)
    }

    private static func othersMayRead(_ file: URL) -> Bool {
        // Not Foundation's attributes: the symbolic link /dev/fd/63 of `<(…)` leads to a pipe, which has no path.
        var status = stat()
        guard stat(file.path, &status) == 0 else { return true }
        // Only this process has that pipe. Darwin reports the mode 0660 for it.
        let isOwnPipe = file.path.hasPrefix("/dev/fd/") && status.st_mode & S_IFMT == S_IFIFO
        return !isOwnPipe && status.st_mode & 0o077 != 0
    }

    private struct File: Decodable {
        let profiles: [String: Entry]?
    }

    /// One profile, or the fault in it.
    private struct Entry: Decodable {
        let profile: Result<OAuthProfile, any Error>

        init(from decoder: any Decoder) throws {
            profile = Result { try OAuthProfile(from: decoder) }
        }
    }
}

/// How to refresh a session of an OAuth 2 server (RFC 6749 section 6): one entry of `profiles` in the settings file.
struct OAuthProfile: Sendable, Decodable {
    /// The API of the session, and the only one that receives its tokens.
    let baseURL: URL
    let tokenURL: URL
    let clientID: String
    /// `nil` for a public client.
    let clientSecret: Secret<String>?
    /// The token for the first refresh. Later ones are stored in the data folder.
    let refreshToken: Secret<String>
    let scope: String?

    enum CodingKeys: String, CodingKey, CaseIterable {
        case baseURL = "base_url"
        case tokenURL = "token_url"
        case clientID = "client_id"
        case clientSecret = "client_secret"
        case refreshToken = "refresh_token"
        case scope
    }

    init(from decoder: any Decoder) throws {
        let unknownKeys = try decoder.container(keyedBy: AnyKey.self).allKeys
            .map(\.stringValue).filter { CodingKeys(rawValue: $0) == nil }
        if let key = unknownKeys.min() {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath + [AnyKey(stringValue: key)],
                    debugDescription: "is not a profile setting"))
        }
        let members = try decoder.container(keyedBy: CodingKeys.self)
        baseURL = try Self.url(.baseURL, in: members)
        tokenURL = try Self.url(.tokenURL, in: members)
        clientID = try members.decode(String.self, forKey: .clientID)
        clientSecret = try members.decodeIfPresent(String.self, forKey: .clientSecret).map { Secret($0) }
        refreshToken = Secret(try members.decode(String.self, forKey: .refreshToken))
        scope = try members.decodeIfPresent(String.self, forKey: .scope)
    }

    private static func url(_ key: CodingKeys, in members: KeyedDecodingContainer<CodingKeys>) throws -> URL {
        switch Setting<String, URL>.address.read(try members.decode(String.self, forKey: key)) {
        case .success(let url): return url
        case .failure(let misfit):
            throw DecodingError.dataCorruptedError(
                forKey: key, in: members, debugDescription: String(misfit.reason.dropLast()))
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}
