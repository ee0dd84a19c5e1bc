import Foundation

/// The OAuth 2 profiles of a settings file. A fault in one of them affects only commands that use that profile.
struct OAuthProfiles: Sendable {
    private let profiles: [String: Result<OAuthProfile, SettingsError>]
    /// A fault that affects all profiles.
    private let fault: SettingsError?

    /// The profiles of a run without a settings file.
    static var none: OAuthProfiles { OAuthProfiles(profiles: [:], fault: nil) }

    /// Reads the profiles in `content`, which is all of `file`. They contain secrets, so a file that others can read is
    /// a fault.
    ///
    /// - Parameter place: the name of the file in messages.
    init(_ content: Data, of file: URL, place: String) {
        guard let entries = try? JSONDecoder().decode(File.self, from: content).profiles ?? [:] else {
            let reason = "must be an object of profiles by name."
            self.init(profiles: [:], fault: SettingsError(source: place, key: "profiles", reason: reason))
            return
        }
        var fault: SettingsError?
        if !entries.isEmpty, Self.othersMayRead(file) {
            let reason = "contains secrets that others can read. Run `chmod 600 \(file.path)`."
            fault = SettingsError(source: place, key: nil, reason: reason)
        }
        self.init(profiles: entries.mapValues { $0.profile.mapError { Self.fault($0, in: place) } }, fault: fault)
    }

    private init(profiles: [String: Result<OAuthProfile, SettingsError>], fault: SettingsError?) {
        (self.profiles, self.fault) = (profiles, fault)
    }

    /// The profile of that name. Throws if there is none or if it has a fault.
    func named(_ name: String) throws -> OAuthProfile {
        if let fault { throw fault }
        guard let profile = profiles[name] else {
            let known = profiles.keys.sorted().joined(separator: ", ")
            throw Failure(
                "The settings file has no profile \(name).\(known.isEmpty ? "" : " Known profiles: \(known).")",
                .settings)
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

    /// One profile, or the fault in it.
    private struct Entry: Decodable {
        let profile: Result<OAuthProfile, any Error>

        init(from decoder: any Decoder) throws {
            profile = Result { try OAuthProfile(from: decoder) }
        }
    }
}
