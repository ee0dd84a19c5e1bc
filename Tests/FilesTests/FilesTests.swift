import EngineTestSupport
import Files
import Foundation
import Testing

@Suite("Replacing and locking files")
struct FilesTests {
    private func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    @Test("a replaced file has the new content, is readable by its owner only, and leaves no draft")
    func replace() async throws {
        try await withTemporaryFolder { folder in
            let (file, draft) = (folder.appending(path: "file"), folder.appending(path: "file.new"))
            try Data("left by a killed process".utf8).write(to: draft)
            let content = Data(repeating: 7, count: 200_000)
            for content in [Data("old".utf8), content] {
                try PosixFile.replace(file.path, with: content, draft: draft.path)
            }
            let opened = try PosixFile(file.path, O_RDONLY)
            #expect(try opened.content() == content)
            #expect(try opened.status().st_mode & 0o777 == 0o600)
            #expect(try names(in: folder) == ["file"])
        }
    }

    @Test("a failed replacement keeps the old file and deletes the draft")
    func failedReplacement() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            let error = #expect(throws: FileError.self) {
                try PosixFile.replace(file.path, with: Data("new".utf8), draft: file.path + ".new")
            }
            #expect(error?.kind == .folder)
            #expect(try names(in: folder) == ["file"])
        }
    }

    @Test(
        "a write to a full disk reports it",
        .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "this system has no /dev/full"))
    func full() throws {
        let file = try PosixFile("/dev/full", O_WRONLY)
        let error = #expect(throws: FileError.self) { try file.write(Data("text".utf8), at: 0) }
        #expect(error?.kind == .full)
        #expect(error?.description == "No space left on device")
    }

    @Test("a lock excludes every other one on its file, until it ends")
    func lock() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending(path: "lock").path
            func isFree() -> Bool {
                do throws(FileError) {
                    _ = try FileLock(path)
                    return true
                } catch {
                    #expect(error.kind == .locked)
                    return false
                }
            }
            do {
                let lock = try FileLock(path)
                #expect(!isFree())
                // A lock on a deleted file excludes nobody, so the next one is on a new file.
                try PosixFile.erase(path)
                #expect(isFree())
                _ = consume lock
            }
            #expect(isFree())
        }
    }

    @Test("a lock is on the file of that name, although others move it away while they hold the lock")
    func movedFile() async throws {
        try await withTemporaryFolder { folder in
            let (path, other) = (folder.appending(path: "lock").path, folder.appending(path: "moved").path)
            // A task moves the file only while it holds the lock, so no file moves while the other task holds it.
            @Sendable func run(moving: Bool) {
                for _ in 0..<20_000 {
                    guard let file = try? PosixFile.locked(path) else { continue }
                    if moving { _ = rename(path, other) } else { #expect((try? file.isNamed(path)) == true) }
                    file.unlock()
                }
            }
            await withTaskGroup(of: Void.self) { group in
                for moving in [true, false] { group.addTask { run(moving: moving) } }
            }
        }
    }

    @Test("a file knows whether a path still names it, and follows no symbolic link")
    func names() async throws {
        try await withTemporaryFolder { folder in
            let (path, other) = (folder.appending(path: "file").path, folder.appending(path: "other").path)
            let file = try PosixFile(path, O_RDWR | O_CREAT)
            #expect(try file.isNamed(path))
            try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: path)
            #expect(try !file.isNamed(other))
            #expect(throws: FileError.self) { _ = try PosixFile.locked(other) }
            try PosixFile.erase(other)
            try PosixFile.move(path, to: other)
            #expect(try !file.isNamed(path) && file.isNamed(other))
            try PosixFile.erase(path)
        }
    }

    @Test(
        "an error has the kind of its number",
        arguments: [
            (ENOSPC, .full), (EDQUOT, .full), (EACCES, .notPermitted), (EPERM, .notPermitted), (EROFS, .notPermitted),
            (ENOENT, .missing), (ENOTDIR, .missing), (EISDIR, .folder), (EEXIST, .exists), (EWOULDBLOCK, .locked),
            (EIO, .other),
        ] as [(Int32, FileError.Kind)])
    func kinds(number: Int32, kind: FileError.Kind) {
        #expect(FileError(number).kind == kind)
    }
}
