import Files
public import Foundation
public import Primitives

/// Stores a credential in a file that only its owner can read: for an app whose session begins with a refresh token
/// from its settings instead of a login.
///
/// The file contains the newest credential and the refresh token that the session began with. If the settings later
/// contain a different refresh token, the stored credential is ignored and a new session begins.
///
/// Within this process, the actor makes comparing and writing atomic. Other processes write only while they hold
/// ``lock``.
public actor FileCredentialStorage: CredentialStorage {
    /// The refresh lock for all processes that use this file: a file next to it, with the extension `lock`.
    public nonisolated let lock: FileRefreshLock
    private let file: CredentialFile
    private let first: Secret<String>

    /// - Parameters:
    ///   - url: the file, in an existing folder. The first refresh creates it.
    ///   - first: the refresh token from the settings, with which the session begins.
    public init(file url: URL, beginningWith first: Secret<String>) {
        file = CredentialFile(url: url)
        lock = FileRefreshLock(file: url.deletingPathExtension().appendingPathExtension("lock"))
        self.first = first
    }

    public func load() throws(CredentialStorageError) -> BearerCredential? {
        try read().credential
    }

    // Without `async`, callers in an async context would get the protocol's empty default instead.
    public func reserveSpace() async throws(CredentialStorageError) {
        try file.reserveSpace()
    }

    public func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) throws(CredentialStorageError) -> Bool {
        guard let current = try read().credential else {
            throw CredentialStorageError(reason: "The session has ended.")
        }
        guard current.token == old else { return false }
        try write(Stored(first: first, credential: credential))
        return true
    }

    public func clear(ifStill token: Secret<String>) throws(CredentialStorageError) -> BearerCredential? {
        let current = try read().credential
        guard current?.token == token else { return current }
        try write(Stored(first: first, credential: nil))
        return nil
    }

    private func read() throws(CredentialStorageError) -> Stored {
        // Without a file there is only the refresh token from the settings, so the access token counts as expired.
        let fresh = Stored(
            first: first,
            credential: BearerCredential(token: Secret(""), refreshToken: first, expiresAt: .distantPast))
        guard let data = try file.read() else { return fresh }
        guard let stored = try? JSONDecoder().decode(Stored.self, from: data) else {
            throw CredentialStorageError(
                reason: "The credential file \(file.url.path) is damaged. Delete it, then try again.")
        }
        return stored.first == first.reveal() ? stored : fresh
    }

    private func write(_ stored: Stored) throws(CredentialStorageError) {
        let content: Data
        do {
            content = try JSONEncoder().encode(stored)
        } catch {
            throw CredentialStorageError(reason: "The credential can't be encoded.")
        }
        try file.write(content)
    }

    /// The file's content.
    private struct Stored: Codable {
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

/// A file of tokens that only its owner can read. Each write replaces the whole file.
struct CredentialFile: Sendable {
    let url: URL

    /// The file's content, or `nil` if there is no file. Throws if other users can read the file.
    func read() throws(CredentialStorageError) -> Data? {
        do throws(FileError) {
            let file = try PosixFile(url.path, O_RDONLY)
            if try file.status().st_mode & 0o077 == 0 { return try file.content() }
        } catch {
            if error.number == ENOENT { return nil }
            throw failure("read", error)
        }
        throw CredentialStorageError(
            reason: "Other users can read the tokens in \(url.path). Run `chmod 600 \(url.path.shellWord)`.")
    }

    /// Occupies the space of the next write. The file system may have none left when the server has responded.
    func reserveSpace() throws(CredentialStorageError) {
        do throws(FileError) {
            try PosixFile.reserve(bytes: 64 * 1024, at: next)
        } catch {
            throw failure("write", error)
        }
    }

    private var next: String { url.appendingPathExtension("next").path }

    /// Replaces the file atomically. Returns once the new content would survive a power failure, because the server no
    /// longer accepts the old refresh token.
    func write(_ content: Data) throws(CredentialStorageError) {
        do throws(FileError) {
            try PosixFile.replace(url.path, with: content, draft: next, isReserved: true)
        } catch {
            throw failure("write", error)
        }
    }

    private func failure(_ verb: String, _ error: FileError) -> CredentialStorageError {
        CredentialStorageError(reason: "Could not \(verb) the credential file \(url.path) (\(error)).")
    }
}
