import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file of tokens that only its owner may read, replaced as a whole.
struct CredentialFile: Sendable {
    let url: URL

    /// What the file holds, or `nil` if there is none. A file that others can read is refused, as a settings file is.
    func read() throws(CredentialStorageError) -> Data? {
        let descriptor = Self.uninterrupted { open(url.path, O_RDONLY | O_CLOEXEC) }
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure("read") }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("read") }
        guard status.st_mode & 0o077 == 0 else {
            throw CredentialStorageError(
                reason: "The credential file \(url.path) holds tokens, and others can read it: chmod 600 \(url.path)")
        }
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw failure("read")
        }
    }

    /// Replaces the file in one step. Returns when the new content survives a loss of power: the server has spent the old
    /// token by now.
    func write(_ content: Data) throws(CredentialStorageError) {
        let next = url.appendingPathExtension("next").path
        unlink(next)
        // Foundation would set the mode only after others could have opened the file.
        let descriptor = Self.uninterrupted { open(next, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw failure("write") }
        let isWritten =
            Self.write(content, to: descriptor) && Self.uninterrupted({ fsync(descriptor) }) == 0
            && rename(next, url.path) == 0
        let failure = isWritten ? nil : failure("write")
        close(descriptor)
        if let failure {
            unlink(next)
            throw failure
        }
        try synchronizeFolder()
    }

    /// Without it a loss of power may undo the renaming.
    private func synchronizeFolder() throws(CredentialStorageError) {
        let folder = Self.uninterrupted { open(url.deletingLastPathComponent().path, O_RDONLY | O_CLOEXEC) }
        guard folder >= 0 else { throw failure("write") }
        let failure = Self.uninterrupted { fsync(folder) } == 0 ? nil : failure("write")
        close(folder)
        if let failure { throw failure }
    }

    private static func write(_ content: Data, to descriptor: Int32) -> Bool {
        content.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = uninterrupted { pwrite(descriptor, rest.baseAddress, rest.count, off_t(written)) }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    private static func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }

    private func failure(_ verb: String) -> CredentialStorageError {
        CredentialStorageError(
            reason: "Could not \(verb) the credential file \(url.path) (\(String(cString: strerror(errno)))).")
    }
}
