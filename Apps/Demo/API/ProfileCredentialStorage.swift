import Foundation
import Networking
import Primitives

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The credential of one OAuth 2 profile, in a file of its own that only its owner can read.
///
/// A settings file gives the first refresh token. What renewals bring is kept here, for as long as the settings file still
/// holds that first one: who puts another into it starts a new session.
struct ProfileCredentialStorage: CredentialStorage {
    private let file: URL
    private let lock: URL
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
        file = folder.appending(path: "\(name).json")
        lock = folder.appending(path: "\(name).lock")
        self.first = first
    }

    func load() async throws(CredentialStorageError) -> BearerCredential? {
        try await locked { $0.credential }
    }

    func claimRenewal(
        of token: Secret<String>, by holder: UUID, at now: Date, lease: Duration
    ) async throws(CredentialStorageError) -> RenewalTurn {
        let end = now.addingTimeInterval(lease / .seconds(1))
        // Whoever looked at the clock first may come second; a turn that ends later still was taken before the calendar was
        // set back.
        let latest = end.addingTimeInterval(lease / .seconds(1))
        return try await locked { kept in
            guard let credential = kept.credential else { return .signedOut }
            guard credential.token == token else { return .superseded(by: credential) }
            if let turn = kept.turn, turn.holder != holder, now < turn.end, turn.end <= latest { return .theirs }
            kept.turn = Turn(holder: holder, end: end)
            return .ours
        }
    }

    func releaseRenewal(by holder: UUID) async throws(CredentialStorageError) {
        try await locked { kept in
            if kept.turn?.holder == holder { kept.turn = nil }
        }
    }

    func save(
        _ credential: BearerCredential, replacing old: Secret<String>
    ) async throws(CredentialStorageError) -> Bool {
        let isSaved: Bool? = try await locked { kept in
            guard let current = kept.credential else { return nil }
            guard current.token == old else { return false }
            kept = Kept(first: first, credential: credential)
            return true
        }
        guard let isSaved else { throw CredentialStorageError(reason: "The profile's session has ended.") }
        return isSaved
    }

    func clear(ifStill token: Secret<String>) async throws(CredentialStorageError) -> BearerCredential? {
        try await locked { kept in
            if kept.credential?.token == token { kept = Kept(first: first, credential: nil) }
            return kept.credential
        }
    }

    /// Reads, changes and writes the file while no other process does. The lock is the kernel's, and ends with whoever has
    /// it.
    @concurrent
    private func locked<Value: Sendable>(
        _ change: @Sendable (inout Kept) -> Value
    ) async throws(CredentialStorageError) -> Value {
        let descriptor = open(lock.path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw CredentialStorageError(reason: "The profile's file \(file.path) can't be locked.")
        }
        defer { close(descriptor) }
        let before = try read()
        var kept = before
        let value = change(&kept)
        if kept != before { try write(kept) }
        return value
    }

    private func read() throws(CredentialStorageError) -> Kept {
        // Without a file, the settings' token is all there is, and an access token that has ended long ago.
        let fresh = Kept(
            first: first,
            credential: BearerCredential(token: Secret(""), refreshToken: first, expiresAt: .distantPast))
        guard FileManager.default.fileExists(atPath: file.path) else { return fresh }
        guard let data = try? Data(contentsOf: file), let kept = try? JSONDecoder().decode(Kept.self, from: data) else {
            throw CredentialStorageError(
                reason: "The profile's file \(file.path) can't be read. Delete it to begin anew.")
        }
        return kept.first == first.reveal() ? kept : fresh
    }

    /// Replaces the file in one step, and never lets others read it in between.
    private func write(_ kept: Kept) throws(CredentialStorageError) {
        let next = file.appendingPathExtension("next")
        unlink(next.path)
        // Foundation sets the mode only after others could have opened the file.
        let descriptor = open(next.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0, Self.write(kept, to: FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)),
            rename(next.path, file.path) == 0
        else {
            throw CredentialStorageError(reason: "The profile's file \(file.path) can't be written.")
        }
    }

    /// A renewed token that a power failure takes is lost for good: the old one is spent.
    private static func write(_ kept: Kept, to file: FileHandle) -> Bool {
        do {
            try file.write(contentsOf: JSONEncoder().encode(kept))
            try file.synchronize()
            return true
        } catch {
            return false
        }
    }

    private struct Turn: Codable, Equatable {
        let holder: UUID
        let end: Date
    }

    /// What stands in the file.
    private struct Kept: Codable, Equatable {
        let first: String
        private let token: String?
        private let refreshToken: String?
        private let expiresAt: Date?
        var turn: Turn?

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
