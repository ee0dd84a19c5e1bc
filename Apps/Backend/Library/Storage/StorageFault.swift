import Foundation

/// Why something can't be done on a disk, in a few words: Foundation's own texts are whole sentences that say less.
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

    /// The words of the system call's own error, which Foundation keeps within its own where it has none itself.
    private static func systemReason(_ error: any Error) -> String? {
        if let posix = error as? POSIXError { return String(cString: strerror(posix.code.rawValue)).lowercased() }
        let error = error as NSError
        if error.domain == NSPOSIXErrorDomain { return String(cString: strerror(Int32(error.code))).lowercased() }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).flatMap(systemReason)
    }
}
