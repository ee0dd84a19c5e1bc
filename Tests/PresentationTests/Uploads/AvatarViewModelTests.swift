import EngineTestSupport
import Foundation
import Models
import Presentation
import Primitives
import Services
import Synchronization
import TestSupport
import Testing

@MainActor
@Suite("Avatar screen", .timeLimit(.minutes(10)))
struct AvatarViewModelTests {
    private let picture = URL(filePath: "/pictures/ada.png")
    private let patch = ProfilePatch(about: .set("With a picture."))

    private func makeModel(_ users: MockUserService, _ uploads: MockUploadService) throws -> AvatarViewModel {
        AvatarViewModel(account: try .fixture(), users: users, uploads: uploads)
    }

    @Test("a save shows the progress of the upload, then the patch, then both results")
    func save() async throws {
        let (sending, ending, patching) = (Gate(), Gate(), Gate())
        let (receipt, user) = (try AvatarReceipt.fixture(), try User.fixture(about: "With a picture."))
        let uploads = MockUploadService(
            uploadAvatar: .closure { call in
                await sending.pass()
                call.progress(UploadProgress(sent: 5, total: 10))
                await ending.pass()
                return receipt
            })
        let users = MockUserService(
            updateProfile: .closure { _ in
                await patching.pass()
                return Submission(user)
            })
        let model = try makeModel(users, uploads)
        model.save(picture: picture, patch: patch)
        guard case .uploading(nil) = model.state else { return unexpected(model) }
        sending.open()
        try await wait { if case .uploading(_?) = model.state { true } else { false } }
        guard case .uploading(UploadProgress(sent: 5, total: 10)) = model.state else { return unexpected(model) }
        ending.open()
        try await wait { if case .patching(receipt) = model.state { true } else { false } }
        patching.open()
        try await wait { if case .saved(receipt, Submission(user)) = model.state { true } else { false } }
        #expect(model.message == nil)
        #expect(uploads.calls == [.uploadAvatar(picture, of: user.id)])
        #expect(users.calls == [.updateProfile(of: user.id, with: patch)])
    }

    @Test("after a failed upload the profile is not patched, and a retry repeats both steps")
    func uploadFailure() async throws {
        let isReadable = Mutex(false)
        let (receipt, user) = (try AvatarReceipt.fixture(), try User.fixture())
        let uploads = MockUploadService(
            uploadAvatar: .closure { _ throws(UploadServiceError) in
                if !isReadable.withLock({ $0 }) { throw .specific(.unsuitableFile(reason: "ada.png is empty.")) }
                return receipt
            })
        let users = MockUserService(updateProfile: .value(Submission(user)))
        let model = try makeModel(users, uploads)
        model.save(picture: picture, patch: patch)
        try await wait { model.message != nil }
        guard case .uploadFailed(.specific(.unsuitableFile)) = model.state else { return unexpected(model) }
        #expect(model.message?.english == "ada.png is empty.")
        #expect(users.calls.isEmpty)
        isReadable.withLock { $0 = true }
        model.retry()
        try await wait { if case .saved = model.state { true } else { false } }
        #expect(uploads.calls.count == 2)
        #expect(users.calls.count == 1)
    }

    @Test(
        "after a failed patch the uploaded avatar is known, and a retry repeats only the patch; a cancellation has no message",
        arguments: [UserServiceError.loggedOut, .cancelled])
    func patchFailure(error: UserServiceError) async throws {
        let isLoggedIn = Mutex(false)
        let (receipt, user) = (try AvatarReceipt.fixture(), try User.fixture())
        let uploads = MockUploadService(uploadAvatar: .value(receipt))
        let users = MockUserService(
            updateProfile: .closure { _ throws(UserServiceError) in
                if !isLoggedIn.withLock({ $0 }) { throw error }
                return Submission(user)
            })
        let model = try makeModel(users, uploads)
        model.save(picture: picture, patch: patch)
        try await wait { if case .patchFailed(receipt, _) = model.state { true } else { false } }
        #expect((model.message == nil) == error.isCancellation)
        isLoggedIn.withLock { $0 = true }
        model.retry()
        guard case .patching(receipt) = model.state else { return unexpected(model) }
        try await wait { if case .saved(receipt, Submission(user)) = model.state { true } else { false } }
        #expect(uploads.calls.count == 1)
        #expect(users.calls.count == 2)
    }

    @Test("a retry without a failure does nothing")
    func needlessRetry() async throws {
        let gate = Gate()
        let receipt = try AvatarReceipt.fixture()
        let uploads = MockUploadService(
            uploadAvatar: .closure { _ in
                await gate.pass()
                return receipt
            })
        let model = try makeModel(MockUserService(updateProfile: .value(Submission(try .fixture()))), uploads)
        model.retry()
        guard case .idle = model.state else { return unexpected(model) }
        model.save(picture: picture, patch: patch)
        model.retry()
        gate.open()
        try await wait { if case .saved = model.state { true } else { false } }
        model.retry()
        guard case .saved = model.state else { return unexpected(model) }
        #expect(uploads.calls.count == 1)
    }

    @Test("a second save replaces the first one, which is cancelled and patches nothing")
    func replacement() async throws {
        let calls = SlowCalls()
        let (receipt, first) = (try AvatarReceipt.fixture(), picture)
        let uploads = MockUploadService(
            uploadAvatar: .closure { call throws(UploadServiceError) in
                if call.file == first { try await calls.pass(orThrow: UploadServiceError.cancelled) }
                return receipt
            })
        let user = try User.fixture()
        let users = MockUserService(updateProfile: .value(Submission(user)))
        let model = try makeModel(users, uploads)
        model.save(picture: first, patch: patch)
        await calls.gate.waitForArrivals(1)
        model.save(picture: URL(filePath: "/pictures/grace.png"), patch: ProfilePatch(about: .cleared))
        await calls.cancelled.waitForArrivals(1)
        try await wait { if case .saved = model.state { true } else { false } }
        #expect(users.calls == [.updateProfile(of: user.id, with: ProfilePatch(about: .cleared))])
    }

    @Test("a view model is released while it uploads, and the upload is cancelled")
    func release() async throws {
        let calls = SlowCalls()
        let receipt = try AvatarReceipt.fixture()
        let uploads = MockUploadService(
            uploadAvatar: .closure { _ throws(UploadServiceError) in
                try await calls.pass(orThrow: UploadServiceError.cancelled)
                return receipt
            })
        try await calls.expectRelease {
            try makeModel(MockUserService(), uploads)
        } during: {
            $0.save(picture: picture, patch: patch)
        }
    }

    private func unexpected(_ model: AvatarViewModel) {
        Issue.record("\(model.state)")
    }
}

extension AvatarReceipt {
    fileprivate static func fixture() throws -> AvatarReceipt {
        AvatarReceipt(
            avatarURL: try #require(URL(string: "https://api.example.com/avatars/1")), contentType: "image/png",
            size: 10, sha256: String(repeating: "0", count: 64), uploadedAt: Timestamp(Date(timeIntervalSince1970: 0)))
    }
}
