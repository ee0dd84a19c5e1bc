import Composition
package import Foundation

/// Reads a file that the user names: a regular file, a pipe or a device.
///
/// Foundation's readers accept only regular files, and would reject `--password-file <(pass show api)`.
package enum InputFile {
    /// Why a file can't be read, such as `No such file or directory`.
    package struct Fault: Error, Equatable {
        package let reason: String
    }

    /// The most bytes that are read into memory, so that reading a device such as `/dev/zero` ends.
    package enum Limit: Int {
        /// For settings, certificates, passwords and keys.
        case text = 1
        /// For a picture, which the service refuses at 5 MiB.
        case picture = 6
        /// For the body of a request.
        case body = 256

        fileprivate var bytes: Int { rawValue * 1024 * 1024 }
    }

    /// Whether `path` names a regular file, which can be read again from its start, with more bytes than `size`. Throws
    /// if the file can't be read.
    package static func isRegular(_ path: String, above size: Int = -1) throws(Fault) -> Bool {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw .system(EISDIR) }
        guard access(path, R_OK) == 0 else { throw .system(errno) }
        return status.st_mode & S_IFMT == S_IFREG && status.st_size > size
    }

    /// Whether anyone but the owner has a permission for a file with secrets.
    static func othersMayRead(_ path: String) -> Bool {
        // Not Foundation's attributes: the symbolic link /dev/fd/63 of `<(…)` leads to a pipe, which has no path.
        var status = stat()
        guard stat(path, &status) == 0 else { return true }
        // Only this process has that pipe. Darwin reports the mode 0660 for it.
        let isOwnPipe = path.hasPrefix("/dev/fd/") && status.st_mode & S_IFMT == S_IFIFO
        return !isOwnPipe && status.st_mode & 0o077 != 0
    }

    /// All bytes of a file. Blocks until a pipe's writer closes it, perhaps forever: call it from ``BlockingWork``.
    package static func content(of path: String, limit: Limit) throws(Fault) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno) }
        defer { close(descriptor) }
        return try content(of: descriptor, limit: limit)
    }

    /// All bytes of an open file, read like ``content(of:limit:)``.
    static func content(of descriptor: Int32, limit: Limit) throws(Fault) -> Data {
        var content = Data()
        var buffer = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count == 0 {
                // Editors on Windows put a byte order mark before a text.
                return limit == .text ? content.trimmingPrefix([0xEF, 0xBB, 0xBF]) : content
            }
            if count > 0 {
                content.append(contentsOf: buffer[..<count])
                guard content.count <= limit.bytes else { throw .tooLarge(limit) }
            } else if errno == EAGAIN {
                // Another program that shares this descriptor has made it non-blocking.
                var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
                poll(&entry, 1, -1)
            } else if errno != EINTR {
                throw .system(errno)
            }
        }
    }
}

extension InputFile {
    /// All bytes of a file, or of standard input for `nil`. Cancellation ends the wait.
    ///
    /// - Parameter name: the beginning of the sentence in an error, such as `The password file secret`.
    package static func bytes(of path: String?, limit: Limit, as name: String) async throws -> Data {
        do {
            return try await BlockingWork.run {
                try path.map { try content(of: $0, limit: limit) } ?? content(of: STDIN_FILENO, limit: limit)
            }
        } catch let fault as Fault {
            throw Failure("\(name) can't be read (\(fault.reason)).", .unsuitableFile)
        }
    }
}

extension InputFile.Fault {
    fileprivate static func tooLarge(_ limit: InputFile.Limit) -> Self {
        let size = "it is larger than \(limit.rawValue) MiB"
        return Self(reason: limit == .body ? "\(size), and only regular files are streamed" : size)
    }

    fileprivate static func system(_ code: Int32) -> Self {
        // `StandardStreams` opens descriptors 0 to 2, so a bad descriptor here was closed by the shell.
        Self(reason: code == EBADF ? "it is closed" : String(cString: strerror(code)))
    }
}

/// A private folder that is removed after use, even after an error.
package enum TemporaryFolder {
    package static func with<Value: Sendable>(_ body: (URL) async throws -> Value) async throws -> Value {
        let parent = FileManager.default.temporaryDirectory
        let folder = parent.appending(path: "\(AppName.command)-\(UUID().uuidString)")
        // A umask could remove permissions.
        guard mkdir(folder.path, 0o700) == 0, chmod(folder.path, 0o700) == 0 else {
            throw Failure(
                """
                Could not create a temporary folder in \(parent.path) (\(String(cString: strerror(errno)))). Set TMPDIR \
                to a folder that is writable.
                """, .storage)
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        return try await body(folder)
    }
}
