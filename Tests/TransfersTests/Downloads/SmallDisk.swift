import Foundation

/// An in-memory file system of a few kilobytes, mounted in a folder; mounting requires root and Linux.
struct SmallDisk {
    let folder: URL

    /// Whether the tests can mount one on this machine.
    static let isAvailable: Bool = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "test-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try SmallDisk(folder: folder, kilobytes: 16).unmount()
            return true
        } catch {
            return false
        }
    }()

    init(folder: URL, kilobytes: Int) throws {
        self.folder = folder
        try Self.run("mount", "-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", folder.path)
    }

    func grow(toKilobytes kilobytes: Int) throws {
        try Self.run("mount", "-o", "remount,size=\(kilobytes)k", folder.path)
    }

    func unmount() throws {
        try Self.run("umount", folder.path)
    }

    private struct CommandFailed: Error {}

    private static func run(_ command: String...) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CommandFailed() }
    }
}
