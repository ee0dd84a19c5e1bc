import Foundation

/// The OAuth 2 profiles of a settings file. What is wrong with one of them is told to whoever uses that one, and stops
/// nobody else.
struct OAuthProfiles: Sendable {
    private let profiles: [String: Result<OAuthProfile, SettingsError>]
    /// Of all of them together.
    private let fault: SettingsError?

    /// Of a run without a settings file.
    static var none: OAuthProfiles { OAuthProfiles(profiles: [:], fault: nil) }

    /// Reads what `content`, the whole of `file`, holds. They are secrets, so a file that others can read is a fault.
    ///
    /// - Parameter place: what a sentence calls the file.
    init(_ content: Data, of file: URL, place: String) {
        guard let entries = try? JSONDecoder().decode(File.self, from: content).profiles ?? [:] else {
            let reason = "must be an object of profiles by name."
            self.init(profiles: [:], fault: SettingsError(source: place, key: "profiles", reason: reason))
            return
        }
        var fault: SettingsError?
        if !entries.isEmpty, Self.othersMayRead(file) {
            let reason = "holds secrets in its profiles, and others can read it: chmod 600 \(file.path)"
            fault = SettingsError(source: place, key: nil, reason: reason)
        }
        self.init(profiles: entries.mapValues { $0.profile.mapError { Self.fault($0, in: place) } }, fault: fault)
    }

    private init(profiles: [String: Result<OAuthProfile, SettingsError>], fault: SettingsError?) {
        (self.profiles, self.fault) = (profiles, fault)
    }

    /// The profile of that name; throws what is wrong with it, or that there is none.
    func named(_ name: String) throws -> OAuthProfile {
        if let fault { throw fault }
        guard let profile = profiles[name] else {
            let known = profiles.keys.sorted().joined(separator: ", ")
            throw Failure(
                "The settings file has no profile \(name)\(known.isEmpty ? "" : "; there are \(known)").", .settings)
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
        let attributes = try? FileManager.default.attributesOfItem(atPath: file.resolvingSymlinksInPath().path)
        let mode = (attributes?[.posixPermissions] as? NSNumber)?.intValue ?? 0o777
        return mode & 0o077 != 0
    }

    private struct File: Decodable {
        let profiles: [String: Entry]?
    }

    /// One profile, or what is wrong with it.
    private struct Entry: Decodable {
        let profile: Result<OAuthProfile, any Error>

        init(from decoder: any Decoder) throws {
            profile = Result { try OAuthProfile(from: decoder) }
        }
    }
}
