import Files
import Foundation

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
            reason: "Other users can read the tokens in \(url.path). Protect the file with: chmod 600 \(url.path)")
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
        // This releases the reserved space first.
        do throws(FileError) {
            try PosixFile.replace(url.path, with: content, draft: next)
        } catch {
            throw failure("write", error)
        }
    }

    private func failure(_ verb: String, _ error: FileError) -> CredentialStorageError {
        CredentialStorageError(reason: "Could not \(verb) the credential file \(url.path) (\(error)).")
    }
}
