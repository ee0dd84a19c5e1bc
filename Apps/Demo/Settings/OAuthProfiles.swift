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
        func fault(_ keys: [any CodingKey], _ reason: String) -> SettingsError {
            SettingsError(source: place, key: keys.map(\.stringValue).joined(separator: "."), reason: reason)
        }
        do {
            let entries = try JSONDecoder().decode(File.self, from: content).profiles ?? [:]
            let isOpen = !entries.isEmpty && Self.othersMayRead(file)
            self.init(
                profiles: entries.mapValues { entry in
                    entry.profile.mapError { error in
                        switch error {
                        case DecodingError.keyNotFound(let key, let context):
                            fault(context.codingPath + [key], "is missing.")
                        case DecodingError.dataCorrupted(let context):
                            fault(context.codingPath, "\(context.debugDescription).")
                        case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
                            fault(context.codingPath, "has the wrong type.")
                        default:
                            SettingsError(source: place, key: "profiles", reason: "can't be read.")
                        }
                    }
                },
                fault: isOpen
                    ? SettingsError(
                        source: place, key: nil,
                        reason: "holds secrets in its profiles, and others can read it: chmod 600 \(file.path)") : nil)
        } catch {
            self.init(
                profiles: [:],
                fault: SettingsError(source: place, key: "profiles", reason: "must be an object of profiles by name."))
        }
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
