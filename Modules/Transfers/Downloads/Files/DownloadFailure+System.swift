import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Glibc)
import Glibc
#endif

extension DownloadFailure {
    /// What an operating system's error number means to a download.
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

    /// The number that the last failed call has left.
    static var last: DownloadFailure { DownloadFailure(errorNumber: errno) }
}
