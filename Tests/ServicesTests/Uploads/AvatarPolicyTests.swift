import ContractSuites
import Foundation
import Models
import Services
import TestSupport
import Testing

struct AvatarPolicyTests {
    @Test("the first bytes determine the type, not the name", arguments: ImageType.allCases)
    func type(type: ImageType) async throws {
        try await withTemporaryFolder { folder in
            let file = try PictureFile.write(PictureFile.bytes(of: type), named: "a.txt", in: folder)
            let (found, size) = try await AvatarPolicy().inspect(file)
            #expect(found == type)
            #expect(size == 64)
        }
    }

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

    @Test("a picture of 20 MB is rejected in one sentence with its size and the limit")
    func large() async throws {
        try await withTemporaryFolder { folder in
            let file = try PictureFile.write(PictureFile.bytes(of: .png), named: "large.png", in: folder)
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: 20 * 1_024 * 1_024)
            try handle.close()
            let error = await expectFailure(.unsuitableFile) { try await AvatarPolicy().inspect(file) }
            #expect(error?.userMessage == "large.png has 20,971,520 bytes; an avatar has at most 5,242,880 bytes.")
        }
    }

    @Test("a path without a readable file is rejected with its name")
    func unreadable() async throws {
        try await withTemporaryFolder { folder in
            for file in [folder, folder.appending(path: "missing.png"), URL(filePath: "/dev/null")] {
                let error = await expectFailure(.unsuitableFile) { try await AvatarPolicy().inspect(file) }
                #expect(error?.userMessage == "There is no readable file \(file.lastPathComponent).")
            }
        }
    }

    @Test("a pipe is rejected without waiting for data")
    func pipe() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "pipe.png", directoryHint: .notDirectory)
            try #require(mkfifo(file.path, 0o600) == 0)
            await expectFailure(.unsuitableFile) { try await AvatarPolicy().inspect(file) }
        }
    }

    @Test(
        "text named .png, an empty file and half a signature are rejected", arguments: ["Just text.", "", "\u{1}PNG"])
    func noPicture(text: String) async throws {
        try await withTemporaryFolder { folder in
            let file = try PictureFile.write(Data(text.utf8), named: "notes.png", in: folder)
            let error = await expectFailure(.unsuitableFile) { try await AvatarPolicy().inspect(file) }
            #expect(error?.userMessage.hasPrefix("notes.png is ") == true)
        }
    }
}
