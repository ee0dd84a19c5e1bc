import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A file of tokens that only its owner can read. Each write replaces the whole file.
struct CredentialFile: Sendable {
    let url: URL

    /// The file's content, or `nil` if there is no file. Throws if other users can read the file.
    func read() throws(CredentialStorageError) -> Data? {
        let descriptor = Self.uninterrupted { open(url.path, O_RDONLY | O_CLOEXEC) }
        if descriptor < 0, errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw failure("read") }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure("read") }
        guard status.st_mode & 0o077 == 0 else {
            throw CredentialStorageError(
                reason: "Other users can read the tokens in \(url.path). Protect the file with: chmod 600 \(url.path)")
        }
        do {
            return try file.readToEnd() ?? Data()
        } catch {
            throw failure("read")
        }
    }

    /// Occupies the space of the next write. The file system may have none left when the server has responded.
    func reserveSpace() throws(CredentialStorageError) {
        try writeNext(Self.incompressible(count: 64 * 1024))
    }

    /// Replaces the file atomically. Returns once the new content would survive a power failure, because the server no
    /// longer accepts the old refresh token.
    func write(_ content: Data) throws(CredentialStorageError) {
        // This releases the reserved space.
        try writeNext(content)
        guard rename(next, url.path) == 0 else {
            let failure = failure("write")
            unlink(next)
            throw failure
        }
        try synchronizeFolder()
    }

    private var next: String { url.appendingPathExtension("next").path }

    private func writeNext(_ content: Data) throws(CredentialStorageError) {
        unlink(next)
        // Foundation sets the mode after creating the file, and until then other users could open it.
        let descriptor = Self.uninterrupted { open(next, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600) }
        guard descriptor >= 0 else { throw failure("write") }
        let isWritten = Self.write(content, to: descriptor) && Self.uninterrupted({ fsync(descriptor) }) == 0
        let failure = isWritten ? nil : failure("write")
        close(descriptor)
        if let failure {
            unlink(next)
            throw failure
        }
    }

    /// Bytes that a file system with compression can't store in less space.
    private static func incompressible(count: Int) -> Data {
        var state: UInt64 = 1
        return Data(
            (0..<count).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            })
    }

    /// Writes the folder to the disk. Otherwise a power failure could undo the rename.
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
