import Foundation
import Testing

@testable import Backend

struct StorageFaultTests {
    private static func cocoa(_ code: Int, because underlying: (any Error)? = nil) -> NSError {
        NSError(
            domain: NSCocoaErrorDomain, code: code, userInfo: underlying.map { [NSUnderlyingErrorKey: $0] } ?? [:])
    }

    @Test("Foundation's error codes have short descriptions")
    func codes() {
        for (code, reason) in [
            (CocoaError.Code.fileWriteNoPermission, "permission denied"),
            (.fileWriteVolumeReadOnly, "the volume is read-only"), (.fileWriteOutOfSpace, "no space is left"),
        ] {
            #expect(StorageFault(CocoaError(code)).reason == reason)
        }
    }

    @Test("other errors are described by their underlying system error, at any depth")
    func systemCodes() {
        #expect(StorageFault(POSIXError(.ENOTDIR)).reason == "not a directory")
        let inner = NSError(domain: NSPOSIXErrorDomain, code: Int(ENOTDIR))
        #expect(StorageFault(inner).reason == "not a directory")
        #expect(StorageFault(Self.cocoa(512, because: inner)).reason == "not a directory")
        #expect(StorageFault(Self.cocoa(512, because: Self.cocoa(512, because: inner))).reason == "not a directory")
    }

    @Test("an unknown error has a fallback description")
    func nothing() {
        #expect(StorageFault(Self.cocoa(512)).reason == "the system gave no reason")
    }
}
