import Foundation

/// The error of a system call on a file.
public struct FileError: Error, Sendable, Equatable {
    /// The operating system's number, such as `ENOENT`.
    public let number: Int32

    /// The error with a number of the operating system.
    public init(_ number: Int32) {
        self.number = number
    }

    /// The error of the system call that has just failed in this thread.
    package static var last: FileError { FileError(errno) }

    /// What the error means for the owner of the file.
    public enum Kind: Sendable {
        /// The disk or the user's quota is full, or the process may not write a file of this size.
        case full
        /// The process has no permission, or the file system is read-only.
        case notPermitted
        /// The file or its folder does not exist.
        case missing
        /// The path names a folder.
        case folder
        /// The path names a file already.
        case exists
        /// Another open file holds the lock.
        case locked
        /// Any other error; the description names it.
        case other
    }

    /// The meaning of the number.
    public var kind: Kind {
        switch number {
        case ENOSPC, EDQUOT, EFBIG: .full
        case EACCES, EPERM, EROFS: .notPermitted
        case ENOENT, ENOTDIR: .missing
        case EISDIR: .folder
        case EEXIST: .exists
        case EWOULDBLOCK: .locked
        default: .other
        }
    }
}

extension FileError: CustomStringConvertible {
    /// The operating system's text, such as `No such file or directory`.
    public var description: String { String(cString: strerror(number)) }
}
