import ContractSuites
import Foundation
import Models
import Primitives
import Services
import Synchronization
import TestSupport
import Testing

struct MockUploadServiceTests {
    @Test("the response of an upload can report progress")
    func progress() async throws {
        let steps = [UploadProgress(sent: 1, total: 2), UploadProgress(sent: 2, total: 2)]
        let uploads = MockUploadService(
            uploadAvatar: .closure { arguments throws(UploadServiceError) in
                steps.forEach(arguments.progress)
                throw .cancelled
            })
        let reported = Mutex<[UploadProgress]>([])
        let id = try UserID.fixture()
        await expectFailure(.cancelled) {
            try await uploads.uploadAvatar(URL(filePath: "/a"), of: id) { step in
                reported.withLock { $0.append(step) }
            }
        }
        #expect(reported.withLock { $0 } == steps)
        #expect(uploads.calls == [.uploadAvatar(URL(filePath: "/a"), of: id)])
    }

    @Test("a call without a response throws an error that names the call and the line that made the mock")
    func unexpected() async throws {
        let (uploads, id) = (MockUploadService(), try UserID("u-1"))
        await expectUnexpectedCalls([
            "UploadService.uploadAvatar(_:of:progress:)": {
                _ = try await uploads.uploadAvatar(URL(filePath: "/a"), of: id) { _ in }
            }
        ])
    }
}
