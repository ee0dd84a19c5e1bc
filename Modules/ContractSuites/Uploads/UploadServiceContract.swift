public import EngineContracts
import EngineTestSupport
public import Foundation
public import Models
import Networking
import Persistence
import Services
import Synchronization
import Testing

/// The contract that every `UploadService` fulfills.
public enum UploadServiceContract {
    /// The clauses. Each needs a new ``AccountSubject`` with empty stores and a new backend.
    public static var clauses: [ContractClause<AccountSubject>] {
        [
            clause("a picture of each type is accepted under any name, and the receipt describes it") {
                subject, account, folder in
                for type in ImageType.allCases {
                    let file = try PictureFile.write(PictureFile.bytes(of: type), named: "notes.txt", in: folder)
                    let receipt = try await subject.uploads(account).upload(file, of: subject.member)
                    #expect(receipt.contentType == type.mediaType && receipt.size == 64)
                    guard type == .png else { continue }
                    #expect(receipt.sha256 == "de619f15f412840a1d758daae8b2e8aded3ced4c7ebead2ab73d50470a3fa0f6")
                }
            },
            clause("the user has the URL of the new picture after each upload") { subject, account, folder in
                #expect(try await subject.users(account).me().value.avatarURL == nil)
                var seen: Set<URL> = []
                for type in [ImageType.png, .gif] {
                    let file = try PictureFile.write(PictureFile.bytes(of: type), named: "a", in: folder)
                    let receipt = try await subject.uploads(account).upload(file, of: subject.member)
                    #expect(try await subject.users(account).me().value.avatarURL == receipt.avatarURL)
                    seen.insert(receipt.avatarURL)
                }
                #expect(seen.count == 2)
            },
            clause("progress grows until it reaches a known total that is more than the file") {
                subject, account, folder in
                let steps = Mutex<[UploadProgress]>([])
                let file = try PictureFile.write(PictureFile.bytes(of: .png, count: 100_000), named: "a", in: folder)
                let receipt = try await subject.uploads(account)
                    .uploadAvatar(file, of: subject.member.id) { step in steps.withLock { $0.append(step) } }
                #expect(receipt.size == 100_000)
                let reported = steps.withLock { $0 }
                let last = try #require(reported.last)
                #expect(last.sent == last.total && last.sent > 100_000)
                #expect(zip(reported, reported.dropFirst()).allSatisfy { $0.sent < $1.sent })
                #expect(reported.allSatisfy { $0.total == last.total })
            },
            clause(
                "an empty, missing or too large file, a folder and a file that is not a picture fail without a request"
            ) { subject, account, folder in
                let large = PictureFile.bytes(of: .png, count: AvatarPolicy().maximumSize + 1)
                subject.backend.cutConnection()
                let files = [
                    try PictureFile.write(Data("Just text.".utf8), named: "text.png", in: folder),
                    try PictureFile.write(Data(), named: "empty.png", in: folder),
                    try PictureFile.write(Data([0x89, 0x50]), named: "short.png", in: folder),
                    try PictureFile.write(large, named: "large.png", in: folder),
                    folder.appending(path: "missing.png"),
                    folder,
                ]
                for file in files {
                    let error = await expectFailure(.unsuitableFile) {
                        try await subject.uploads(account).upload(file, of: subject.member)
                    }
                    #expect(error?.userMessage.contains(file.lastPathComponent) == true)
                }
            },
            clause(
                "a member cannot upload another user's picture", needs: "only administrators see and change other users"
            ) { subject, account, folder in
                let file = try PictureFile.write(PictureFile.bytes(of: .png), named: "a", in: folder)
                await expectFailure(.notFound) {
                    try await subject.uploads(account).upload(file, of: subject.admin)
                }
            },
            clause(
                "an upload without a connection reports the cause, a cancelled one reports cancellation, and nothing changes"
            ) { subject, account, folder in
                let file = try PictureFile.write(PictureFile.bytes(of: .png), named: "a", in: folder)
                let uploads = try await subject.uploads(account)
                await expectFailure(.cancelled) {
                    try await inCancelledTask { try await uploads.upload(file, of: subject.member) }
                }
                #expect(try await subject.users(account).me().value.avatarURL == nil)
                subject.backend.cutConnection()
                await expectFailure(.network) { try await uploads.upload(file, of: subject.member) }
            },
            clause("an upload after a logout fails as logged out") { subject, account, folder in
                _ = try await subject.auth().logout(account)
                let file = try PictureFile.write(PictureFile.bytes(of: .png), named: "a", in: folder)
                await expectFailure(.loggedOut) { try await subject.uploads(account).upload(file, of: subject.member) }
            },
        ]
    }

    /// A clause for a member who is logged in, and a folder for pictures.
    private static func clause(
        _ promise: String, needs rule: String? = nil,
        check: @escaping @Sendable (AccountSubject, Account, URL) async throws -> Void
    ) -> ContractClause<AccountSubject> {
        ContractClause(promise, needs: rule) { subject in
            let account = try await subject.auth().login(subject.member.credentials)
            try await withTemporaryFolder { folder in try await check(subject, account, folder) }
        }
    }
}

extension UploadService {
    fileprivate func upload(_ file: URL, of person: KnownAccount) async throws(UploadServiceError) -> AvatarReceipt {
        try await uploadAvatar(file, of: person.id) { _ in }
    }
}

/// Creates picture files for uploads.
public enum PictureFile {
    /// A file that begins like a picture of this type and continues with padding. Servers detect the type from these
    /// first bytes only.
    public static func bytes(of type: ImageType, count: Int = 64) -> Data {
        let header: [UInt8] =
            switch type {
            case .png:
                [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
                    + [0, 0, 0, 2, 0, 0, 0, 3, 8, 6, 0, 0, 0, 0xB9, 0xEA, 0xDE, 0x81]
            case .jpeg: [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8, 0, 3, 0, 2, 1, 1, 0x11, 0]
            case .gif: Array("GIF89a".utf8) + [2, 0, 3, 0, 0, 0, 0, 0x2C]
            case .webp:
                Array("RIFF".utf8) + [0x38, 0, 0, 0] + Array("WEBPVP8L".utf8) + [5, 0, 0, 0, 0x2F, 1, 0x80, 0, 0]
            }
        return Data(header + [UInt8](repeating: 0x2A, count: max(0, count - header.count)))
    }

    /// Writes `data` into a new file in `folder` and returns its URL.
    public static func write(_ data: Data, named name: String, in folder: URL) throws -> URL {
        let file = folder.appending(path: name, directoryHint: .notDirectory)
        try data.write(to: file)
        return file
    }
}
