import ContractSuites
import EngineTestSupport
import Foundation
import Models
import Services
import Testing

struct AvatarPolicyTests {
    @Test("exactly the limit is allowed, a byte more is not")
    func limit() async throws {
        try await withTemporaryFolder { folder in
            let policy = AvatarPolicy(maximumSize: 1_000)
            let fitting = PictureFile.bytes(of: .gif, count: 1_000)
            #expect(try await policy.inspect(PictureFile.write(fitting, named: "fits", in: folder)).size == 1_000)
            let large = try PictureFile.write(fitting + [0], named: "large", in: folder)
            let error = await expectFailure(.unsuitableFile) { try await policy.inspect(large) }
            #expect(error?.userMessage == "large has 1,001 bytes; an avatar has at most 1,000 bytes.")
        }
    }

    @Test("the default limit is the backend's, 5 MiB")
    func defaultLimit() {
        #expect(AvatarPolicy().maximumSize == 5_242_880)
    }

    @Test("a path without a readable file is rejected with its name, and a pipe without waiting for data")
    func unreadable() async throws {
        try await withTemporaryFolder { folder in
            let pipe = folder.appending(path: "pipe.png", directoryHint: .notDirectory)
            try #require(mkfifo(pipe.path, 0o600) == 0)
            for file in [folder, folder.appending(path: "missing.png"), URL(filePath: "/dev/null"), pipe] {
                let error = await expectFailure(.unsuitableFile) { try await AvatarPolicy().inspect(file) }
                #expect(error?.userMessage == "There is no readable file \(file.lastPathComponent).")
            }
        }
    }
}
