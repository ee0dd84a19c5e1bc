import Foundation
import Networking
import Primitives

/// The credential of one OAuth 2 profile, in a file of its own that only its owner can read.
///
/// A settings file gives the first refresh token. What renewals bring is kept here, for as long as the settings file still
/// holds that first one: who puts another into it starts a new session.
///
/// An actor makes comparing and writing one step in this process. Other processes write only while they hold ``lock``.
actor ProfileCredentialStorage: CredentialStorage {
    /// Held by the one process that refreshes the profile's credential.
    nonisolated let lock: FileRefreshLock
    private let file: ProfileFile
    private let first: Secret<String>

    init(profile name: String, first: Secret<String>, in dataDirectory: URL) throws(Failure) {
        guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }), !name.isEmpty else {
            throw Failure("A profile's name is made of letters, digits, - and _.", .settings)
        }
        let folder = dataDirectory.appending(path: "profiles")
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw Failure("The data folder \(dataDirectory.path) can't be written to.", .storage)
        }
        file = ProfileFile(url: folder.appending(path: "\(name).json"))
        lock = FileRefreshLock(file: folder.appending(path: "\(name).lock"))
        self.first = first
    }

    func load() throws(CredentialStorageError) -> BearerCredential? {
        try read().credential
    }

    func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) throws(CredentialStorageError) -> Bool {
        guard let current = try read().credential else {
            throw CredentialStorageError(reason: "The profile's session has ended.")
        }
        guard current.token == old else { return false }
        try write(Kept(first: first, credential: credential))
        return true
    }

    func clear(ifStill token: Secret<String>) throws(CredentialStorageError) -> BearerCredential? {
        let current = try read().credential
        guard current?.token == token else { return current }
        try write(Kept(first: first, credential: nil))
        return nil
    }

    private func read() throws(CredentialStorageError) -> Kept {
        // Without a file, the settings' token is all there is, and an access token that has ended long ago.
        let fresh = Kept(
            first: first,
            credential: BearerCredential(token: Secret(""), refreshToken: first, expiresAt: .distantPast))
        guard let data = try file.read() else { return fresh }
        guard let kept = try? JSONDecoder().decode(Kept.self, from: data) else {
            throw CredentialStorageError(
                reason: "The profile's file \(file.url.path) can't be read. Delete it, then run the command again.")
        }
        return kept.first == first.reveal() ? kept : fresh
    }

    private func write(_ kept: Kept) throws(CredentialStorageError) {
        let content: Data
        do {
            content = try JSONEncoder().encode(kept)
        } catch {
            throw CredentialStorageError(reason: "The profile's credential can't be encoded.")
        }
        try file.write(content)
    }

    /// What stands in the file.
    private struct Kept: Codable {
        let first: String
        private let token: String?
        private let refreshToken: String?
        private let expiresAt: Date?

        init(first: Secret<String>, credential: BearerCredential?) {
            self.first = first.reveal()
            token = credential?.token.reveal()
            refreshToken = credential?.refreshToken?.reveal()
            expiresAt = credential?.expiresAt
        }

        var credential: BearerCredential? {
            token.map {
                BearerCredential(token: Secret($0), refreshToken: refreshToken.map { Secret($0) }, expiresAt: expiresAt)
            }
        }
    }
}
