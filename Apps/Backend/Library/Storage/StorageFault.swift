import Foundation

/// The reason for a file system error in a few words. Foundation's own descriptions are long, and say less.
struct StorageFault {
    let reason: String

    init(_ error: any Error) {
        switch (error as? CocoaError)?.code {
        case .fileWriteFileExists: reason = "there is a file of that name"
        case .fileNoSuchFile, .fileReadNoSuchFile: reason = "it cannot be created there"
        case .fileWriteNoPermission, .fileReadNoPermission: reason = "permission denied"
        case .fileWriteVolumeReadOnly: reason = "the volume is read-only"
        case .fileWriteOutOfSpace: reason = "no space is left"
        default: reason = Self.systemReason(error) ?? "the system gave no reason"
        }
    }

    /// The message of the system call's error, which Foundation wraps in its own.
    private static func systemReason(_ error: any Error) -> String? {
        if let posix = error as? POSIXError { return String(cString: strerror(posix.code.rawValue)).lowercased() }
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))).lowercased() }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(systemReason)
    }
}
