public import Foundation
public import Models
public import Observation
public import Primitives
public import Services

/// A screen that changes the avatar and then the profile. The picture is uploaded first, because it may be refused.
@MainActor
@Observable
public final class AvatarViewModel {
    /// What the screen shows.
    public enum State: Sendable {
        case idle
        /// The progress is `nil` until the first bytes are sent.
        case uploading(UploadProgress?)
        case patching(AvatarReceipt)
        case saved(AvatarReceipt, Submission<User?>)
        /// The profile was not changed. The avatar was not changed either, unless only the server's response was lost.
        case uploadFailed(UploadServiceError)
        /// The avatar was changed, and the profile was not.
        case patchFailed(AvatarReceipt, UserServiceError)
    }

    private struct Request {
        let picture: URL
        let patch: ProfilePatch
    }

    /// The current state, which only this view model changes.
    public private(set) var state = State.idle

    private let account: Account
    private let users: any UserService
    private let uploads: any UploadService
    private var request: Request?
    private let saving = OwnedTask()
    private let reporting = OwnedTask()

    /// - Parameter account: the account whose avatar and profile change.
    public init(account: Account, users: any UserService, uploads: any UploadService) {
        self.account = account
        self.users = users
        self.uploads = uploads
    }

    /// The error message to show; `nil` if there is none. ``state`` says whether the avatar was changed.
    public var message: UserMessage? {
        switch state {
        case .uploadFailed(let error): error.isCancellation ? nil : error.localizableUserMessage
        case .patchFailed(_, let error): error.isCancellation ? nil : error.localizableUserMessage
        case .idle, .uploading, .patching, .saved: nil
        }
    }

    /// Uploads the picture, then patches the profile. Replaces a save in progress.
    public func save(picture: URL, patch: ProfilePatch) {
        request = Request(picture: picture, patch: patch)
        upload(picture)
    }

    /// Repeats the step that failed: after ``State/patchFailed(_:_:)`` only the patch. Does nothing if no step failed.
    public func retry() {
        guard let request else { return }
        switch state {
        case .uploadFailed: upload(request.picture)
        case .patchFailed(let receipt, _): patch(after: receipt)
        case .idle, .uploading, .patching, .saved: break
        }
    }

    private func upload(_ picture: URL) {
        state = .uploading(nil)
        let (progress, reports) = AsyncStream.makeStream(
            of: UploadProgress.self, bufferingPolicy: .bufferingNewest(1))
        reporting.follow(progress) { [weak self] in self?.show($0) }
        saving.run { [uploads, account] () async throws(UploadServiceError) in
            defer { reports.finish() }
            return try await uploads.uploadAvatar(picture, of: account.id) { reports.yield($0) }
        } then: { [weak self] result in
            self?.uploaded(result)
        }
    }

    private func show(_ progress: UploadProgress) {
        if case .uploading = state { state = .uploading(progress) }
    }

    private func uploaded(_ result: Result<AvatarReceipt, UploadServiceError>) {
        reporting.cancel()
        switch result {
        case .success(let receipt): patch(after: receipt)
        case .failure(let error): state = .uploadFailed(error)
        }
    }

    private func patch(after receipt: AvatarReceipt) {
        guard let request else { return }
        state = .patching(receipt)
        saving.run { [users, account] () async throws(UserServiceError) in
            try await users.updateProfile(of: account.id, with: request.patch)
        } then: { [weak self] result in
            switch result {
            case .success(let saved): self?.state = .saved(receipt, saved)
            case .failure(let error): self?.state = .patchFailed(receipt, error)
            }
        }
    }
}
