import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

extension DownloadFailure {
    /// The failure for an error number of the operating system.
    init(errorNumber: Int32) {
        self =
            switch errorNumber {
            case ENOSPC, EDQUOT: .diskFull(stored: 0)
            case EACCES, EPERM, EROFS: .notPermitted
            case ENOENT, ENOTDIR: .folderMissing
            case EISDIR: .destinationIsNoFile
            case EWOULDBLOCK: .busy
            default: .disk(reason: String(cString: strerror(errorNumber)))
            }
    }

    /// The failure for `errno` after a failed call.
    static var last: DownloadFailure { DownloadFailure(errorNumber: errno) }
}
